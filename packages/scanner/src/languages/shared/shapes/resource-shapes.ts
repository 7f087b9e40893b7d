import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { bare, callOf, callsIn, conditionOf, leaves, nameOf, operatorOf } from './java-like.ts';
import type { ShapeFile } from './shape-file.ts';
import type { Shape, ShapeRule } from './shape-rule.ts';
import { shapeRow } from './shape-rule.ts';

/** Leaving a finally block, which discards an exception or a result. */
function* leftFinally(file: ShapeFile): Iterable<TreeNode> {
  for (const clause of file.of('finally_clause'))
    for (const node of file.below(clause, 'return_statement', 'throw_statement')) {
      const around = file.functionAround(node);
      const isOwn =
        (around === null || around.start < clause.start) &&
        !/ThrowFromFinally|ReturnInsideFinally/.test(file.text.slice(node.start - 120, node.start));
      const nested = file.around(node, 'try_statement', 'finally_clause');
      if (
        isOwn &&
        (node.type === 'return_statement' || (nested === clause && file.parent(file.parent(node)) === clause))
      )
        yield node;
    }
}

const never =
  /^(?:take|accept|await|wait|sleep|read\w*|poll|receive|park|select|next\w*|join|acquire|Read\w*|Accept\w*|Wait\w*|Delay|Sleep|Receive\w*|Take|Dequeue\w*|run|process\w*)$/;

/** A loop without an exit, and without anything that waits or could end it. */
function* withoutEnd(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('while_statement', 'for_statement', 'do_statement')) {
    const condition = file.textOf(conditionOf(node));
    const isOpen = condition === 'true' || (condition === '' && node.type === 'for_statement');
    if (!isOpen && !isStill(file, node)) continue;
    const body = child(node, 'body');
    if (body === null) continue;
    const exits = file.below(
      body,
      'return_statement',
      'throw_statement',
      'break_statement',
      'yield_statement',
      'await_expression',
      'goto_statement',
    );
    if (
      exits.length > 0 ||
      callsIn(file, body).some(({ name }) => never.test(name) || /^(?:exit|Exit)$/.test(name))
    )
      continue;
    if (
      /\bthrow\b|\byield\b/.test(file.textOf(body)) ||
      (callsIn(file, body).length === 0 && !/\+\+|--|[-+*/]?=/.test(file.textOf(body)))
    )
      continue;
    yield node;
  }
}

/** Whether the condition compares a number with a variable that the loop does not change. */
function isStill(file: ShapeFile, node: TreeNode): boolean {
  const condition = conditionOf(node);
  if (condition?.type !== 'binary_expression' || !/^[<>]=?$/.test(operatorOf(condition))) return false;
  const name = nameOf(file, child(condition, 'left'));
  if (name === null || !/integer_literal$/.test(child(condition, 'right')?.type ?? '')) return false;
  const init = child(node, 'init') ?? child(node, 'initializer');
  if (init === null || !file.textOf(init).includes(name)) return false;
  return (
    !file.usesOf(name, node).some((use) => {
      const type = file.parent(use)?.type ?? '';
      return (
        /update_expression|unary_expression/.test(type) ||
        (type === 'assignment_expression' && use.field === 'left')
      );
    }) && !/\b(?:out|ref)\b/.test(file.textOf(node))
  );
}

const held =
  /^(?:File(?:Input|Output)Stream|File(?:Reader|Writer)|RandomAccessFile|ZipFile|JarFile|ServerSocket|Socket)$/;

/** Files and connections that are never closed, or stay open after a failure. */
function* unclosed(file: ShapeFile): Iterable<Shape> {
  for (const made of file.of('object_creation_expression')) {
    if (!held.test(file.textOf(child(made, 'type')).replace(/^.*\./, ''))) continue;
    const parent = file.parent(made);
    const isSet = parent?.type === 'assignment_expression' && made.field === 'right';
    if (parent === null || (parent.type !== 'variable_declarator' && !isSet)) continue;
    const name = nameOf(file, child(parent, isSet ? 'left' : 'name'));
    const body = file.functionAround(made);
    if (
      name === null ||
      body === null ||
      file.parent(parent)?.type === 'field_declaration' ||
      /\busing\b/.test(file.text.slice(Math.max(body.start, parent.start - 80), parent.start))
    )
      continue;
    if (isSet && !isLocal(file, name, made, body)) continue;
    if (argumentsAreOpen(file, made)) continue;
    const uses = file.usesOf(name, body).filter((use) => use.start > made.end || use.end < parent.start);
    if (uses.some((use) => escapes(file, use, body))) continue;
    const closes = uses.flatMap((use) => {
      const holder = file.parent(use);
      const call = callOf(file, holder?.type === 'member_access_expression' ? file.parent(holder) : holder);
      return call !== null && /^(?:close|Close|Dispose|DisposeAsync|shutdown)$/.test(call.name)
        ? [call.node]
        : [];
    });
    if (uses.some((use) => file.around(use, 'resource') !== null)) continue;
    const [first] = closes;
    if (first === undefined) yield { node: made, subject: 'never closed' };
    else if (
      closes.every((one) => file.around(one, 'finally_clause', 'catch_clause') === null) &&
      isRisky(file, made, first)
    )
      yield { node: made };
  }
}

/** The wrapped stream belongs to someone else, who closes it. */
function argumentsAreOpen(file: ShapeFile, made: TreeNode): boolean {
  return (child(made, 'arguments')?.kids ?? []).some((one) => {
    const inner = bare(one.type === 'argument' ? (one.kids[0] ?? null) : one);
    const name = nameOf(file, inner);
    return (
      (name !== null &&
        /(?:Stream|Reader|Writer|Descriptor|Channel|Socket)$/.test(file.typeOf(name, made.start) ?? '')) ||
      /getFD\(\)|OutputStream\(\)|InputStream\(\)|Open\w*\(|Get\w*Stream/.test(file.plain(inner)) ||
      /^(?:System|Console)\./.test(file.plain(inner))
    );
  });
}

function isLocal(file: ShapeFile, name: string, at: TreeNode, body: TreeNode): boolean {
  const declared = file
    .usesOf(name, body)
    .some(
      (use) =>
        use.start < at.start && use.field === 'name' && file.parent(use)?.type === 'variable_declarator',
    );
  return declared;
}

/** Whether the value leaves the function. */
function escapes(file: ShapeFile, use: TreeNode, body: TreeNode): boolean {
  const parent = file.parent(use);
  if (parent === null || file.functionAround(use) !== body) return true;
  if (parent.type === 'method_invocation' || parent.type === 'field_access') return use.field !== 'object';
  if (parent.type === 'member_access_expression')
    return use.field !== 'expression' || file.textOf(child(parent, 'name')) === 'ConfigureAwait';
  if (parent.type === 'binary_expression') return false;
  if (parent.type === 'conditional_access_expression') return false;
  if (parent.type === 'variable_declarator') return use.field !== 'name';
  if (parent.type === 'assignment_expression') return use.field !== 'left';
  return true;
}

/** Whether something between opening and closing may throw. */
function isRisky(file: ShapeFile, made: TreeNode, close: TreeNode): boolean {
  return callsIn(file).some(({ node }) => node.start > made.end && node.end < close.start);
}

/** A case that falls through to the next one without a comment. */
function* fallsThrough(file: ShapeFile): Iterable<TreeNode> {
  for (const body of file.of('switch_block')) {
    const groups = body.kids.filter(({ type }) => type === 'switch_block_statement_group');
    for (const [at, group] of groups.entries()) {
      const next = groups[at + 1];
      const last = group.kids.findLast(({ type }) => type !== 'switch_label' && !/comment/.test(type));
      const [label] = next?.kids ?? [];
      if (next === undefined || label === undefined || last === undefined || leaves(file, last)) continue;
      // A comment about it shows that it is intended.
      const between = file.text.slice(last.start, child(next, 'label')?.start ?? label.end);
      if (
        /\/[/*][^\n]*(?:fall|drop|through|thru|continue|no break|intend|intention|deliberate|on purpose|\$ *FALL)/i.test(
          between,
        )
      )
        continue;
      if (/@SuppressWarnings\([^)]*fallthrough/.test(file.text)) continue;
      yield label;
    }
  }
}

export const resourceShapes: readonly ShapeRule[] = [
  {
    ...shapeRow('reliability/return-in-finally', ['CWE-584'], 0.9),
    description: 'A pending exception is discarded, and the caller believes that the work was done.',
    recommendation: 'Return after the try statement.',
    may: (text) => /\bfinally\s{0,40}\{[^}]{0,400}\b(?:return|throw)\b/.test(text),
    find: leftFinally,
  },
  {
    ...shapeRow('reliability/endless-loop', ['CWE-835'], 0.6),
    description: 'Nothing in it waits, leaves it or changes its condition: the thread never comes back.',
    recommendation: 'Add a condition that ends it.',
    may: (text) =>
      /\bwhile ?\( ?true ?\)|\bfor ?\( ?;|\bfor ?\([^;)]{0,160}; ?\w+ ?[<>]=? ?\d+ ?; ?\)/.test(text),
    find: withoutEnd,
  },
  {
    ...shapeRow('reliability/undisposed', ['CWE-772', 'CWE-404', 'CWE-775'], 0.65),
    languages: ['Java'],
    description: 'Files and connections are limited: one that stays open on some path is missing elsewhere.',
    recommendation: 'Open it in a try-with-resources statement.',
    may: (text) =>
      /= ?new (?:[\w.]+\.)?(?:File(?:Input|Output)Stream|File(?:Reader|Writer)|RandomAccessFile|ZipFile|JarFile|ServerSocket|Socket)\(/.test(
        text,
      ),
    find: unclosed,
  },
  {
    ...shapeRow('reliability/fall-through', ['CWE-484'], 0.6),
    languages: ['Java'],
    description: 'Without break the statements of the next case run too.',
    recommendation: 'End the case, or say in a comment that it falls through.',
    may: (text) =>
      /;\s{0,40}\}?\s{0,40}\n\s{0,40}(?:case\b[^\n:>]{0,160}:|default ?:)/.test(text) &&
      /(?<!break;|return;|continue;)\s{0,40}\n\s{0,40}(?:case\b[^\n:>]{0,160}:|default ?:)/.test(text),
    find: fallsThrough,
  },
];
