import type { Expr } from '../../ir/ir.ts';
import { lowerAccessors } from '../csharp/frontend/accessors.ts';
import { readAnnotations } from './lower-annotations.ts';
import { type ClassContext, textOf, typeName } from './lower-context.ts';
import { lowerExpr, lowerStmts } from './lowering.ts';
import { child, ofType, type TreeNode } from './syntax-tree.ts';

/** Adds what a member of a class declares to its fields; false where it is no field. */
export function lowerField(context: ClassContext, node: TreeNode): boolean {
  const { cls } = context;
  const [head = ''] = context.file.text.slice(node.start, Math.min(node.end, node.start + 120)).split('=', 1);
  const isStatic = /\b(?:static|const|companion)\b/.test(head);
  const annotations = readAnnotations(context, node);
  const add = (name: string, type: string | null, init: Expr | null): void => {
    if (name !== '') cls.fields.push({ name, type, init, isStatic, annotations });
  };
  switch (node.type) {
    case 'field_declaration':
    case 'constant_declaration':
    case 'event_field_declaration': {
      const named = context.language === 'Rust' ? child(node, 'name') : null;
      if (named !== null) {
        add(textOf(context, named), typeName(context, child(node, 'type')), null);
        return true;
      }
      const declaration = ofType(node, 'variable_declaration') ?? node;
      const type = typeName(context, child(declaration, 'type'));
      for (const kid of declaration.kids) {
        if (kid.type !== 'variable_declarator' && kid.field !== 'declarator') continue;
        const nameNode = child(kid, 'name') ?? kid;
        const value =
          child(kid, 'value') ??
          (context.language === 'C#' ? (kid.kids.findLast((part) => part.field === null) ?? null) : null);
        add(textOf(context, nameNode), type, value === null ? null : lowerExpr(context, value));
      }
      return true;
    }
    case 'property_declaration': {
      if (context.language === 'PHP') {
        const type = typeName(context, child(node, 'type'));
        for (const kid of node.kids) {
          if (kid.type !== 'property_element') continue;
          const value = child(kid, 'default_value');
          add(
            textOf(context, child(kid, 'name')).replace(/^\$/, ''),
            type,
            value === null ? null : lowerExpr(context, value),
          );
        }
        return true;
      }
      if (context.language === 'Kotlin') {
        const [declared] = lowerStmts(context, node);
        if (declared?.k === 'decl' && declared.target.k === 'var')
          add(declared.target.name, declared.type, declared.init);
        return true;
      }
      const value = child(node, 'value');
      const isComputed = lowerAccessors(context, node);
      add(
        textOf(context, child(node, 'name')),
        typeName(context, child(node, 'type')),
        value === null || (isComputed && value.type === 'arrow_expression_clause')
          ? null
          : lowerExpr(context, value),
      );
      return true;
    }
    case 'indexer_declaration':
      lowerAccessors(context, node);
      return true;
    case 'const_declaration':
      for (const kid of node.kids)
        if (kid.type === 'const_element')
          add(textOf(context, kid.kids[0] ?? null), null, lowerExpr(context, kid.kids[1] ?? null));
      return true;
    case 'expression_statement':
    case 'assignment': {
      const assignment = node.type === 'assignment' ? node : ofType(node, 'assignment');
      if (assignment === null) return false;
      const left = child(assignment, 'left');
      if (left === null || !/^(?:identifier|constant)$/.test(left.type)) return false;
      const right = child(assignment, 'right');
      add(
        textOf(context, left),
        typeName(context, child(assignment, 'type')),
        right === null ? null : lowerExpr(context, right),
      );
      return true;
    }
    default:
      return false;
  }
}
