// @ts-check
// An example below the empty search is asked when it is pressed.

document.addEventListener('click', ({ target }) => {
  const example = target instanceof Element && target.closest('.search-examples button');
  const field = document.querySelector('[data-md-component=search-query]');
  if (!example || !(field instanceof HTMLInputElement)) return;
  field.value = example.textContent ?? '';
  field.focus();
  field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true })); // Material answers when a key is released
});
