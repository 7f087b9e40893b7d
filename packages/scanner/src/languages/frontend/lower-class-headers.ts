import type { ClassIr, Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { addToList } from '../../read/add-to-list.ts';
import { inFunction, type LowerContext, typeName, variable } from './lower-context.ts';
import { readParameters } from './lower-parameters.ts';
import { at, child, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** The types that a class extends or implements. */
export function readBases(context: LowerContext, node: TreeNode): string[] {
  const bases: string[] = [];
  const visit = (kid: TreeNode): void => {
    if (
      /^(?:type_list|base_list|argument_list|delegation_specifiers|delegation_specifier|superclass|super_interfaces|extends_interfaces|base_clause|class_interface_clause|base_class_clause|constructor_invocation|primary_constructor_base_type)$/.test(
        kid.type,
      )
    ) {
      for (const part of kid.kids) visit(part);
    } else if (!/keyword_argument|value_arguments|access_specifier|comment/.test(kid.type)) {
      const name = typeName(context, kid);
      if (name !== null) bases.push(name);
    }
  };
  for (const kid of node.kids) {
    if (
      /^(?:superclass|interfaces|superclasses|trait|bounds)$/.test(kid.field ?? '') ||
      /^(?:base_list|extends_interfaces|base_clause|class_interface_clause|base_class_clause|delegation_specifiers|superclass)$/.test(
        kid.type,
      )
    )
      visit(kid);
  }
  return bases;
}

/** Primary constructors in Kotlin and C#, and records. */
export function readPrimaryConstructor(context: LowerContext, cls: ClassIr, node: TreeNode): void {
  const header = ofType(node, 'primary_constructor') ?? null;
  const parameters =
    header !== null
      ? ofType(header, 'class_parameters')
      : (child(node, 'parameters') ?? ofType(node, 'parameter_list'));
  if (parameters === null) return;
  const inner = inFunction(context, parameters, '<init>');
  readParameters(inner, parameters);
  inner.fn.body = inner.fn.params.map((entry): Stmt => {
    const target: Expr = {
      k: 'get',
      o: { k: 'this', ...at(parameters) },
      name: entry.name,
      ...at(parameters),
    };
    return {
      k: 'expr',
      e: { k: 'set', t: target, v: variable(parameters, entry.name), op: null, ...at(parameters) },
      ...at(parameters),
    };
  });
  for (const entry of inner.fn.params)
    cls.fields.push({
      name: entry.name,
      type: entry.type,
      init: null,
      isStatic: false,
      annotations: [],
    });
  addMethod(cls.methods, '<init>', inner.fn);
}

/** Methods of the same name are overloads. */
export function addMethod(map: Map<string, FunctionIr[]>, key: string, fn: FunctionIr): void {
  addToList(map, key, fn);
}
