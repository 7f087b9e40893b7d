import type { Expr } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { type LowerContext, literal, textOf } from './lower-context.ts';
import { type Lower, lowerExpr } from './lowering.ts';
import { child } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '\0', b: '\b', f: '\f', v: '\v' };

export function unescapeText(text: string): string {
  return text.includes('\\')
    ? text.replace(
        /\\(?:u\{?([0-9a-fA-F]{4,6})\}?|x([0-9a-fA-F]{2})|(\r?\n)|(.))/g,
        (_, unicode, hex, line, other) => {
          if (unicode !== undefined || hex !== undefined)
            return fromCodePoint(Number.parseInt(unicode ?? hex, 16));
          return line !== undefined ? '' : (escapes[other] ?? other ?? '');
        },
      )
    : text;
}

function fromCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** A string without interpolation. */
export function lowerPlainString(context: LowerContext, node: TreeNode): Expr {
  const text = textOf(context, node);
  const raw = /^(?:[a-zA-Z$@]*)(?:R?"""|'''|"|'|`|#*")/.exec(text)?.[0] ?? '';
  const quote = /(?:"""|'''|["'`])$/.exec(raw)?.[0] ?? '';
  let body = text.slice(raw.length);
  if (quote !== '' && body.endsWith(quote)) body = body.slice(0, -quote.length);
  // A raw string in Rust ends with as many `#` as it began with.
  else body = body.replace(/"#*$/, '');
  const isRaw =
    /^(?:[a-zA-Z]*[rR][a-zA-Z]*|@\$?|\$@)["'#]/.test(text) ||
    quote === '`' ||
    (context.language === 'PHP' && quote === "'") ||
    (context.language === 'Ruby' && quote === "'");
  return literal(node, isRaw ? body : unescapeText(body));
}

const interpolations = new Set([
  'interpolation',
  'string_interpolation',
  'interpolated_expression',
  'template_substitution',
  'format_expression',
]);
const fragments = new Set([
  'string_content',
  'string_fragment',
  'string_literal_content',
  'interpolated_string_text',
  'string_content_part',
  'heredoc_content',
  'nowdoc_string',
  'multiline_string_fragment',
  'string_value',
  'raw_string_content',
  'interpolated_verbatim_string_text',
]);

/** Kotlin: the grammar leaves `$name` in the text. */
export function lowerKotlinString(context: LowerContext, node: TreeNode): Expr {
  const parts: Expr[] = [];
  const text = textOf(context, node);
  const quote = text.startsWith('"""') ? 3 : 1;
  const addText = (from: number, to: number): void => {
    const piece = context.file.text.slice(from, to);
    let last = 0;
    for (const match of piece.matchAll(/\$([A-Za-z_]\w*)/g)) {
      if (match.index > last)
        parts.push({
          k: 'lit',
          v: unescapeText(piece.slice(last, match.index)),
          pos: from + last,
          end: from + match.index,
        });
      const [whole, name = ''] = match;
      const place = { pos: from + match.index, end: from + match.index + whole.length };
      parts.push(name === 'this' ? { k: 'this', ...place } : { k: 'var', name, ...place });
      last = match.index + match[0].length;
    }
    if (last < piece.length)
      parts.push({ k: 'lit', v: unescapeText(piece.slice(last)), pos: from + last, end: to });
  };
  let position = node.start + quote;
  for (const kid of node.kids) {
    if (kid.type !== 'interpolation') continue;
    addText(position, kid.start);
    const inner = kid.kids[0];
    if (inner !== undefined) parts.push(lowerExpr(context, inner));
    position = kid.end;
  }
  addText(position, Math.max(position, node.end - quote));
  return joinedParts(node, parts);
}

/** The value of a string in parts: a literal if it is a single piece of text. */
function joinedParts(node: TreeNode, parts: Expr[]): Expr {
  if (parts.length === 0) return literal(node, '');
  const single = only(parts);
  if (single?.k === 'lit') return { ...single, pos: node.start, end: node.end };
  return { k: 'cat', parts, pos: node.start, end: node.end };
}

/** A string with interpolation, as a concatenation. The text between the expressions is taken from the source. */
export function lowerInterpolated(context: LowerContext, node: TreeNode): Expr {
  const parts: Expr[] = [];
  const walk = (parent: TreeNode): void => {
    for (const kid of parent.kids) {
      if (interpolations.has(kid.type)) {
        const inner =
          child(kid, 'expression') ??
          kid.kids.find((part) => !/format|type_conversion|alignment|brace/.test(part.type));
        if (inner !== undefined) parts.push(lowerExpr(context, inner));
      } else if (kid.type === 'string' || kid.type === 'string_literal' || kid.type === 'bare_string') {
        parts.push(lowerExpr(context, kid));
      } else if (fragments.has(kid.type) && kid.kids.length === 0) {
        parts.push(literal(kid, textOf(context, kid)));
      } else if (kid.type === 'escape_sequence' || kid.type === 'escape_interpolation') {
        parts.push(literal(kid, unescapeText(textOf(context, kid))));
      } else if (fragments.has(kid.type) || kid.type === 'heredoc_body' || kid.type === 'nowdoc_body') {
        if (kid.type === 'string_content' && !kid.kids.some((part) => interpolations.has(part.type))) {
          parts.push(literal(kid, unescapeText(textOf(context, kid))));
        } else walk(kid);
      } else if (
        !/^(?:string_start|string_end|heredoc_end|heredoc_start|interpolation_start|interpolation_quote|string_literal_encoding|raw_string_start|raw_string_end|line_continuation)$/.test(
          kid.type,
        )
      ) {
        parts.push(lowerExpr(context, kid));
      }
    }
  };
  walk(node);
  const merged: Expr[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.k === 'lit' && last?.k === 'lit' && typeof part.v === 'string' && typeof last.v === 'string') {
      merged[merged.length - 1] = { ...last, v: last.v + part.v, end: part.end };
    } else merged.push(part);
  }
  return joinedParts(node, merged);
}

export const lowerStringLiteral: Lower = (context, node) =>
  context.language === 'Kotlin'
    ? lowerKotlinString(context, node)
    : node.kids.some((kid) => /interpol/.test(kid.type))
      ? lowerInterpolated(context, node)
      : lowerPlainString(context, node);

export const lowerString: Lower = (context, node) =>
  node.kids.some((kid) => kid.type === 'interpolation')
    ? lowerInterpolated(context, node)
    : lowerPlainString(context, node);

export const lowerSymbol: Lower = (context, node) =>
  literal(node, textOf(context, node).replace(/^:|:$/g, ''));
