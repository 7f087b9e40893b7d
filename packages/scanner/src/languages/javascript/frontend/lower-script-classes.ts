import type { ClassIr, Expr, Stmt } from '../../../ir/ir.ts';
import type { LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, lowerScriptStmts, typeText } from './es-node.ts';
import { lowerScriptExpr } from './lower-script-expr.ts';
import { lowerScriptFunction } from './lower-script-functions.ts';
import { decoratorsOf, keyName } from './script-names.ts';

export function lowerScriptClass(context: LowerContext, node: EsNode): ClassIr {
  const cls: ClassIr = {
    name: node.id?.name ?? '<anonymous>',
    file: context.file,
    bases: node.superClass ? [lastName(node.superClass)] : [],
    fields: [],
    methods: new Map(),
    annotations: decoratorsOf(context, node),
    isInterface: false,
    outer: null,
    setup: [],
    pos: node.start,
  };
  context.file.classes.push(cls);
  const inner: LowerContext = { ...context, cls };
  for (const member of node.body.body as EsNode[]) {
    const name = member.key === undefined ? '' : keyName(member.key);
    if (member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition') {
      if (!member.value?.body) continue;
      const fn = lowerScriptFunction(inner, member.value, name);
      fn.annotations = decoratorsOf(context, member);
      if (member.kind === 'get') fn.annotations.push({ name: 'property', args: '' });
      fn.isStatic = member.static === true;
      if (member.kind === 'constructor') addParameterProperties(fn.body, member.value);
      const key = member.kind === 'constructor' ? '<init>' : member.kind === 'set' ? `set ${name}` : name;
      cls.methods.set(key, [...(cls.methods.get(key) ?? []), fn]);
      if (member.kind === 'constructor')
        for (const field of parameterFields(context, member.value)) cls.fields.push(field);
    } else if (member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') {
      cls.fields.push({
        name,
        type: typeText(context, member.typeAnnotation),
        init: member.value ? lowerScriptExpr(inner, member.value) : null,
        isStatic: member.static === true || member.readonly === true,
        annotations: decoratorsOf(context, member),
      });
    } else if (member.type === 'StaticBlock') cls.setup.push(...lowerScriptStmts(context, member));
  }
  return cls;
}

/** `constructor(private readonly db: Db)` assigns `this.db`. */
function addParameterProperties(body: Stmt[], fn: EsNode): void {
  for (const param of fn.params as EsNode[]) {
    if (param.type !== 'TSParameterProperty') continue;
    const inner = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
    const target: Expr = { k: 'get', o: { k: 'this', ...at(inner) }, name: inner.name, ...at(inner) };
    body.unshift({
      k: 'expr',
      e: { k: 'set', t: target, v: { k: 'var', name: inner.name, ...at(inner) }, op: null, ...at(inner) },
      ...at(inner),
    });
  }
}

function parameterFields(context: LowerContext, fn: EsNode) {
  return (fn.params as EsNode[])
    .filter((param) => param.type === 'TSParameterProperty')
    .map((param) => {
      const inner = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
      return {
        name: inner.name as string,
        type: typeText(context, inner.typeAnnotation),
        init: null,
        isStatic: false,
        annotations: [],
      };
    });
}

function lastName(node: EsNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return keyName(node.property);
  if (node.type === 'CallExpression') return lastName(node.arguments[0] ?? node.callee);
  return '';
}
