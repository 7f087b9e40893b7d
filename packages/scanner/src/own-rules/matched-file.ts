import { type FileNames, readNames } from './file-names.ts';
import { type ParsedText, type Syntax, walk } from './syntax.ts';
import { isBlock, typeOf } from './tree-shape.ts';

/** A file that patterns are matched with, and what they share about it. */
export class MatchedFile {
  readonly parsed: ParsedText;
  readonly byType = new Map<string, Syntax[]>();
  readonly all: Syntax[] = [];
  readonly blocks: Syntax[] = [];
  readonly parents = new Map<Syntax, Syntax | null>();
  /** Patterns that ended before they had seen the whole file. */
  cut = 0;
  #names: FileNames | undefined;

  constructor(parsed: ParsedText) {
    this.parsed = parsed;
    walk(parsed.root, (node, parent) => {
      this.all.push(node);
      this.parents.set(node, parent);
      const type = typeOf(node);
      const list = this.byType.get(type);
      if (list === undefined) this.byType.set(type, [node]);
      else list.push(node);
      if (isBlock(node) || parent === null) this.blocks.push(node);
    });
  }

  readonly #values = new Map<number, string>();

  /** The text without whitespace, to compare metavariables. */
  valueOf({ start, end }: { start: number; end: number }): string {
    const key = start * 2_097_152 + end;
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.textOf({ start, end }).replace(/\s+/g, '');
      this.#values.set(key, value);
    }
    return value;
  }

  get names(): FileNames {
    this.#names ??= readNames(this.parsed.root, this.parsed.text, this.parsed.language);
    return this.#names;
  }

  textOf(node: { start: number; end: number }): string {
    return this.parsed.text.slice(node.start, node.end);
  }
}
