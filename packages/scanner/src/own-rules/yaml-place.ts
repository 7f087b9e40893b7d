import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { RuleProblem } from './rule-types.ts';

/** A value in the file with its place, for messages. */
export class Place {
  readonly #node: unknown;
  readonly field: string;
  readonly line: number;
  readonly #lines: LineCounter;

  constructor(node: unknown, field: string, line: number, lines: LineCounter) {
    this.#node = node;
    this.field = field;
    this.line = line;
    this.#lines = lines;
  }

  get exists(): boolean {
    return this.#node !== undefined && this.#node !== null;
  }

  get value(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined;
  }

  get text(): string | undefined {
    const { value } = this;
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  }

  get isMap(): boolean {
    return isMap(this.#node);
  }

  get isList(): boolean {
    return isSeq(this.#node);
  }

  items(): Place[] {
    if (!isSeq(this.#node)) return [];
    return this.#node.items.map(
      (item, at) => new Place(item, `${this.field}[${at}]`, this.#lineOf(item), this.#lines),
    );
  }

  entries(): [string, Place][] {
    if (!isMap(this.#node)) return [];
    return this.#node.items.map((pair): [string, Place] => {
      const key = isScalar(pair.key) ? String(pair.key.value) : '?';
      const field = this.field === '' ? key : `${this.field}.${key}`;
      return [key, new Place(pair.value, field, this.#lineOf(pair.key), this.#lines)];
    });
  }

  at(key: string): Place {
    const found = this.entries().find(([name]) => name === key);
    const field = this.field === '' ? key : `${this.field}.${key}`;
    return found?.[1] ?? new Place(undefined, field, this.line, this.#lines);
  }

  /** The strings in a list, or a single string. */
  texts(): string[] {
    const places = this.isList ? this.items() : [this];
    return places.flatMap((place) => place.text ?? []);
  }

  #lineOf(node: unknown): number {
    const start = (node as { range?: [number, number, number] } | null)?.range?.[0];
    return start === undefined ? this.line : this.#lines.linePos(start).line;
  }
}

/** Reads the text as one document. Aliases are refused, because a short text could expand without limit. */
export function readYaml(text: string): Place | RuleProblem {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, maxAliasCount: 0 } as object);
    const [error] = document.errors;
    if (error) {
      const [message] = error.message.split(' at line ');
      return { line: error.linePos?.[0].line ?? 1, field: '', message: message ?? 'It is not valid YAML.' };
    }
    let alias: number | undefined;
    const look = (node: unknown): void => {
      if (alias !== undefined) return;
      if (isAlias(node)) alias = lines.linePos(node.range?.[0] ?? 0).line;
      else if (isMap(node)) for (const pair of node.items) look(pair.value);
      else if (isSeq(node)) for (const item of node.items) look(item);
    };
    look(document.contents);
    if (alias !== undefined)
      return { line: alias, field: '', message: 'Anchors and aliases of YAML are not supported.' };
    return new Place(document.contents, '', 1, lines);
  } catch (error) {
    // Nested more deeply than the stack allows.
    if (error instanceof RangeError) return { line: 1, field: '', message: 'It is nested too deeply.' };
    throw error;
  }
}
