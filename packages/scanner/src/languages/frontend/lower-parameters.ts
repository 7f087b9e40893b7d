import type { Annotation, Param } from '../../ir/ir.ts';
import { readAnnotations } from './lower-annotations.ts';
import { type LowerContext, textOf, typeName } from './lower-context.ts';
import { lowerExpr, lowerTarget } from './lowering.ts';
import { child, children } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export function parameter(name: string): Param {
  return { name, pattern: null, type: null, init: null, isRest: false, annotations: [] };
}

export function readParameters(context: LowerContext, node: TreeNode | null): void {
  if (node === null) return;
  const { fn } = context;
  if (node.kids.length === 0 && /^[A-Za-z_$][\w$]*$/.test(textOf(context, node))) {
    const name = textOf(context, node).replace(/^\$/, '');
    fn.params.push(parameter(name));
    fn.locals.add(name);
    return;
  }
  let pending: Annotation[] = [];
  for (const kid of node.kids) {
    if (kid.type === 'parameter_modifiers') pending = readAnnotations(context, kid);
    if (
      /comment|attribute_item|self_parameter|receiver_parameter|separator|^void|modifiers/.test(kid.type) ||
      kid.field === 'type'
    )
      continue;
    for (const entry of readParameter(context, kid)) {
      fn.params.push(
        pending.length > 0 ? { ...entry, annotations: [...pending, ...entry.annotations] } : entry,
      );
      pending = [];
      if (entry.name !== '') fn.locals.add(entry.name);
    }
  }
}

function readParameter(context: LowerContext, node: TreeNode): Param[] {
  const type = typeName(
    context,
    child(node, 'type') ?? node.kids.find((kid) => /(?:^|_)type$|user_type/.test(kid.type)) ?? null,
  );
  const annotations = readAnnotations(context, node);
  if (context.language === 'Rust') {
    const wrapped = extractor(context, child(node, 'type'));
    if (wrapped !== null)
      return readPlain(context, node, wrapped.type, [...annotations, { name: wrapped.name, args: '' }]);
  }
  return readPlain(context, node, type, annotations);
}

/** What a Rust web framework extracts from a request for a handler, and from where. */
function extractor(
  context: LowerContext,
  node: TreeNode | null,
): { name: string; type: string | null } | null {
  const [, name, held] =
    /^(?:\w+::)*(Query|Path|Json|Form|Data|State|Extension|TypedHeader)\s*<([\s\S]+)>$/.exec(
      textOf(context, node).trim(),
    ) ?? [];
  if (name === undefined || held === undefined) return null;
  const inner = held
    .trim()
    .replace(/^(?:std::sync::)?(?:Arc|Rc|Box)<([\s\S]+)>$/, '$1')
    .replace(/^dyn\s+([\w:]+)[\s\S]*$/, '$1');
  const type = inner.replace(/<[\s\S]*$/, '').replace(/^[\s\S]*::/, '');
  return { name, type: /^[A-Za-z_]\w*$/.test(type) ? type : name };
}

function readPlain(
  context: LowerContext,
  node: TreeNode,
  type: string | null,
  annotations: Annotation[],
): Param[] {
  const isRest = /spread|variadic|splat|rest/.test(node.type);
  const names =
    node.type === 'parameter_declaration' && context.language === 'Go' ? children(node, 'name') : [];
  if (names.length > 0) return names.map((name) => ({ ...parameter(textOf(context, name)), type }));
  let nameNode: TreeNode | null = child(node, 'name') ?? child(node, 'pattern') ?? child(node, 'declarator');
  if (nameNode === null && node.kids.length === 0) nameNode = node;
  nameNode ??=
    node.kids.find((kid) =>
      /^(?:identifier|simple_identifier|variable_name|variable_declarator)$/.test(kid.type),
    ) ?? null;
  while (nameNode !== null && /declarator$|^mut_pattern$|^ref_pattern$|_splat_pattern$/.test(nameNode.type))
    nameNode = child(nameNode, 'declarator') ?? child(nameNode, 'name') ?? nameNode.kids.at(-1) ?? null;
  if (nameNode !== null && /pattern$|destructured/.test(nameNode.type)) {
    return [{ ...parameter(''), pattern: lowerTarget(context, nameNode, true), type, annotations }];
  }
  const name = textOf(context, nameNode)
    .replace(/^[$&*.]+/, '')
    .replace(/^.*\s/, '');
  if (name === '' || name === 'self' || name === 'cls')
    return context.language === 'Python' ? [] : name === '' ? [] : [];
  const value = child(node, 'value') ?? child(node, 'default_value');
  return [
    {
      name,
      pattern: null,
      type: node.type === 'dictionary_splat_pattern' ? '<named rest>' : type,
      init: value === null ? null : lowerExpr(context, value),
      isRest,
      annotations,
    },
  ];
}
