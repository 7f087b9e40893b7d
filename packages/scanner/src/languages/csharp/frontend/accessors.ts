import { addMethod } from '../../frontend/lower-class-headers.ts';
import { type ClassContext, inFunction, textOf, typeName } from '../../frontend/lower-context.ts';
import { parameter, readParameters } from '../../frontend/lower-parameters.ts';
import { lowerExpr, lowerStmts } from '../../frontend/lowering.ts';
import { at, child, ofType } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

/**
 * The accessors of a property or an indexer as methods `get_Name` and `set_Name`, as .NET has them; false if there
 * are none.
 */
export function lowerAccessors(context: ClassContext, node: TreeNode): boolean {
  const isIndexer = node.type === 'indexer_declaration';
  const name = isIndexer ? 'Item' : textOf(context, child(node, 'name'));
  const value = child(node, 'value');
  let found = false;
  const add = (kind: 'get' | 'set', body: TreeNode): void => {
    found = true;
    const inner = inFunction(context, body, `${kind}_${name}`);
    const { fn } = inner;
    fn.isStatic = /\bstatic\b/.test(
      context.file.text.slice(node.start, child(node, 'type')?.start ?? node.start),
    );
    if (isIndexer) readParameters(inner, child(node, 'parameters'));
    const type = typeName(context, child(node, 'type'));
    if (kind === 'get') fn.returnType = type;
    else {
      fn.params.push({ ...parameter('value'), type });
      fn.locals.add('value');
    }
    fn.body =
      body.type === 'arrow_expression_clause'
        ? [{ k: 'return', e: lowerExpr(inner, body.kids[0] ?? null), ...at(body) }]
        : lowerStmts(inner, body);
    addMethod(context.cls.methods, fn.name, fn);
  };
  if (value?.type === 'arrow_expression_clause') add('get', value);
  for (const accessor of (child(node, 'accessors') ?? ofType(node, 'accessor_list'))?.kids ?? []) {
    const body = child(accessor, 'body');
    const kind = textOf(context, child(accessor, 'name'));
    if (body !== null && accessor.type === 'accessor_declaration') add(kind === 'get' ? 'get' : 'set', body);
  }
  return found;
}
