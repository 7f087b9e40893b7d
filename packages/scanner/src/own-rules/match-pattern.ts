import type { Bindings } from './bindings.ts';
import type { CompiledPattern, PatternNode } from './compile-pattern.ts';
import { ruleLimits } from './limits.ts';
import { NodeMatcher, StepsOver, type Then } from './match-node.ts';
import type { MatchedFile } from './matched-file.ts';
import type { Syntax } from './syntax.ts';
import { bare, isBlock, isComment } from './tree-shape.ts';

/** Where a pattern matches, and with what. */
export interface Match {
  start: number;
  end: number;
  bindings: Bindings | null;
}

/** Matches of one node with different bindings that are told. */
const MOST_AT_ONCE = 8;

/** Every place where the pattern matches. What runs out of steps is told by the file. */
export function matchPattern(file: MatchedFile, pattern: CompiledPattern): Match[] {
  if (!pattern.words.every((word) => file.parsed.text.includes(word))) return [];
  const search = new Search(file);
  try {
    search.run(pattern);
  } catch (error) {
    if (!(error instanceof StepsOver || error instanceof RangeError)) throw error;
    file.cut++;
  }
  return search.found;
}

class Search {
  readonly found: Match[] = [];
  readonly #file: MatchedFile;
  readonly #nodes: NodeMatcher;

  constructor(file: MatchedFile) {
    this.#file = file;
    this.#nodes = new NodeMatcher(file);
  }

  run({ parts, isSequence, rootType }: CompiledPattern): void {
    if (isSequence) {
      for (const block of this.#file.blocks) this.#inBlock(parts, block);
      return;
    }
    const [part] = parts;
    if (part === undefined) return;
    const candidates = rootType === null ? this.#file.all : (this.#file.byType.get(rootType) ?? []);
    for (const node of candidates) {
      if (bare(node) !== node) continue;
      let count = 0;
      this.#nodes.node(part, node, null, (bindings) => {
        this.#tell(node.start, node.end, bindings);
        return ++count >= MOST_AT_ONCE;
      });
    }
  }

  #tell(start: number, end: number, bindings: Bindings | null): void {
    this.found.push({ start, end, bindings });
    if (this.found.length > ruleLimits.matchesPerPattern) throw new StepsOver();
  }

  /** From each statement on. What follows the pattern is left alone. */
  #inBlock(parts: readonly PatternNode[], block: Syntax): void {
    const statements = block.kids.filter((kid) => !isComment(kid));
    const leads = parts[0]!.k === 'ellipsis';
    const trails = parts.at(-1)!.k === 'ellipsis';
    const wanted = parts.slice(leads ? 1 : 0, trails ? -1 : undefined);
    for (let from = 0; from < statements.length; from++) {
      let count = 0;
      this.#statements(wanted, statements, from, leads, null, statements[from]!, (bindings, first, last) => {
        const start = leads ? statements[from]!.start : first.start;
        this.#tell(start, trails ? Math.max(statements.at(-1)!.end, last.end) : last.end, bindings);
        return ++count >= MOST_AT_ONCE;
      });
      if (leads) return;
    }
  }

  #statements(
    parts: readonly PatternNode[],
    statements: readonly Syntax[],
    from: number,
    isLoose: boolean,
    bindings: Bindings | null,
    first: Syntax | null,
    then: (bindings: Bindings | null, first: Syntax, last: Syntax) => boolean,
  ): boolean {
    this.#nodes.tick();
    const [part, ...rest] = parts;
    if (part === undefined) return false;
    if (part.k === 'ellipsis') return this.#statements(rest, statements, from, true, bindings, first, then);
    for (let at = from; at < statements.length; at++) {
      const statement = statements[at]!;
      const after = (given: Bindings | null, place: Syntax) =>
        rest.length === 0
          ? then(given, first ?? place, place)
          : this.#statements(rest, statements, at + 1, false, given, first ?? place, then);
      if (this.#statement(part, statement, bindings, (given) => after(given, statement))) return true;
      if (!isLoose) return false;
      // What stands in a statement follows those before it, too.
      for (const inner of this.#blocksIn(statement))
        if (this.#statements(parts, inner, 0, true, bindings, first, then)) return true;
    }
    return false;
  }

  /** Lists of statements in a statement, the outermost ones. */
  #blocksIn(statement: Syntax): Syntax[][] {
    const found: Syntax[][] = [];
    const open = [...statement.kids];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      this.#nodes.tick();
      if (isBlock(next)) found.push(next.kids.filter((kid) => !isComment(kid)));
      else open.unshift(...next.kids);
    }
    return found;
  }

  /** An expression as a statement is looked for in the whole of one, but not in the statements in it. */
  #statement(part: PatternNode, node: Syntax, bindings: Bindings | null, then: Then): boolean {
    if (this.#nodes.node(part, node, bindings, then)) return true;
    if (!isExpression(part)) return false;
    return node.kids.some((kid) => !isBlock(kid) && this.#statement(part, kid, bindings, then));
  }
}

function isExpression(part: PatternNode): boolean {
  if (part.k === 'assign') return true;
  if (part.k !== 'node') return false;
  return !/statement|Statement|declaration|Declaration|definition|Function|Class|^if|^for|^while|^try|block/.test(
    part.type,
  );
}
