import { isComment } from '../languages/frontend/syntax-tree.ts';
import { type Bindings, bind } from './bindings.ts';
import { BoundedRegex } from './bounded-regex.ts';
import type { PatternNode } from './compile-pattern.ts';
import { typeAt } from './file-names.ts';
import { importedMember, isImported } from './imported-names.ts';
import { knownText } from './known-text.ts';
import { ruleLimits } from './limits.ts';
import { StatementMatcher, type StatementSearch, type ThenStatements } from './match-statements.ts';
import type { MatchedFile } from './matched-file.ts';
import type { Syntax } from './syntax.ts';
import {
  asAssignment,
  bare,
  importsOf,
  isBlock,
  isMember,
  isNamedArgument,
  isOptional,
  isString,
  parameterName,
  typeOf,
} from './tree-shape.ts';
import { sameNumber, sameTypeName } from './written-names.ts';

/** Continues with the bindings so far; true ends the search. */
export type Then = (bindings: Bindings | null) => boolean;

/** A pattern has reached its limit of comparisons. */
export class StepsOver extends Error {}

/** Compares parts of one pattern with nodes of one file. */
export class NodeMatcher {
  readonly #file: MatchedFile;
  readonly #statements = new StatementMatcher(this);
  #steps = 0;

  constructor(file: MatchedFile) {
    this.#file = file;
  }

  tick(): void {
    if (++this.#steps > ruleLimits.stepsPerPattern) throw new StepsOver();
  }

  /** Matches consecutive statements, starting at one in a list. */
  sequence(
    parts: readonly PatternNode[],
    from: number,
    search: StatementSearch,
    bindings: Bindings | null,
    then: ThenStatements,
  ): boolean {
    return this.#statements.sequence(parts, from, search, bindings, then);
  }

  node(part: PatternNode, given: Syntax, bindings: Bindings | null, then: Then): boolean {
    this.tick();
    const node = bare(given);
    switch (part.k) {
      case 'ellipsis':
        return then(bindings);
      case 'many':
      case 'hole':
        return this.#hole(part, node, bindings, then);
      case 'deep':
        return this.#deep(part.of, node, bindings, then);
      case 'chain':
        return this.#chain(part.of, node, bindings, then);
      case 'text':
        return this.#text(part, node, bindings, then);
      case 'assign':
        return this.#assign(part, node, bindings, then);
      default:
        return this.#plain(part, node, bindings, then);
    }
  }

  #hole(
    part: Extract<PatternNode, { k: 'hole' | 'many' }>,
    node: Syntax,
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    if (part.k === 'hole' && part.type !== null && !this.#hasType(node, part.type)) return false;
    const named = parameterName(node) ?? node;
    const bound = bind(bindings, part.name, this.#boundTo(named, named));
    return bound !== false && then(bound);
  }

  #boundTo(first: Syntax, last: Syntax) {
    const { start } = first;
    const { end } = last;
    return { start, end, value: this.#file.valueOf({ start, end }) };
  }

  #hasType(node: Syntax, wanted: string): boolean {
    const written = this.#file.textOf(node);
    const { parsed, names } = this.#file;
    const value = /^(?:new\s+([\w.]+))/.exec(written)?.[1];
    const known =
      value ??
      typeAt(names.types, written.replace(/^this\./, '').replace(/^\$/, ''), node.start) ??
      (isString(node, parsed.text) ? 'String' : undefined);
    if (known === undefined || known === null) return false;
    return sameTypeName(known, wanted);
  }

  #chain(part: PatternNode, node: Syntax, bindings: Bindings | null, then: Then): boolean {
    if (this.node(part, node, bindings, then)) return true;
    const [owner] = node.kids;
    const isLink = isMember(node.type) || /call|invocation|Call|subscript/.test(node.type);
    return owner !== undefined && isLink && this.#chain(part, owner, bindings, then);
  }

  #deep(part: PatternNode, node: Syntax, bindings: Bindings | null, then: Then): boolean {
    return (
      this.node(part, node, bindings, then) || node.kids.some((kid) => this.#deep(part, kid, bindings, then))
    );
  }

  #text(
    part: Extract<PatternNode, { k: 'text' }>,
    node: Syntax,
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    const { text } = this.#file.parsed;
    if (part.isFormat)
      return (
        part.content === null &&
        /^[rR]?[fF]/.test(this.#file.textOf(node)) &&
        isString(node, text) &&
        then(bindings)
      );
    const content = knownText(this.#file, node);
    if (content === null) return false;
    if (part.name !== null) {
      const length = Math.max(0, Math.floor((node.end - node.start - content.length) / 2));
      const isWritten = text.startsWith(content, node.start + length);
      const start = isWritten ? node.start + length : node.start;
      const bound = bind(bindings, part.name, {
        start,
        end: isWritten ? start + content.length : node.end,
        value: content,
      });
      return bound !== false && then(bound);
    }
    if (part.regex !== null) return new BoundedRegex(part.regex).matchesStart(content) && then(bindings);
    return (part.content === null || part.content === content) && then(bindings);
  }

  #assign(
    part: Extract<PatternNode, { k: 'assign' }>,
    node: Syntax,
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    const assignment = asAssignment(node);
    if (assignment === null) return false;
    return this.node(part.left, assignment.left, bindings, (left) =>
      this.node(part.right, assignment.right, left, then),
    );
  }

  #plain(
    part: Extract<PatternNode, { k: 'node' }>,
    given: Syntax,
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    if (part.path !== null && isImported(this.#file, part.path, given)) return then(bindings);
    const member = importedMember(this.#file, part, given, bindings);
    if (member !== false) return then(member);
    let node = given;
    if (/^generic_(?:type|function)$/.test(node.type) && part.type !== node.type && node.kids[0])
      node = bare(node.kids[0]);
    if (typeOf(node) !== part.type) return false;
    if (part.isModifiers) return this.#modifiers(part, node, bindings, then);
    const kids = (importsOf(node) ?? node.kids).filter((kid) => !isComment(kid) && !isEmpty(kid));
    if (part.kids.length === 0) {
      const isLeaf = kids.length === 0 || kids.every(isOptional);
      if (!isLeaf || part.leaf === null) return false;
      const written = node.field === 'operator' ? node.type : this.#file.textOf(node);
      // Brackets with nothing but comments in them are empty.
      if (/^[{([]\s*[})\]]$/.test(part.leaf))
        return kids.length === 0 && written[0] === part.leaf[0] && then(bindings);
      if (kids.length > 0) return written.startsWith(part.leaf) && then(bindings);
      return (written === part.leaf || sameNumber(written, part.leaf)) && then(bindings);
    }
    if (isBlock(node) && !part.isUnordered) return this.#statements.block(part.kids, kids, bindings, then);
    if (part.isUnordered)
      return this.#members(part.isOpen ? [...part.kids, { k: 'ellipsis' }] : part.kids, kids, bindings, then);
    if (part.kids.some((kid) => kid.k === 'node' && kid.isNamed))
      return this.#named(part.kids, kids, bindings, then);
    return this.#list(part.kids, 0, kids, 0, bindings, then);
  }

  /** The modifiers of the pattern must be among those of the code. */
  #modifiers(
    part: Extract<PatternNode, { k: 'node' }>,
    node: Syntax,
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    const words = new Set(this.#file.textOf(node).split(/\s+/));
    if (part.leaf !== null) return part.leaf.split(/\s+/).every((word) => words.has(word)) && then(bindings);
    return this.#members([...part.kids, { k: 'ellipsis' }], node.kids, bindings, then);
  }

  /** Matches parts in order; an ellipsis takes any number of nodes. */
  #list(
    parts: readonly PatternNode[],
    p: number,
    nodes: readonly Syntax[],
    n: number,
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    this.tick();
    const part = parts[p];
    if (part === undefined) return nodes.slice(n).every(isOptional) && then(bindings);
    if (part.k === 'ellipsis' || part.k === 'many') {
      const first = nodes[n];
      for (let to = n; to <= nodes.length; to++) {
        const last = to > n ? nodes[to - 1] : undefined;
        const given =
          part.k === 'many' && first !== undefined && last !== undefined
            ? bind(bindings, part.name, this.#boundTo(first, last))
            : bindings;
        if (given !== false && this.#list(parts, p + 1, nodes, to, given, then)) return true;
      }
      return false;
    }
    const node = nodes[n];
    if (node === undefined) return false;
    // A pattern with a function name does not match a function without one. A pattern without a name matches both.
    if ((part.field === 'id') !== (node.field === 'id'))
      return node.field === 'id' && this.#list(parts, p, nodes, n + 1, bindings, then);
    if (this.node(part, node, bindings, (given) => this.#list(parts, p + 1, nodes, n + 1, given, then)))
      return true;
    return isOptional(node) && this.#list(parts, p, nodes, n + 1, bindings, then);
  }

  /** Matches each part with a different node, in any order. Other nodes may remain only if there is an ellipsis. */
  #members(
    parts: readonly PatternNode[],
    nodes: readonly Syntax[],
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    const wanted = parts.filter(({ k }) => k !== 'ellipsis' && k !== 'many');
    const isOpen = wanted.length < parts.length;
    const used = new Set<Syntax>();
    const next = (at: number, given: Bindings | null): boolean => {
      this.tick();
      const part = wanted[at];
      if (part === undefined)
        return (isOpen || nodes.every((node) => used.has(node) || isOptional(node))) && then(given);
      for (const node of nodes) {
        if (used.has(node)) continue;
        used.add(node);
        if (this.node(part, node, given, (more) => next(at + 1, more))) return true;
        used.delete(node);
      }
      return false;
    };
    return next(0, bindings);
  }

  /** Matches positional arguments in order, and named ones in any order. */
  #named(
    parts: readonly PatternNode[],
    nodes: readonly Syntax[],
    bindings: Bindings | null,
    then: Then,
  ): boolean {
    const isNamed = (part: PatternNode) => part.k === 'node' && part.isNamed;
    const isOpen = parts.some(({ k }) => k === 'ellipsis' || k === 'many');
    const byName = nodes.filter(({ type }) => isNamedArgument(type));
    const byPlace = nodes.filter(({ type }) => !isNamedArgument(type));
    const named: PatternNode[] = parts.filter(isNamed);
    return this.#list(
      parts.filter((part) => !isNamed(part)),
      0,
      byPlace,
      0,
      bindings,
      (given) => this.#members(isOpen ? [...named, { k: 'ellipsis' }] : named, byName, given, then),
    );
  }
}

const isEmpty = (node: Syntax) =>
  (node.type === 'TemplateElement' && node.start === node.end) || node.type === 'escape_sequence';
