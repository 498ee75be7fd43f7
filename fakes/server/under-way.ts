/** How much is under way, and when nothing is any more. */

export class UnderWay {
  #count = 0;
  #onEnd: (() => void)[] = [];

  begin(parts: number): void {
    this.#count += parts;
  }

  /** One part is over. */
  end(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const tell of this.#onEnd.splice(0)) tell();
  }

  /** Resolves when nothing is under way. */
  allEnded(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#count === 0) resolve();
      else this.#onEnd.push(resolve);
    });
  }
}
