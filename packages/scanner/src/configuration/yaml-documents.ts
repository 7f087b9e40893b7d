import { isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';

/** A place in a YAML text, addressed by keys; missing parts are empty places. */
export class YamlPlace {
  readonly #node: unknown;
  readonly #lines: LineCounter;
  readonly #keyOffset: number;

  constructor(node: unknown, lines: LineCounter, keyOffset: number) {
    this.#node = node;
    this.#lines = lines;
    this.#keyOffset = keyOffset;
  }

  get exists(): boolean {
    return this.#node !== undefined && this.#node !== null;
  }

  /** The line of its key, or of itself in a list. */
  get line(): number {
    return Math.max(1, this.#lines.linePos(this.#keyOffset).line);
  }

  at(...keys: string[]): YamlPlace {
    let place: YamlPlace = this;
    for (const key of keys) place = place.#child(key);
    return place;
  }

  #child(key: string): YamlPlace {
    if (isMap(this.#node)) {
      for (const pair of this.#node.items) {
        if (isScalar(pair.key) && String(pair.key.value) === key) {
          return new YamlPlace(pair.value, this.#lines, offsetOf(pair.key, this.#keyOffset));
        }
      }
    }
    return new YamlPlace(undefined, this.#lines, this.#keyOffset);
  }

  items(): YamlPlace[] {
    if (!isSeq(this.#node)) return [];
    return this.#node.items.map((item) => new YamlPlace(item, this.#lines, offsetOf(item, this.#keyOffset)));
  }

  entries(): [string, YamlPlace][] {
    if (!isMap(this.#node)) return [];
    return this.#node.items.flatMap((pair): [string, YamlPlace][] =>
      isScalar(pair.key)
        ? [
            [
              String(pair.key.value),
              new YamlPlace(pair.value, this.#lines, offsetOf(pair.key, this.#keyOffset)),
            ],
          ]
        : [],
    );
  }

  get value(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined;
  }

  get text(): string {
    const value = this.value;
    return value === undefined || value === null ? '' : String(value);
  }

  get isMap(): boolean {
    return isMap(this.#node);
  }
}

function offsetOf(node: unknown, otherwise: number): number {
  return (node as Node | null)?.range?.[0] ?? otherwise;
}

/** The documents of a YAML text; invalid ones are left out. Helm templates are not YAML. */
export function readYamlDocuments(text: string): YamlPlace[] {
  if (text.length > 1_048_576) return [];
  const lines = new LineCounter();
  try {
    return parseAllDocuments(text, {
      lineCounter: lines,
      logLevel: 'silent',
      strict: false,
      uniqueKeys: false,
    })
      .filter((document) => 'contents' in document && document.errors.length === 0)
      .map(
        (document) =>
          new YamlPlace(document.contents, lines, (document.contents as Node | null)?.range?.[0] ?? 0),
      );
  } catch {
    return [];
  }
}
