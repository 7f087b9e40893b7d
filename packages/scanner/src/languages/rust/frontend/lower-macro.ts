import type { Expr } from '../../../ir/ir.ts';
import {
  callNamed,
  call as callOf,
  type LowerContext,
  textOf,
  variable,
} from '../../frontend/lower-context.ts';
import { unescapeText } from '../../frontend/lower-strings.ts';
import { type Lower, lowerExpr } from '../../frontend/lowering.ts';
import { at, child, ofType } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

/** Macros whose tokens are arguments like those of a call. */
const printing =
  /^(?:format|println|print|eprintln|eprint|write|writeln|panic|info|warn|error|debug|trace|log|bail|anyhow)$/;

/** In Rust, macros contain only tokens. The parts between commas are parsed as expressions if they are simple. */
export const lowerMacro: Lower = (context, node) => {
  const name = textOf(context, child(node, 'macro')).replace(/^.*::/, '');
  const tokens = ofType(node, 'token_tree');
  const args = tokens === null ? [] : readArguments(context, tokens, printing.test(name));
  const writes = /^write(?:ln)?$/.test(name);
  const format = args[writes ? 1 : 0];
  if (printing.test(name) && format?.k === 'lit' && typeof format.v === 'string') {
    const before = writes ? 2 : 1;
    format.v = format.v.replace(/\{([a-z_]\w*)((?::[^}]*)?)\}/g, (_, given: string, how: string) => {
      args.push(variable(node, given));
      return `{${args.length - before - 1}${how}}`;
    });
  }
  // `write!(target, …)` appends the result of `format!(…)`.
  if (writes && args[0]?.k === 'var' && args.length > 1) {
    const text = callNamed(node, 'format!', args.slice(1));
    return callOf(node, { k: 'get', o: args[0], name: 'push_str', ...at(node) }, [text]);
  }
  return callNamed(node, `${name}!`, args);
};

function readArguments(context: LowerContext, tokens: TreeNode, isCall: boolean): Expr[] {
  const args: Expr[] = [];
  const from = tokens.start + 1;
  const text = context.file.text.slice(from, Math.max(from, tokens.end - 1));
  for (const [start, end] of isCall && text.length < 4_000 ? pieces(text) : []) {
    const read = new Reader(text, start, end, from).read();
    if (read !== null) args.push(read);
    else args.push(...names(context, tokens, from + start, from + end));
  }
  return isCall && text.length < 4_000 ? args : names(context, tokens, tokens.start, tokens.end);
}

/** All names and string literals in a range. */
function names(context: LowerContext, tree: TreeNode, start: number, end: number): Expr[] {
  return tree.kids.flatMap((kid) => {
    if (kid.end <= start || kid.start >= end) return [];
    if (kid.type === 'token_tree') return names(context, kid, start, end);
    return /^(?:raw_)?string_literal$|^identifier$|^self$/.test(kid.type) ? [lowerExpr(context, kid)] : [];
  });
}

/** The parts between commas that are outside brackets and strings. */
function pieces(text: string): [number, number][] {
  const found: [number, number][] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    if (sign === '"') {
      while (++index < text.length && text[index] !== '"') if (text[index] === '\\') index++;
    } else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      found.push([start, index]);
      start = index + 1;
    }
  }
  if (text.slice(start).trim() !== '') found.push([start, text.length]);
  return found;
}

/** A string, a number, or a name with fields, calls and `?` after it; null for all others. */
class Reader {
  private readonly text: string;
  private readonly end: number;
  private readonly base: number;
  private index: number;

  constructor(text: string, start: number, end: number, base: number) {
    this.text = text;
    this.index = start;
    this.end = end;
    this.base = base;
  }

  read(): Expr | null {
    const value = this.value();
    return value !== null && this.match(/\s*/y) !== null && this.index >= this.end ? value : null;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text);
    if (found === null || found.index + found[0].length > this.end) return null;
    this.index += found[0].length;
    return found;
  }

  private place(from: number): { pos: number; end: number } {
    return { pos: this.base + from, end: this.base + this.index };
  }

  private value(): Expr | null {
    this.match(/\s*(?:[a-z_]\w*\s*=(?!=)\s*)?(?:[&*?%]\s*)*(?:mut\s+)?/y);
    const from = this.index;
    const quoted = this.match(/"((?:[^"\\]|\\[\s\S])*)"/y) ?? this.match(/r#*"([^"]*)"#*/y);
    let value: Expr | null = null;
    if (quoted !== null) value = { k: 'lit', v: unescapeText(quoted[1] ?? ''), ...this.place(from) };
    else {
      const number = this.match(/\d[\d_.]*\w*/y);
      const path = number === null ? this.match(/(?:\w+::)*([A-Za-z_]\w*)/y) : null;
      if (number !== null)
        value = { k: 'lit', v: Number.parseFloat(number[0].replaceAll('_', '')), ...this.place(from) };
      else if (path !== null)
        value =
          path[0] === 'self'
            ? { k: 'this', ...this.place(from) }
            : { k: 'var', name: path[1] ?? '', ...this.place(from) };
    }
    while (value !== null && this.index < this.end) {
      if (this.match(/\s*\?/y) !== null) continue;
      const field = this.match(/\s*\.\s*(\w+)(?:::<[^()]*>)?/y);
      if (field !== null) value = { k: 'get', o: value, name: field[1] ?? '', ...this.place(from) };
      else if (this.text[this.index] === '(') {
        const args = this.given();
        if (args === null) return null;
        value = { k: 'call', f: value, args, ...this.place(from) };
      } else break;
    }
    return value;
  }

  /** The arguments of a call in parentheses. */
  private given(): Expr[] | null {
    this.index++;
    const args: Expr[] = [];
    for (;;) {
      if (this.match(/\s*\)/y) !== null) return args;
      const value = this.value();
      if (value === null) return null;
      args.push(value);
      if (this.match(/\s*,/y) === null) return this.match(/\s*\)/y) === null ? null : args;
    }
  }
}
