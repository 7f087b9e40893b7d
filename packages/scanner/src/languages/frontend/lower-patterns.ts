import type { Expr } from '../../ir/ir.ts';
import { declare, type LowerContext, literal, none, textOf, typeName, variable } from './lower-context.ts';
import { at, child, isComment, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** The names that a pattern in Java or C# binds to the value and its parts, as assignments. */
export function bindPatterns(context: LowerContext, pattern: TreeNode | null, subject: Expr): Expr[] {
  return pattern === null
    ? []
    : targetsOf(context, pattern).map(
        (t): Expr => ({ k: 'set', t, v: subject, op: 'match', ...at(pattern) }),
      );
}

function targetsOf(context: LowerContext, node: TreeNode): Expr[] {
  switch (node.type) {
    case 'declaration_pattern':
    case 'type_pattern':
    case 'var_pattern':
      return named(context, node);
    case 'recursive_pattern': {
      const properties = ofType(node, 'property_pattern_clause');
      const places = ofType(node, 'positional_pattern_clause');
      return [
        ...named(context, node),
        ...(properties === null ? [] : [partsByName(context, properties)]),
        ...(places === null ? [] : [partsByPlace(context, places, places.kids)]),
      ];
    }
    case 'record_pattern': {
      const body = ofType(node, 'record_pattern_body');
      return body === null ? [] : [partsByPlace(context, node, body.kids)];
    }
    case 'list_pattern':
      return [partsByPlace(context, node, node.kids)];
    case 'pattern':
    case 'parenthesized_pattern':
    case 'and_pattern':
      return node.kids.flatMap((kid) => targetsOf(context, kid));
    default:
      return [];
  }
}

/** `string text`, `var text`, `var (a, b)`. The type becomes a cast, so that a number loses the taint of the value. */
function named(context: LowerContext, node: TreeNode): Expr[] {
  const group = ofType(node, 'parenthesized_variable_designation');
  if (group !== null) return [partsByPlace(context, group, group.kids)];
  const name = nameOf(context, node);
  if (name === null) return [];
  declare(context, textOf(context, name));
  const target = variable(name, textOf(context, name));
  const first = node.kids.find((kid) => kid !== name);
  const type = typeName(
    context,
    child(node, 'type') ?? (context.language === 'Java' ? (first ?? null) : null),
  );
  return [type === null ? target : { k: 'cast', type, e: target, ...at(node) }];
}

function nameOf(context: LowerContext, node: TreeNode): TreeNode | null {
  const name = child(node, 'name');
  if (name !== null) return name.type === 'identifier' ? name : null;
  const last = context.language === 'Java' ? node.kids.at(-1) : undefined;
  return last?.type === 'identifier' ? last : null;
}

function partsByPlace(context: LowerContext, node: TreeNode, kids: readonly TreeNode[]): Expr {
  const items = kids
    .filter((kid) => !isComment(kid))
    .map((kid): Expr => {
      if (kid.type === 'identifier') {
        declare(context, textOf(context, kid));
        return variable(kid, textOf(context, kid));
      }
      const own =
        kid.type === 'record_pattern_component' && ofType(kid, 'record_pattern') === null
          ? named(context, kid)
          : (kid.type === 'subpattern' || kid.type === 'record_pattern_component' ? kid.kids : [kid]).flatMap(
              (part) => targetsOf(context, part),
            );
      return own[0] ?? none(kid);
    });
  return { k: 'list', items, ...at(node) };
}

function partsByName(context: LowerContext, node: TreeNode): Expr {
  const entries = node.kids.flatMap((kid) => {
    const [name, pattern] = kid.kids;
    if (kid.type !== 'subpattern' || name === undefined || pattern === undefined) return [];
    // { Inner.Name: var text }
    const key = literal(name, textOf(context, name).replace(/^.*\./, ''));
    return targetsOf(context, pattern).map((value) => ({ key, value }));
  });
  return { k: 'map', entries, ...at(node) };
}
