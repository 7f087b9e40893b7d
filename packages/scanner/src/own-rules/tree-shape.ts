import { isComment } from '../languages/frontend/syntax-tree.ts';
import type { Syntax } from './syntax.ts';

// What the syntax trees of several languages have in common, by node types.

/** Nodes around a single node without a meaning of their own. */
const wrappers = new Set([
  'expression_statement',
  'ExpressionStatement',
  'parenthesized_expression',
  'global_statement',
  'expression_list',
  'argument',
  'pattern_list',
]);

/** The node without wrappers: for an expression statement, its expression. */
export function bare(node: Syntax): Syntax {
  let inner = node;
  while (wrappers.has(inner.type)) {
    const [only, other] = inner.kids.filter((kid) => !isComment(kid));
    if (only === undefined || other !== undefined) return inner;
    inner = only;
  }
  return inner;
}

/** Parts that a pattern may omit. */
const optionalTypes = new Set([
  'modifiers',
  'modifier',
  'decorator',
  'Decorator',
  'marker_annotation',
  'annotation',
  'attribute_list',
  'type_parameters',
  'type_parameter_list',
  'type_arguments',
  'throws',
  'superclass',
  'super_interfaces',
  'extends_interfaces',
  'base_list',
  'base_clause',
  'class_interface_clause',
  'visibility_modifier',
  'static_modifier',
  'final_modifier',
  'abstract_modifier',
  'readonly_modifier',
  'TSTypeAnnotation',
  'string_start',
  'string_end',
  'type_parameter_constraints_clause',
  'TSTypeParameterInstantiation',
  'TSTypeParameterDeclaration',
  'storage_class_specifier',
  'empty_statement',
  'EmptyStatement',
  'type_annotation',
  'lambda_parameters',
  'namespace_wildcard',
  'inherited_types',
  'extends_clause',
  'class_parameters',
]);

const optionalFields = new Set([
  'return_type',
  'returnType',
  'superClass',
  'implements',
  'superclasses',
  'superclass',
  'alternative',
  'alternate',
  'kind',
  'typeParameters',
  'typeArguments',
  'typeAnnotation',
  'decorators',
  'accessibility',
  'attributes',
]);

export function isOptional(node: Syntax): boolean {
  return optionalTypes.has(node.type) || (node.field !== null && optionalFields.has(node.field));
}

/** Nodes whose members match in any order. */
const unordered = new Set([
  'class_body',
  'ClassBody',
  'interface_body',
  'declaration_list',
  'field_declaration_list',
  'enum_body',
  'dictionary',
  'hash',
  'ObjectExpression',
  'ObjectPattern',
  'literal_value',
  'JSXOpeningElement',
  'annotation_argument_list',
  'import_declaration',
  'template_body',
  'inherited_types',
]);

export const isUnordered = (type: string) => unordered.has(type);

/** Nodes of which a pattern may name only some members, even without an ellipsis. */
export const isAlwaysOpen = (type: string) =>
  /^(?:ObjectExpression|ClassBody|class_body|import_declaration|template_body|inherited_types)$/.test(type);

/** The imports of one declaration in Go, with or without parentheses. */
export function importsOf(node: Syntax): Syntax[] | null {
  if (node.type !== 'import_declaration') return null;
  const specs = node.kids.flatMap((kid) => (kid.type === 'import_spec_list' ? kid.kids : kid));
  return specs.some(({ type }) => type === 'import_spec') ? specs : null;
}

/** Nodes that access a member. */
export const isMember = (type: string) =>
  /^(?:MemberExpression|attribute|field_access|selector_expression|member_access_expression|call|field_expression)$/.test(
    type,
  );

const parameterTypes =
  /^(?:formal_parameter|parameter|class_parameter|parameter_declaration|typed_parameter|default_parameter|typed_default_parameter|simple_parameter|optional_parameter)$/;

/** The name of a parameter that has more than a name. */
export function parameterName(node: Syntax): Syntax | null {
  if (!parameterTypes.test(node.type)) return null;
  return (
    node.kids.find(({ field }) => field === 'name') ??
    node.kids.find(({ type, field }) => type === 'identifier' && field !== 'type') ??
    null
  );
}

/** Named arguments, which match in any order. */
export const isNamedArgument = (type: string) => type === 'keyword_argument';

const sameTypes: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'Function',
  FunctionExpression: 'Function',
  ArrowFunctionExpression: 'Function',
  ClassDeclaration: 'Class',
  ClassExpression: 'Class',
  type_identifier: 'identifier',
  field_identifier: 'identifier',
  package_identifier: 'identifier',
  property_identifier: 'identifier',
  constant: 'identifier',
  name: 'identifier',
  qualified_name: 'identifier',
  simple_identifier: 'identifier',
  scoped_type_identifier: 'scoped_identifier',
  ForInStatement: 'ForStatement',
  ForOfStatement: 'ForStatement',
  enhanced_for_statement: 'for_statement',
  for_each_statement: 'for_statement',
  foreach_statement: 'for_statement',
  PropertyDefinition: 'FieldDefinition',
  variadic_parameter_declaration: 'parameter_declaration',
  local_function_statement: 'method_declaration',
};

export const typeOf = ({ type }: Syntax) => sameTypes[type] ?? type;

export interface Assignment {
  left: Syntax;
  right: Syntax;
}

const assigning =
  /^(?:assignment|assignment_expression|AssignmentExpression|assignment_statement|short_var_declaration)$/;
const declaring =
  /^(?:variable_declarator|VariableDeclarator|var_spec|const_spec|init_declarator|val_definition|var_definition)$/;

/** A plain assignment, as in a pattern. */
export function isAssignment(node: Syntax): boolean {
  return assigning.test(node.type) && asAssignment(node) !== null;
}

/** The target and value of an assignment or an initialized declaration. */
export function asAssignment(node: Syntax): Assignment | null {
  if (!assigning.test(node.type) && !declaring.test(node.type)) return null;
  const operator = node.kids.find((kid) => kid.field === 'operator');
  if (operator !== undefined && operator.type !== '=') return null;
  const parts = node.kids.filter((kid) => kid.field !== 'operator' && !isComment(kid));
  if (parts.length < 2) return null;
  const isTyped =
    parts.length > 2 && !declaring.test(node.type) ? parts.findIndex(({ field }) => field === 'type') : -1;
  const kept = isTyped === -1 ? parts : parts.filter((_, at) => at !== isTyped);
  const [left, right] = [kept[0], kept.at(-1)];
  return left === undefined || right === undefined ? null : { left, right };
}

const stringTypes =
  /^(?:string|string_literal|interpreted_string_literal|raw_string_literal|encapsed_string|verbatim_string_literal|raw_string_literal|TemplateLiteral|concatenated_string|interpolated_string_expression|multiline_string_literal|line_string_literal)$/;

export function isString(node: Syntax, text: string): boolean {
  return stringTypes.test(node.type) || (node.type === 'Literal' && /["']/.test(text[node.start] ?? ''));
}

const holes =
  /^(?:interpolation|template_substitution|variable_name|dynamic_variable_name|interpolated_expression)$/;

/** The content of a string literal; null if it has interpolated code, or if the node is no string. */
export function stringContent(node: Syntax, text: string): string | null {
  if (!isString(node, text) || node.type === 'concatenated_string') return null;
  if (
    node.type === 'TemplateLiteral'
      ? node.kids.some(({ type }) => type !== 'TemplateElement')
      : node.kids.some(({ type }) => holes.test(type))
  )
    return null;
  return between(text.slice(node.start, node.end));
}

/** The text without prefix and quotes. */
export function between(raw: string): string {
  const [open = '', quote = ''] = /^[\w@$]*("""|'''|["'`])/.exec(raw) ?? [];
  return raw.slice(open.length, raw.length - quote.length);
}

const blocks =
  /^(?:block|BlockStatement|Program|module|program|source_file|statement_block|statement_list|compound_statement|translation_unit|compilation_unit|constructor_body|body_statement|then|else|do|switch_block_statement_group|SwitchCase|StaticBlock|expression_case|default_case|communication_case|case_statement|switch_section|begin|class_body|declaration_list|ensure|rescue|do_block|block_body|default_statement|template_body|indented_block)$/;

/** A node whose children are statements. */
export const isBlock = (node: Syntax) => blocks.test(node.type);

/** A name with its owners, such as `a.b.c`; null for anything more complex. */
export function dottedPath(node: Syntax, text: string): string | null {
  if (node.kids.length === 0)
    return /identifier|Identifier|^constant$|^name$/.test(node.type)
      ? text.slice(node.start, node.end)
      : null;
  if (
    !/^(?:attribute|MemberExpression|field_access|scoped_identifier|scoped_type_identifier|selector_expression|member_access_expression|qualified_name|dotted_name|field_expression|stable_identifier|stable_type_identifier)$/.test(
      node.type,
    )
  )
    return null;
  const written = text.slice(node.start, node.end);
  return written.length < 200 && /^[\w$]+(?:\s*\.\s*[\w$]+)+$/.test(written)
    ? written.replace(/\s+/g, '')
    : null;
}
