// @ts-check
// A table that is wider than the screen scrolls in its own frame; the frame then can be reached by keyboard.

const frames = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const frame = /** @type {HTMLElement} */ (target);
    if (frame.scrollWidth > frame.clientWidth) frame.tabIndex = 0;
    else frame.removeAttribute('tabindex');
  }
});

customElements.define(
  'wide-table',
  class extends HTMLElement {
    connectedCallback() {
      frames.observe(this);
    }
    disconnectedCallback() {
      frames.unobserve(this);
    }
  },
);
