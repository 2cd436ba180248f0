// @ts-check
// <durable-lab>: what stands in the page is its first picture; the rest is loaded only where there is a lab.

/** This may run before the parser has come to the element's end. @param {HTMLElement} element @returns {Promise<void>} */
function parsed(element) {
  return new Promise((resolve) => {
    const look = () => {
      if (document.readyState !== 'loading' || element.nextElementSibling) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });
}

customElements.define(
  'durable-lab',
  class extends HTMLElement {
    async connectedCallback() {
      const [{ Lab }] = await Promise.all([import('./lab/lab.js'), parsed(this)]);
      if (!this.isConnected || this.lab) return;
      this.lab = new Lab(this);
      this.lab.start();
    }

    disconnectedCallback() {
      this.lab?.leave();
      this.lab = undefined;
    }

    /** @type {import('./lab/lab.js').Lab | undefined} */
    lab;
  },
);
