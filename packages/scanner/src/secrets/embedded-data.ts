const embedded = /\bdata:[\w+.-]{1,40}\/[\w+.-]{1,60};base64,[A-Za-z0-9+/_=-]+/g;

/** Ranges of embedded images and fonts, in which any prefix may occur by chance. */
export class EmbeddedData {
  readonly #text: string;
  #ranges: readonly (readonly [from: number, to: number])[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether an offset is in one of them. */
  holds(at: number): boolean {
    this.#ranges ??= [...this.#text.matchAll(embedded)].map((one) => [one.index, one.index + one[0].length]);
    return this.#ranges.some(([from, to]) => from <= at && at < to);
  }
}
