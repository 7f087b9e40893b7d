import { isComment } from '../languages/frontend/syntax-tree.ts';
import type { Bindings } from './bindings.ts';
import type { PatternNode } from './compile-pattern.ts';
import type { Syntax } from './syntax.ts';
import { isBlock } from './tree-shape.ts';

/** Called with the bindings and the first and last statement; true ends the search. */
export type ThenStatements = (bindings: Bindings | null, first: Syntax, last: Syntax) => boolean;
type Then = (bindings: Bindings | null) => boolean;

/** A list of statements in which a sequence is searched for. */
export interface StatementSearch {
  statements: readonly Syntax[];
  /** No statement may remain after the last one. */
  isStrict: boolean;
  /** Other statements may come before the next one. */
  isLoose: boolean;
  first: Syntax | null;
}

/** Compares single nodes. */
interface Nodes {
  node(part: PatternNode, given: Syntax, bindings: Bindings | null, then: Then): boolean;
  tick(): void;
}

/** Matches the statements of a pattern with those of the code. */
export class StatementMatcher {
  readonly #nodes: Nodes;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  /** Matches all statements of a block. Other statements are only allowed at an ellipsis. */
  block(
    parts: readonly PatternNode[],
    statements: readonly Syntax[],
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    const isOpen = parts.at(-1)?.k === 'ellipsis';
    const wanted = isOpen ? parts.slice(0, -1) : parts;
    if (wanted.every(({ k }) => k === 'ellipsis'))
      return (parts.length > 0 || statements.length === 0) && then(bindings);
    const search = { statements, isStrict: !isOpen, isLoose: false, first: null };
    return this.sequence(wanted, 0, search, bindings, (given) => then(given));
  }

  sequence(
    parts: readonly PatternNode[],
    from: number,
    search: StatementSearch,
    bindings: Bindings | null,
    then: ThenStatements,
  ): boolean {
    this.#nodes.tick();
    const [part, ...rest] = parts;
    if (part === undefined) return false;
    if (part.k === 'ellipsis') return this.sequence(rest, from, { ...search, isLoose: true }, bindings, then);
    const { statements, isLoose, isStrict, first } = search;
    for (let at = from; ; at++) {
      const statement = statements[at];
      if (statement === undefined) return false;
      const after = (given: Bindings | null) => {
        if (rest.length === 0)
          return (!isStrict || at === statements.length - 1) && then(given, first ?? statement, statement);
        const next = { ...search, isLoose: false, first: first ?? statement };
        return this.sequence(rest, at + 1, next, given, then);
      };
      if (this.#statement(part, statement, bindings, after)) return true;
      if (!isLoose) return false;
      // Statements nested in this one also come after the previous ones.
      for (const inner of this.#blocksIn(statement)) {
        const within = { ...search, statements: inner, isStrict: false };
        if (this.sequence(parts, 0, within, bindings, then)) return true;
      }
    }
  }

  /** The outermost lists of statements in a statement. */
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

  /** A pattern that is an expression matches anywhere in a statement, but not in the statements nested in it. */
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
