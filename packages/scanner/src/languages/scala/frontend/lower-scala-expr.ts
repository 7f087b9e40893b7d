import type { Expr } from '../../../ir/ir.ts';
import { only } from '../../../read/only.ts';
import { type LowerContext, textOf } from '../../frontend/lower-context.ts';
import { at, child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import {
  lowerArguments,
  lowerCall,
  lowerFor,
  lowerInfix,
  lowerLambda,
  runProgram,
  runs,
} from './lower-scala-calls.ts';
import { lowerScalaCases } from './lower-scala-cases.ts';
import { kidsOf, lowerExpr, lowerStmts, scalaType, varOf } from './scala-context.ts';

type Lower = (context: LowerContext, node: TreeNode) => Expr;

const inner: Lower = (context, node) => lowerExpr(context, kidsOf(node)[0] ?? null);
const asDo: Lower = (context, node) => ({ k: 'do', body: lowerStmts(context, node), ...at(node) });
const nothing: Lower = (_, node) => ({ k: 'none', ...at(node) });

export function lowerScalaExpr(context: LowerContext, node: TreeNode | null): Expr {
  if (node === null) return { k: 'none', pos: 0, end: 0 };
  const lower = table.get(node.type);
  if (lower !== undefined) return lower(context, node);
  const kids = kidsOf(node);
  const single = only(kids);
  if (single !== undefined) return lowerExpr(context, single);
  return kids.length === 0
    ? { k: 'none', ...at(node) }
    : { k: 'seq', items: kids.map((kid) => lowerExpr(context, kid)), ...at(node) };
}

const lowerNumber: Lower = (context, node) => {
  const v = Number(
    textOf(context, node)
      .replaceAll('_', '')
      .replace(/[lLfFdD]$/, ''),
  );
  return { k: 'lit', v: Number.isNaN(v) ? null : v, ...at(node) };
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, one: string) => escapes[one] ?? one);

const lowerString: Lower = (context, node) => {
  const text = textOf(context, node);
  const v = text.startsWith('"""') ? text.slice(3, -3) : unescaped(text.slice(1, -1));
  return { k: 'lit', v, ...at(node) };
};

/** Interpolators for statements with bound values; `#$x` is inserted as text. */
const binding = /^(?:sql|sqlu|sqlt|SQL|fr|fr0|q|cql|tsql)$/;

const lowerInterpolated: Lower = (context, node) => {
  const interpolator = textOf(context, child(node, 'interpolator'));
  const string = node.kids.find((kid) => kid.type === 'interpolated_string');
  const { text } = context.file;
  if (string === undefined) return { k: 'none', ...at(node) };
  const parts: Expr[] = [];
  const quotes = text.startsWith('"""', string.start) ? 3 : 1;
  let from = string.start + quotes;
  const isBinding = binding.test(interpolator);
  const addText = (to: number): void => {
    const v = unescaped(text.slice(from, to));
    if (v !== '') parts.push({ k: 'lit', v, pos: from, end: to });
  };
  for (const kid of string.kids) {
    if (kid.type !== 'interpolation') continue;
    addText(kid.start);
    from = kid.end;
    const value = lowerExpr(context, kidsOf(kid)[0] ?? null);
    const isBound = isBinding && text[kid.start - 1] !== '#';
    parts.push(
      isBound ? { k: 'call', f: { k: 'var', name: '\\bind', ...at(kid) }, args: [value], ...at(kid) } : value,
    );
  }
  addText(Math.max(from, string.end - quotes));
  const whole: Expr = { k: 'cat', parts, ...at(node) };
  return isBinding
    ? { k: 'call', f: { k: 'var', name: '\\statement', ...at(node) }, args: [whole], ...at(node) }
    : whole;
};

/** Methods without arguments, which are called without parentheses. */
const calledWithout =
  /^(?:(?:get|is|to|as)[A-Z]\w*|trim|mkString|hashCode|length|size|nonEmpty|isEmpty|head|last|headOption|lastOption|strip|r)$/;

const lowerField: Lower = (context, node) => {
  const field = child(node, 'field');
  const name = textOf(context, field).replace(/^`|`$/g, '');
  if (runs.test(name)) return runProgram(context, node, child(node, 'value'));
  const o = lowerExpr(context, child(node, 'value'));
  // Parts of a tuple are counted from one.
  const place = /^_(\d{1,2})$/.exec(name)?.[1];
  if (place !== undefined)
    return { k: 'at', o, i: { k: 'lit', v: Number(place) - 1, ...at(field ?? node) }, ...at(node) };
  const f: Expr = { k: 'get', o, name, ...at(field ?? node) };
  return calledWithout.test(name) ? { k: 'call', f, args: [], ...at(node) } : f;
};

const lowerNew: Lower = (context, node) => {
  const type = node.kids.find((kid) => /type/.test(kid.type)) ?? null;
  const given = child(node, 'arguments');
  return {
    k: 'new',
    type: scalaType(context, type) ?? 'Object',
    f: null,
    args: given === null ? [] : lowerArguments(context, given),
    cls: null,
    ...at(node),
  };
};

const lowerPrefix: Lower = (context, node) => {
  const op = context.file.text[node.start] ?? '';
  const e = inner(context, node);
  return op === '!' || op === '-' ? { k: 'un', op, e, ...at(node) } : e;
};

const lowerPostfix: Lower = (context, node) => {
  const [value, operator] = kidsOf(node);
  if (runs.test(textOf(context, operator ?? null))) return runProgram(context, node, value ?? null);
  const f: Expr = {
    k: 'get',
    o: lowerExpr(context, value ?? null),
    name: textOf(context, operator ?? null),
    ...at(node),
  };
  return { k: 'call', f, args: [], ...at(node) };
};

const lowerAssignment: Lower = (context, node) => ({
  k: 'set',
  t: lowerExpr(context, child(node, 'left')),
  v: lowerExpr(context, child(node, 'right')),
  op: null,
  ...at(node),
});

const lowerAscription: Lower = (context, node) => {
  const [value, type] = kidsOf(node);
  const e = lowerExpr(context, value ?? null);
  const name = type !== undefined && /type/.test(type.type) ? scalaType(context, type) : null;
  return name === null ? e : { k: 'cast', type: name, e, ...at(node) };
};

const lowerThrow: Lower = (context, node) => ({
  k: 'do',
  body: [{ k: 'throw', e: inner(context, node), ...at(node) }],
  ...at(node),
});

const table: ReadonlyMap<string, Lower> = new Map<string, Lower>(
  (
    [
      ['identifier operator_identifier type_identifier', varOf],
      ['wildcard', (_, node) => ({ k: 'var', name: '_', ...at(node) })],
      ['stable_identifier stable_type_identifier', (context, node) => pathOf(context, node)],
      ['this', (_, node) => ({ k: 'this', ...at(node) })],
      ['super', (_, node) => ({ k: 'super', ...at(node) })],
      ['string character_literal', lowerString],
      ['interpolated_string_expression', lowerInterpolated],
      ['integer_literal floating_point_literal', lowerNumber],
      [
        'boolean_literal',
        (context, node) => ({ k: 'lit', v: textOf(context, node) === 'true', ...at(node) }),
      ],
      ['null_literal', (_, node) => ({ k: 'lit', v: null, ...at(node) })],
      ['unit symbol_literal comment block_comment', nothing],
      ['call_expression', lowerCall],
      ['generic_function', (context, node) => lowerExpr(context, child(node, 'function'))],
      ['field_expression', lowerField],
      ['instance_expression', lowerNew],
      ['infix_expression', lowerInfix],
      ['prefix_expression', lowerPrefix],
      ['postfix_expression', lowerPostfix],
      ['assignment_expression', lowerAssignment],
      ['lambda_expression', lowerLambda],
      ['parenthesized_expression', inner],
      [
        'tuple_expression',
        (context, node) => ({
          k: 'list',
          items: kidsOf(node).map((kid) => lowerExpr(context, kid)),
          ...at(node),
        }),
      ],
      ['ascription_expression', lowerAscription],
      ['for_expression', lowerFor],
      ['case_block indented_cases', lowerScalaCases],
      ['throw_expression', lowerThrow],
      [
        'block indented_block if_expression match_expression try_expression while_expression do_while_expression return_expression',
        asDo,
      ],
    ] as [string, Lower][]
  ).flatMap(([types, lower]) => types.split(' ').map((type) => [type, lower] as const)),
);

/** `a.b.C` */
function pathOf(context: LowerContext, node: TreeNode): Expr {
  const [first, ...rest] = textOf(context, node).split('.');
  return rest.reduce<Expr>((o, name) => ({ k: 'get', o, name, ...at(node) }), {
    k: 'var',
    name: first ?? '',
    ...at(node),
  });
}
