/** Answers about a file: the length of its text, and the line of each pattern's first match. */
interface FilePlaces {
  /** What the file was like. */
  key: string;
  length: number;
  /** By the pattern's index in the table; 0 without a match, -1 if not searched. */
  lines: number[];
}

/** Plain data. */
export interface KnownPlaces {
  patterns: string[];
  files: Map<string, FilePlaces>;
}

const NOT_COMPUTED = -1;
const NOWHERE = 0;

/** Positions of first matches in files, kept from one analysis to the next for unchanged files. */
export class PlaceMemo {
  readonly #keyOf: (path: string) => string | null;
  readonly #known: KnownPlaces['files'];
  readonly #kept: KnownPlaces['files'] = new Map();
  readonly #patterns: Map<string, number>;

  constructor(
    keyOf: (path: string) => string | null,
    known: KnownPlaces = { patterns: [], files: new Map() },
  ) {
    this.#keyOf = keyOf;
    this.#known = known.files;
    this.#patterns = new Map(known.patterns.map((pattern, at) => [pattern, at]));
  }

  /** Length of a file's text, from `read` if unknown; undefined if it has none. */
  lengthOf(path: string, read: () => number | undefined): number | undefined {
    const known = this.#fileOf(path);
    if (known !== undefined) return known.length;
    const length = read();
    const key = this.#keyOf(path);
    if (length !== undefined && key !== null) this.#kept.set(path, { key, length, lines: [] });
    return length;
  }

  /** Line of the first match, from `search` if unknown; undefined if there is none. */
  lineOf(path: string, pattern: RegExp, search: () => number | undefined): number | undefined {
    const file = this.#fileOf(path);
    if (file === undefined) return search();
    const at = this.#placeOf(String(pattern));
    const known = file.lines[at] ?? NOT_COMPUTED;
    if (known !== NOT_COMPUTED) return known === NOWHERE ? undefined : known;
    const line = search();
    while (file.lines.length < at) file.lines.push(NOT_COMPUTED);
    file.lines[at] = line ?? NOWHERE;
    return line;
  }

  toKeep(): KnownPlaces {
    return { patterns: [...this.#patterns.keys()], files: this.#kept };
  }

  #fileOf(path: string): FilePlaces | undefined {
    const kept = this.#kept.get(path);
    if (kept !== undefined) return kept;
    const known = this.#known.get(path);
    if (known === undefined || known.key !== this.#keyOf(path)) return undefined;
    this.#kept.set(path, known);
    return known;
  }

  #placeOf(pattern: string): number {
    const known = this.#patterns.get(pattern) ?? this.#patterns.size;
    this.#patterns.set(pattern, known);
    return known;
  }
}
