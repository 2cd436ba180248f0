// @ts-check
// <durable-lab>: what stands in the page is its first picture; the rest is loaded only where there is a lab.

customElements.define(
  'durable-lab',
  class extends HTMLElement {
    async connectedCallback() {
      const { Lab } = await import('./lab/lab.js');
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
