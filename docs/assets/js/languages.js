// @ts-check
// Keeps the language switch on the reader's page. The header outlives an instant navigation, so its links name the
// page that was opened first: the path is taken from the address at the click instead.

/** Each language's home; read now, while relative addresses still mean what they meant in the page. */
const homes = new Map(
  [...document.querySelectorAll('a.language')].map((link) => [
    link.getAttribute('hreflang'),
    new URL(link.getAttribute('data-home') ?? '', document.baseURI).href,
  ]),
);
const own = homes.get(document.documentElement.lang) ?? '';

/** @param {string} language */
function samePageIn(language) {
  const home = homes.get(language) ?? '';
  return location.href.startsWith(own) ? home + location.href.slice(own.length) : home;
}

document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a.language');
    if (!(link instanceof HTMLAnchorElement)) return;
    link.href = samePageIn(link.hreflang);
    event.stopPropagation(); // not an instant navigation: the other language is another build
  },
  { capture: true },
);
