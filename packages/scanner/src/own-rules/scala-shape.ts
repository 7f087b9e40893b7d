import type { TreeNode as Syntax } from '../languages/frontend/tree-node.ts';

/**
 * Converts Scala's tree to the form of the others: operators as nodes, types beside the typed nodes, interpolated
 * values as children.
 */
export function plainScala(root: Syntax, text: string): Syntax {
  const made = shaped(root, text);
  const open = [made];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    next.kids = next.kids.map((kid) => shaped(kid, text));
    open.push(...next.kids);
  }
  return made;
}

const typed = new Set(['val_definition', 'var_definition', 'parameter', 'class_parameter', 'binding']);

function shaped(node: Syntax, text: string): Syntax {
  if (node.type === 'operator_identifier' && node.field === 'operator')
    return { ...node, type: text.slice(node.start, node.end), kids: [] };
  if (node.type === 'interpolated_string_expression')
    return {
      ...node,
      kids: node.kids.flatMap((kid) => kid.kids).filter(({ type }) => type === 'interpolation'),
    };
  // Elsewhere, an `import` has members in any order; here it is a path.
  if (node.type === 'import_declaration') return { ...node, type: 'import_path' };
  if (!typed.has(node.type)) return { ...node };
  return {
    ...node,
    kids: node.kids.map((kid) =>
      kid.field === 'type'
        ? { type: 'type_annotation', field: 'type', start: kid.start, end: kid.end, kids: [kid] }
        : kid,
    ),
  };
}
