import type { Expr } from '../../ir/ir.ts';
import { lowerAccessors } from '../csharp/frontend/accessors.ts';
import { readAnnotations } from './lower-annotations.ts';
import { type ClassContext, textOf, typeName } from './lower-context.ts';
import { lowerExpr, lowerStmts } from './lowering.ts';
import { child, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

type Add = (name: string, type: string | null, init: Expr | null) => void;
/** False if it is not a field. */
type ReadField = (context: ClassContext, node: TreeNode, add: Add) => boolean;

/** Adds the fields that a class member declares; false if it declares none. */
export function lowerField(context: ClassContext, node: TreeNode): boolean {
  const read = table.get(node.type);
  if (read === undefined) return false;
  const { fields } = context.cls;
  const [head = ''] = context.file.text.slice(node.start, Math.min(node.end, node.start + 120)).split('=', 1);
  const isStatic = /\b(?:static|const|companion)\b/.test(head);
  const annotations = readAnnotations(context, node);
  return read(context, node, (name, type, init) => {
    if (name !== '') fields.push({ name, type, init, isStatic, annotations });
  });
}

const lowered = (context: ClassContext, value: TreeNode | null): Expr | null =>
  value === null ? null : lowerExpr(context, value);

const readDeclaration: ReadField = (context, node, add) => {
  const named = context.language === 'Rust' ? child(node, 'name') : null;
  if (named !== null) {
    add(textOf(context, named), typeName(context, child(node, 'type')), null);
    return true;
  }
  const declaration = ofType(node, 'variable_declaration') ?? node;
  const type = typeName(context, child(declaration, 'type'));
  for (const kid of declaration.kids) {
    if (kid.type !== 'variable_declarator' && kid.field !== 'declarator') continue;
    const value =
      child(kid, 'value') ??
      (context.language === 'C#' ? (kid.kids.findLast((part) => part.field === null) ?? null) : null);
    add(textOf(context, child(kid, 'name') ?? kid), type, lowered(context, value));
  }
  return true;
};

const readProperty: ReadField = (context, node, add) => {
  if (context.language === 'PHP') return readProperties(context, node, add);
  if (context.language === 'Kotlin') return readLowered(context, node, add);
  const value = child(node, 'value');
  const isComputed = lowerAccessors(context, node);
  add(
    textOf(context, child(node, 'name')),
    typeName(context, child(node, 'type')),
    isComputed && value?.type === 'arrow_expression_clause' ? null : lowered(context, value),
  );
  return true;
};

/** PHP, where one declaration may have several fields. */
const readProperties: ReadField = (context, node, add) => {
  const type = typeName(context, child(node, 'type'));
  for (const kid of node.kids) {
    if (kid.type !== 'property_element') continue;
    const name = textOf(context, child(kid, 'name')).replace(/^\$/, '');
    add(name, type, lowered(context, child(kid, 'default_value')));
  }
  return true;
};

/** Kotlin, where fields are lowered like variables. */
const readLowered: ReadField = (context, node, add) => {
  const [declared] = lowerStmts(context, node);
  if (declared?.k === 'decl' && declared.target.k === 'var')
    add(declared.target.name, declared.type, declared.init);
  return true;
};

const readIndexer: ReadField = (context, node) => {
  lowerAccessors(context, node);
  return true;
};

const readConstants: ReadField = (context, node, add) => {
  for (const kid of node.kids)
    if (kid.type === 'const_element')
      add(textOf(context, kid.kids[0] ?? null), null, lowerExpr(context, kid.kids[1] ?? null));
  return true;
};

const readAssignment: ReadField = (context, node, add) => {
  const assignment = node.type === 'assignment' ? node : ofType(node, 'assignment');
  const left = assignment && child(assignment, 'left');
  if (assignment === null || left === null || !/^(?:identifier|constant)$/.test(left.type)) return false;
  const type = typeName(context, child(assignment, 'type'));
  add(textOf(context, left), type, lowered(context, child(assignment, 'right')));
  return true;
};

const table: ReadonlyMap<string, ReadField> = new Map([
  ['field_declaration', readDeclaration],
  ['constant_declaration', readDeclaration],
  ['event_field_declaration', readDeclaration],
  ['property_declaration', readProperty],
  ['indexer_declaration', readIndexer],
  ['const_declaration', readConstants],
  ['expression_statement', readAssignment],
  ['assignment', readAssignment],
]);
