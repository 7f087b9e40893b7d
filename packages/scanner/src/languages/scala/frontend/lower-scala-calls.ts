import type { Expr } from '../../../ir/ir.ts';
import { only } from '../../../read/only.ts';
import { type LowerContext, textOf } from '../../frontend/lower-context.ts';
import { at, child, children } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { lowerScalaCases } from './lower-scala-cases.ts';
import { bodyOf, kidsOf, lowerExpr, scalaFunction, scalaType } from './scala-context.ts';

const collections = /^(?:Map|Seq|List|Vector|Array|IndexedSeq|Tuple\d|(?:Hash|List|Tree)Map)$/;

/** `f(a)(b) { … }`: all argument lists belong to one call. */
export function lowerCall(context: LowerContext, node: TreeNode): Expr {
  const fn = child(node, 'function');
  const callee = lowerExpr(context, fn);
  const given = child(node, 'arguments') ?? kidsOf(node).at(-1) ?? null;
  const args = given === null ? [] : lowerArguments(context, given);
  if (callee.k === 'call' && fn?.type === 'call_expression') {
    // `Map(a -> b)("a")` and `Seq(a)(0)` read elements; `f(a)()` calls the result of `f`.
    if (callee.f.k === 'var' && collections.test(callee.f.name))
      return { k: 'at', o: callee, i: args[0] ?? null, ...at(node) };
    if (args.length === 0) return { k: 'call', f: callee, args, ...at(node) };
    return { ...callee, args: [...callee.args, ...args], ...at(node) };
  }
  if (callee.k === 'new' && fn?.type === 'instance_expression') return callee;
  // In Play, this sets the content type of the answer.
  if (callee.k === 'get' && callee.name === 'as' && given !== null && /html/i.test(textOf(context, given)))
    return { k: 'call', f: { ...callee, name: 'asHtml' }, args: [], ...at(node) };
  return { k: 'call', f: callee, args, ...at(node) };
}

/** `command.!`, `command !!`: runs a text, or a program with its arguments. */
export function runProgram(context: LowerContext, node: TreeNode, command: TreeNode | null): Expr {
  return {
    k: 'call',
    f: { k: 'var', name: '\\run', ...at(node) },
    args: [lowerExpr(context, command)],
    ...at(node),
  };
}

export const runs = /^(?:!{1,2}<?|lineStream|lazyLines)$/;

export function lowerArguments(context: LowerContext, node: TreeNode): Expr[] {
  switch (node.type) {
    case 'arguments':
      return kidsOf(node).map((kid) => lowerArgument(context, kid));
    case 'block':
    case 'case_block':
    case 'colon_argument':
    case 'indented_block':
      return [lowerBlockArgument(context, node)];
    default:
      return [lowerArgument(context, node)];
  }
}

function lowerArgument(context: LowerContext, node: TreeNode): Expr {
  if (node.type === 'assignment_expression') {
    const left = child(node, 'left');
    if (left?.type === 'identifier')
      return {
        k: 'named',
        name: textOf(context, left),
        e: lowerExpr(context, child(node, 'right')),
        ...at(node),
      };
  }
  if (node.type === 'block' || node.type === 'case_block') return lowerBlockArgument(context, node);
  // list: _*
  if (node.type === 'ascription_expression' && /:\s*_\s*\*$/.test(textOf(context, node)))
    return { k: 'spread', e: lowerExpr(context, node.kids[0] ?? null), ...at(node) };
  return hasPlaceholder(node) ? lowerPlaceholder(context, node) : lowerExpr(context, node);
}

/** `{ x => … }`, `{ case … }`, and code passed to be run. */
function lowerBlockArgument(context: LowerContext, node: TreeNode): Expr {
  const kids = kidsOf(node);
  const [only] = kids;
  if (kids.length === 1 && only?.type === 'lambda_expression') return lowerExpr(context, only);
  if (node.type === 'case_block') return lowerScalaCases(context, node);
  if (kids.length === 1 && only !== undefined && hasPlaceholder(only)) return lowerPlaceholder(context, only);
  const fn = scalaFunction(context, node, '<anonymous>', (inner, made) => {
    made.isArrow = true;
    made.body = bodyOf(inner, node);
  });
  return { k: 'fn', fn, ...at(node) };
}

const hides = new Set([
  'arguments',
  'lambda_expression',
  'case_block',
  'block',
  'match_expression',
  'for_expression',
]);

/** Nobody nests them deeper. Each argument is searched completely. */
const MAX_PLACEHOLDER = 12;

/** `_.name` and `_ + 1` are functions with the placeholder as their parameter. */
function hasPlaceholder(node: TreeNode, depth = 0): boolean {
  if (node.type === 'wildcard') return true;
  if (hides.has(node.type) || depth > MAX_PLACEHOLDER) return false;
  return node.kids.some((kid) => hasPlaceholder(kid, depth + 1));
}

function lowerPlaceholder(context: LowerContext, node: TreeNode): Expr {
  const fn = scalaFunction(context, node, '<anonymous>', (inner, made) => {
    made.isArrow = true;
    made.params.push({ name: '_', pattern: null, type: null, init: null, isRest: false, annotations: [] });
    made.locals.add('_');
    made.body = [{ k: 'return', e: lowerExpr(inner, node), ...at(node) }];
  });
  return { k: 'fn', fn, ...at(node) };
}

/** `x => …`, `(x: T, y) => …` */
export function lowerLambda(context: LowerContext, node: TreeNode): Expr {
  const fn = scalaFunction(context, node, '<anonymous>', (inner, made) => {
    made.isArrow = true;
    const parameters = children(node, 'parameters').find((kid) => kid.type !== 'implicit') ?? null;
    const bindings =
      parameters?.type === 'bindings' ? parameters.kids : parameters === null ? [] : [parameters];
    for (const binding of bindings) {
      const name = textOf(context, child(binding, 'name') ?? binding).replace(/\s*:[\s\S]*$/, '');
      made.params.push({
        name,
        pattern: null,
        type: scalaType(context, child(binding, 'type')),
        init: null,
        isRest: false,
        annotations: [],
      });
      made.locals.add(name);
    }
    const rest = kidsOf(node).filter((kid) => kid.field !== 'parameters' && kid.field !== 'type_parameters');
    made.body = bodyOf(
      inner,
      only(rest) ?? { type: 'block', field: null, start: node.start, end: node.end, kids: rest },
    );
  });
  return { k: 'fn', fn, ...at(node) };
}

const binary = /^(?:[-+*/%<>&|^]|==|!=|<=|>=|&&|\|\||<<|>>|>>>|eq|ne)$/;

/** `a + b`, `a -> b`, `a map f` */
export function lowerInfix(context: LowerContext, node: TreeNode): Expr {
  const operator = child(node, 'operator');
  const op = textOf(context, operator);
  const left = child(node, 'left');
  const right = child(node, 'right');
  const l = lowerExpr(context, left);
  if (binary.test(op)) return { k: 'bin', op, l, r: lowerExpr(context, right), ...at(node) };
  if (op === '->') return { k: 'list', items: [l, lowerExpr(context, right)], ...at(node) };
  if (runs.test(op)) return runProgram(context, node, left);
  const args =
    right === null
      ? []
      : lowerArguments(context, right.type === 'tuple_expression' ? { ...right, type: 'arguments' } : right);
  const f: Expr = { k: 'get', o: l, name: op, ...at(operator ?? node) };
  return { k: 'call', f, args, ...at(node) };
}

/** `for (a <- b; c <- d) yield e` is `b.flatMap(a => d.map(c => e))`. */
export function lowerFor(context: LowerContext, node: TreeNode): Expr {
  const list = node.kids.find((kid) => kid.type === 'enumerators');
  const body = child(node, 'body');
  const yields = /\byield\b\s*$/.test(
    context.file.text.slice(list?.end ?? node.start, body?.start ?? node.end),
  );
  return step(context, list?.kids.filter((kid) => kid.type === 'enumerator') ?? [], 0, {
    node,
    body,
    yields,
  });
}

interface Loop {
  node: TreeNode;
  body: TreeNode | null;
  yields: boolean;
}

function step(context: LowerContext, all: readonly TreeNode[], index: number, loop: Loop): Expr {
  const enumerator = all[index];
  if (enumerator === undefined) return lowerExpr(context, loop.body);
  const kids = kidsOf(enumerator);
  const [pattern = enumerator, value] = kids;
  const isGuard = pattern.type === 'guard' || kids.length === 1;
  if (isGuard) {
    const c = lowerExpr(context, child(pattern, 'condition') ?? pattern.kids[0] ?? pattern);
    const then = step(context, all, index + 1, loop);
    return { k: 'cond', c, a: then, b: { k: 'none', ...at(enumerator) }, ...at(enumerator) };
  }
  const name = textOf(context, pattern);
  const isName = /^[a-z_]\w*$/.test(name);
  const sign = context.file.text.slice(pattern.end, value?.start ?? pattern.end);
  const of = lowerExpr(context, value ?? null);
  if (!sign.includes('<-')) {
    if (isName) context.fn.locals.add(name);
    const t: Expr = isName ? { k: 'var', name, ...at(pattern) } : { k: 'none', ...at(pattern) };
    const set: Expr = { k: 'set', t, v: of, op: null, ...at(enumerator) };
    return { k: 'seq', items: [set, step(context, all, index + 1, loop)], ...at(enumerator) };
  }
  const fn = scalaFunction(context, enumerator, '<anonymous>', (inner, made) => {
    made.isArrow = true;
    const names = isName ? [name] : [...name.matchAll(/\b[a-z_]\w*\b/g)].map(([one]) => one);
    made.params.push({
      name: isName ? name : '',
      pattern: isName
        ? null
        : {
            k: 'list',
            items: names.map((one): Expr => ({ k: 'var', name: one, ...at(pattern) })),
            ...at(pattern),
          },
      type: null,
      init: null,
      isRest: false,
      annotations: [],
    });
    for (const one of names) made.locals.add(one);
    made.body = [{ k: 'return', e: step(inner, all, index + 1, loop), ...at(loop.node) }];
  });
  const isLast = !all.slice(index + 1).some((one) => /<-/.test(textOf(context, one).slice(0, 200)));
  const f: Expr = {
    k: 'get',
    o: of,
    name: !loop.yields ? 'foreach' : isLast ? 'map' : 'flatMap',
    ...at(enumerator),
  };
  return { k: 'call', f, args: [{ k: 'fn', fn, ...at(enumerator) }], ...at(loop.node) };
}
