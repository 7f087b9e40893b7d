import type { FileIr } from '../ir/ir.ts';

/** The files that were read, by their ids in a state. */
export class ReadFiles {
  readonly #tops: { id: number; path: string }[] = [];
  readonly #paths = new Set<string>();

  add({ path, top }: FileIr): void {
    this.#tops.push({ id: top.id, path });
    this.#paths.add(path);
  }

  /** The file that declares the key of a state; empty if there is none. */
  ownerOf(key: string): string {
    const id = /^(?:guard:|prototype:)?(\d+):/.exec(key)?.[1];
    if (id !== undefined) return this.#pathOf(Number(id));
    if (!key.startsWith('field:')) return '';
    for (let at = key.indexOf(':', 6); at !== -1; at = key.indexOf(':', at + 1))
      if (this.#paths.has(key.slice(6, at))) return key.slice(6, at);
    return '';
  }

  /** Functions of a file have consecutive ids, and files are numbered in the order in which they are read. */
  #pathOf(id: number): string {
    let low = 0;
    let high = this.#tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tops[middle]?.id ?? 0) <= id) low = middle + 1;
      else high = middle;
    }
    return this.#tops[low - 1]?.path ?? '';
  }
}
