import { isComment } from '../languages/frontend/syntax-tree.ts';
import { names, preparePattern } from './pattern-text.ts';
import { wrappingsOf } from './pattern-wrappings.ts';
import { isScript, type ParsedText, parseText, type Syntax } from './syntax.ts';
import {
  asAssignment,
  bare,
  between,
  dottedPath,
  importsOf,
  isAlwaysOpen,
  isAssignment,
  isMember,
  isNamedArgument,
  isOptional,
  isString,
  isUnordered,
  stringContent,
  typeOf,
} from './tree-shape.ts';

/** A part of a pattern that a node has to match. */
export type PatternNode = PatternPart & {
  /** The field in the pattern's tree. It distinguishes a function's name from its parameters. */
  field?: string | null;
};

type PatternPart =
  | { k: 'ellipsis' }
  | { k: 'many'; name: string }
  | { k: 'hole'; name: string; type: string | null }
  | { k: 'deep'; of: PatternNode }
  /** The beginning of a chain of members and calls of any length. */
  | { k: 'chain'; of: PatternNode }
  /** A string: with any content, a fixed one, or one bound to a metavariable. */
  | { k: 'text'; content: string | null; name: string | null; regex: string | null; isFormat: boolean }
  | { k: 'assign'; left: PatternNode; right: PatternNode }
  | {
      k: 'node';
      type: string;
      kids: PatternNode[];
      /** The text of a node without children. */
      leaf: string | null;
      path: string | null;
      isUnordered: boolean;
      isOpen: boolean;
      isOptional: boolean;
      isNamed: boolean;
      isModifiers: boolean;
    };

export interface CompiledPattern {
  /** In order; most patterns have one part. */
  parts: PatternNode[];
  /** A statement or several, which are searched for in lists of statements. */
  isSequence: boolean;
  /** Words that a matching file must contain. */
  words: string[];
  /** The type of the single part's node, if it must have one. */
  rootType: string | null;
}

const PARSE_MS = 50;

/**
 * Null if the pattern is not valid code in this language, or is nested too deeply. The language's grammar must be
 * loaded.
 */
export function compilePattern(language: string, pattern: string): CompiledPattern | null {
  try {
    return compileAny(language, pattern);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function compileAny(language: string, pattern: string): CompiledPattern | null {
  const prepared = preparePattern(language, pattern.trim());
  for (const { before, after, kind, only } of wrappingsOf(language)) {
    if (only?.test(prepared.text) === false) continue;
    const text = before + prepared.text + after;
    const parsed = parseText(isScript(language) ? 'JavaScript' : language, text, PARSE_MS, kind);
    if (parsed === null || parsed.hasErrors) continue;
    const nodes = nodesWithin(parsed, before.length, before.length + prepared.text.length);
    if (nodes.length > 0) return compiled(parsed, nodes, prepared.types);
  }
  return null;
}

const statementLists = /^(?:statement_list|body_statement|statements)$/;

/** The outermost nodes of the pattern, without the code around it. */
function nodesWithin({ root }: ParsedText, start: number, end: number): Syntax[] {
  let holder = root;
  for (;;) {
    const kids = holder.kids.filter((kid) => kid.end > kid.start && !isComment(kid));
    const within = kids.filter((kid) => kid.start >= start && kid.start < end && kid.end <= end + 2);
    // A list of statements is not a statement itself.
    const [first, second] = within;
    const isList = second === undefined && first && statementLists.test(first.type);
    if (first !== undefined && !isList) return within;
    const next = first ?? kids.find((kid) => kid.start <= start && kid.end >= end);
    if (next === undefined) return [];
    holder = next;
  }
}

function compiled(parsed: ParsedText, nodes: Syntax[], types: ReadonlyMap<string, string>): CompiledPattern {
  const converter = new Converter(parsed, types);
  const kept = nodes.filter(({ type }) => !/^(?:php_tag|EmptyStatement|empty_statement)$/.test(type));
  const parts = kept.map((node) => converter.convert(node));
  const [first] = parts;
  const isSequence = parts.length > 1;
  return {
    parts,
    isSequence,
    words: [...converter.words],
    rootType: !isSequence && first?.k === 'node' && first.path === null ? first.type : null,
  };
}

class Converter {
  readonly words = new Set<string>();
  readonly #parsed: ParsedText;
  readonly #types: ReadonlyMap<string, string>;

  constructor(parsed: ParsedText, types: ReadonlyMap<string, string>) {
    this.#parsed = parsed;
    this.#types = types;
  }

  convert(given: Syntax): PatternNode {
    const node = bare(given);
    const made =
      this.#placeholder(node) ??
      this.#deep(node) ??
      this.#chain(node) ??
      this.#string(node) ??
      this.#assign(node) ??
      this.#node(node);
    return { ...made, field: given.field };
  }

  #written(node: Syntax): string {
    return this.#parsed.text.slice(node.start, node.end);
  }

  #placeholder(node: Syntax): PatternNode | null {
    if (node.end - node.start > 300) return null;
    const written = this.#written(node).trim().replace(/;$/, '');
    if (/^(?:public\s+)?\$?[Ee]ll_(?:\(\)|\s*[:=]?\s*[Ee]ll_)?[,;]?$/.test(written)) return { k: 'ellipsis' };
    const one = names.metavariable.exec(written.replace(/^(\S+)(?: :)? \1$/, '$1'));
    if (one?.[1] !== undefined) return { k: 'hole', name: one[1], type: this.#types.get(one[1]) ?? null };
    const several = names.metavariables.exec(written.replace(/ .*$/s, ''));
    if (several && /^\S+(?: \S+)?$/.test(written)) return { k: 'many', name: `...${several[1]}` };
    const content = /content|TemplateElement|string_fragment/.test(node.type);
    const held = /^\$([A-Z_][A-Z_0-9]*)$/.exec(written)?.[1];
    if (content && held !== undefined) return { k: 'hole', name: held, type: null };
    return /^\.\.\.$/.test(written) && content ? { k: 'ellipsis' } : null;
  }

  #deep(node: Syntax): PatternNode | null {
    if (!/^[Dd]eep_\s*\(/.test(this.#parsed.text.slice(node.start, node.start + 8))) return null;
    if (!/call|invocation|Call/.test(node.type)) return null;
    const holder = node.kids.at(-1);
    const inner = holder && /arguments|argument_list/.test(holder.type) ? holder.kids.at(-1) : holder;
    return inner === undefined ? null : { k: 'deep', of: this.convert(inner) };
  }

  #chain(node: Syntax): PatternNode | null {
    const [owner, name, ...others] = node.kids;
    if (owner === undefined || name === undefined || others.length > 0) return null;
    if (!isMember(node.type) || !names.ellipsis.test(this.#written(name))) return null;
    return { k: 'chain', of: this.convert(owner) };
  }

  #string(node: Syntax): PatternNode | null {
    const { text } = this.#parsed;
    if (!isString(node, text)) return null;
    const raw = this.#written(node);
    const content = between(raw);
    const isFormat = /^[rRbB]?[fF]/.test(raw);
    const any = { k: 'text', content: null, name: null, regex: null, isFormat } as const;
    if (content === '...') return any;
    const name = /^\$([A-Z_][A-Z_0-9]*)$/.exec(content)?.[1];
    if (name !== undefined) return { ...any, name };
    const [, regex, flags] = /^=~\/(.*)\/([a-z]*)$/s.exec(content) ?? [];
    if (regex !== undefined) return { ...any, regex: flags?.includes('i') ? `(?i)${regex}` : regex };
    const known = stringContent(node, text);
    if (known === null) return this.#template(node);
    for (const word of known.match(/\w{3,}/g) ?? []) this.words.add(word);
    return { ...any, content: known };
  }

  /** A string with interpolated values: an ellipsis between them matches anything, or nothing. */
  #template(node: Syntax): PatternNode | null {
    const holes = node.kids.filter(({ type }) => type === 'interpolation');
    if (!/^(?:Swift|Dart|Scala)$/.test(this.#parsed.language) || holes.length === 0) return null;
    const kids: PatternNode[] = [];
    const addText = (from: number, to: number): void => {
      if (this.#parsed.text.slice(from, to).includes('...')) kids.push({ k: 'ellipsis' });
    };
    let from = node.start;
    for (const hole of holes) {
      addText(from, hole.start);
      kids.push(this.convert(hole));
      from = hole.end;
    }
    addText(from, node.end);
    return { ...this.#node(node), ...(kids.length > 0 && { kids }) } as PatternNode;
  }

  #assign(node: Syntax): PatternNode | null {
    const sides = isAssignment(node) ? asAssignment(node) : null;
    return sides && { k: 'assign', left: this.convert(sides.left), right: this.convert(sides.right) };
  }

  #node(node: Syntax): PatternNode {
    const { text } = this.#parsed;
    const kids = (importsOf(node) ?? node.kids).filter((kid) => isTelling(kid, text));
    const leaf = kids.length === 0 ? this.#written(node) : null;
    if (leaf !== null) for (const word of leaf.match(/[A-Za-z_]\w{2,}/g) ?? []) this.words.add(word);
    return {
      k: 'node',
      type: typeOf(node),
      kids: kids.map((kid) => this.convert(kid)),
      leaf: leaf !== null && kids.length === 0 && node.field === 'operator' ? node.type : leaf,
      path: dottedPath(node, text),
      isUnordered: isUnordered(node.type),
      isOpen: isAlwaysOpen(node.type),
      isOptional: isOptional(node),
      isNamed: isNamedArgument(node.type),
      isModifiers: node.type === 'modifiers',
    };
  }
}

/** Whether a node of the pattern has to be matched. */
function isTelling(kid: Syntax, text: string): boolean {
  if (isComment(kid)) return false;
  if (/^(?:string_start|string_end|empty_statement|EmptyStatement|escape_sequence)$/.test(kid.type))
    return false;
  if (kid.field === 'kind') return kid.type === 'const';
  return kid.type !== 'TemplateElement' || text.slice(kid.start, kid.end) !== '';
}
