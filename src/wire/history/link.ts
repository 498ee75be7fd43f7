/** A reference that can be cut. A `WeakRef` would keep what it is to until the event loop turns, and tests often never do. */
export class Link<Target extends object> {
  #target: Target | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** What it is to; undefined once it was cut. */
  deref(): Target | undefined {
    return this.#target;
  }

  cut(): void {
    this.#target = undefined;
  }
}
