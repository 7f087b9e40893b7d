import type { Annotation } from '../../ir/ir.ts';
import { type LowerContext, textOf } from './lower-context.ts';
import type { TreeNode } from './tree-node.ts';

const annotationTypes =
  /^(?:annotation|marker_annotation|decorator|attribute|attribute_list|attribute_group|attribute_item|modifiers|parameter_modifiers)$/;

/** `#[get("/x/<y>")]` stands before the function. */
function rustAttributes(context: LowerContext, node: TreeNode): Annotation[] {
  const before = context.file.text.slice(Math.max(0, node.start - 400), node.start);
  const block = /(?:#\[[^\n]*\]\s*)+$/.exec(before)?.[0] ?? '';
  return [...block.matchAll(/#\[([\w:]+)([^\n]*)\]/g)].map(([, path = '', args = '']) => ({
    name: path.slice(path.lastIndexOf(':') + 1),
    args,
  }));
}

/** Annotations, decorators and attributes in or before a declaration. */
export function readAnnotations(context: LowerContext, node: TreeNode): Annotation[] {
  const found: Annotation[] = [];
  const visit = (parent: TreeNode): void => {
    for (const kid of parent.kids) {
      if (
        kid.type === 'annotation' ||
        kid.type === 'marker_annotation' ||
        kid.type === 'decorator' ||
        (kid.type === 'attribute' && parent !== node)
      ) {
        const text = textOf(context, kid).replace(/^[@#[\s]+/, '');
        const name = /^[\w.:\\]+/.exec(text)?.[0] ?? '';
        found.push({
          name: name.slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf(':')) + 1),
          args: text.slice(name.length),
        });
      } else if (annotationTypes.test(kid.type) && (kid.type !== 'attribute' || parent !== node)) visit(kid);
    }
  };
  visit(node);
  if (context.language === 'Rust' && node.type === 'function_item')
    found.push(...rustAttributes(context, node));
  return found;
}
