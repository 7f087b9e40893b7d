import { isComment } from '../languages/frontend/syntax-tree.ts';
import type { Bindings } from './bindings.ts';
import type { CompiledPattern, PatternNode } from './compile-pattern.ts';
import { ruleLimits } from './limits.ts';
import { NodeMatcher, StepsOver } from './match-node.ts';
import type { MatchedFile } from './matched-file.ts';
import type { Syntax } from './syntax.ts';
import { bare } from './tree-shape.ts';

/** A place where a pattern matches, with the bindings. */
export interface Match {
  start: number;
  end: number;
  bindings: Bindings | null;
}

/** The maximum number of matches of one node with different bindings. */
const MAX_PARALLEL = 8;

/** Every place where the pattern matches. If it runs out of steps, the file's `cut` counts it. */
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
        return ++count >= MAX_PARALLEL;
      });
    }
  }

  #tell(start: number, end: number, bindings: Bindings | null): void {
    this.found.push({ start, end, bindings });
    if (this.found.length > ruleLimits.matchesPerPattern) throw new StepsOver();
  }

  /** Tries each statement as the beginning. Statements after the pattern are ignored. */
  #inBlock(parts: readonly PatternNode[], block: Syntax): void {
    const statements = block.kids.filter((kid) => !isComment(kid));
    const leads = parts[0]?.k === 'ellipsis';
    const trails = parts.at(-1)?.k === 'ellipsis';
    const wanted = parts.slice(leads ? 1 : 0, trails ? -1 : undefined);
    const end = statements.at(-1)?.end ?? 0;
    for (const [from, statement] of statements.entries()) {
      let count = 0;
      const search = { statements, isStrict: false, isLoose: leads, first: null };
      this.#nodes.sequence(wanted, from, search, null, (bindings, first, last) => {
        const start = leads ? statement.start : first.start;
        this.#tell(start, trails ? Math.max(end, last.end) : last.end, bindings);
        return ++count >= MAX_PARALLEL;
      });
      if (leads) return;
    }
  }
}
