import type { Expr } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { lowerNameless, lowerQuery, lowerWithExpression } from '../csharp/frontend/queries.ts';
import { lowerHeredoc } from '../ruby/frontend/heredocs.ts';
import { lowerMacro } from '../rust/frontend/lower-macro.ts';
import {
  index,
  inner,
  lowerElementBinding,
  lowerFieldExpression,
  lowerIndexExpression,
  lowerInstanceVariable,
  lowerInvocationMember,
  lowerMemberAccess,
  lowerMemberBinding,
  lowerMethodReference,
  lowerName,
  lowerNumber,
  lowerRelativeScope,
  lowerScopedIdentifier,
  lowerScopeResolution,
  lowerSlice,
  lowerSubscript,
  lowerThis,
  lowerVariableName,
  member,
} from './lower-access.ts';
import { lowerAssign } from './lower-assignments.ts';
import {
  lowerArg,
  lowerCall,
  lowerConstructorInvocation,
  lowerConversion,
  lowerExit,
  lowerInclude,
  lowerList,
  lowerMethodCall,
  lowerNew,
  lowerPrint,
  lowerRubyCall,
  lowerShellCommand,
} from './lower-calls.ts';
import * as collections from './lower-collections.ts';
import { type LowerContext, literal, none, textOf } from './lower-context.ts';
import {
  lowerBinary,
  lowerComparison,
  lowerConditional,
  lowerIncrement,
  lowerInstanceOf,
  lowerPostfix,
  lowerRescue,
  lowerUnary,
  negateWhole,
} from './lower-operators.ts';
import {
  lowerInterpolated,
  lowerKotlinString,
  lowerPlainString,
  lowerString,
  lowerStringLiteral,
  lowerSymbol,
} from './lower-strings.ts';
import {
  type Lower,
  lowerBody,
  lowerFunctionNode,
  lowerLambda,
  lowerStmts,
  lowerTarget,
} from './lowering.ts';
import { at, child, isComment, lastKid } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export function lowerExpr(context: LowerContext, node: TreeNode | null): Expr {
  if (node === null) return { k: 'none', pos: 0, end: 0 };
  const lower = table[node.type];
  if (lower !== undefined)
    return context.language === 'Kotlin' ? negateWhole(lower(context, node)) : lower(context, node);
  const kids = node.kids.filter((kid) => !isComment(kid));
  const single = only(kids);
  if (single !== undefined) return lowerExpr(context, single);
  if (kids.length === 0) return none(node);
  return { k: 'seq', items: kids.map((kid) => lowerExpr(context, kid)), pos: node.start, end: node.end };
}

const lowerValue: Lower = (context, node) => lowerExpr(context, child(node, 'value') ?? lastKid(node));

/** A statement with a value (Rust, Kotlin, Ruby, switch expressions). */
const lowerBlockExpr: Lower = (context, node) => ({ k: 'do', body: lowerStmts(context, node), ...at(node) });

const table: Record<string, Lower> = {};

function on(types: string, lower: Lower): void {
  for (const type of types.split(' ')) table[type] = lower;
}

on(
  'identifier simple_identifier type_identifier name constant field_identifier package_identifier property_identifier hidden_identifier global_variable dotted_name namespace_identifier predefined_type',
  lowerName,
);

on('variable_name', lowerVariableName);
on('this self this_expression', lowerThis);
on('super base super_expression', (_, node) => ({ k: 'super', ...at(node) }));
on('instance_variable class_variable', lowerInstanceVariable);
on('string_literal', lowerStringLiteral);

on(
  'raw_string_literal interpreted_string_literal verbatim_string_literal character_literal char_literal rune_literal',
  lowerPlainString,
);

on('string', lowerString);
on('multiline_string_literal', lowerKotlinString);

on(
  'interpolated_string_expression encapsed_string heredoc nowdoc concatenated_string chained_string bare_string bare_symbol template_string heredoc_body',
  lowerInterpolated,
);

on('simple_symbol hash_key_symbol', lowerSymbol);
on('regex', (context, node) => ({ k: 'regex', source: textOf(context, node), ...at(node) }));

on(
  'decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal integer float int_literal float_literal integer_literal real_literal number_literal imaginary_literal long_literal hex_literal bin_literal',
  lowerNumber,
);

on('true', (_, node) => literal(node, true));
on('false', (_, node) => literal(node, false));

on('boolean_literal boolean', (context, node) =>
  literal(node, textOf(context, node).toLowerCase() === 'true'),
);

on('null_literal none nil null nullptr', (_, node) => literal(node, null));
on('field_access', member('object', 'field'));
on('attribute', member('object', 'attribute'));
on('selector_expression', member('operand', 'field'));
on('member_access_expression nullsafe_member_access_expression', lowerMemberAccess);
on('scoped_property_access_expression', member('scope', 'name'));
on('class_constant_access_expression', member(0, -1));
on('field_expression', lowerFieldExpression);
on('navigation_expression', member(0, -1));
on('scope_resolution', lowerScopeResolution);
on('scoped_identifier qualified_identifier qualified_name scoped_type_identifier', lowerScopedIdentifier);
on('member_binding_expression', lowerMemberBinding);
on('element_binding_expression', lowerElementBinding);
on('conditional_access_expression', lowerInvocationMember);
on('array_access', index('array', 'index'));
on('subscript', index('value', 'subscript'));
on('index_expression', lowerIndexExpression);
on('element_access_expression', index('expression', 'subscript'));
on('subscript_expression', lowerSubscript);
on('element_reference', index('object', 1));
on('slice_expression', lowerSlice);
on('call_expression function_call_expression invocation_expression', lowerCall);

on('call', (context, node) =>
  context.language === 'Ruby' ? lowerRubyCall(context, node) : lowerCall(context, node),
);

on(
  'method_invocation member_call_expression nullsafe_member_call_expression scoped_call_expression',
  lowerMethodCall,
);

on('object_creation_expression new_expression implicit_object_creation_expression', lowerNew);
on('explicit_constructor_invocation constructor_initializer', lowerConstructorInvocation);

on(
  'assignment_expression assignment augmented_assignment assignment_statement short_var_declaration operator_assignment augmented_assignment_expression compound_assignment_expr reference_assignment_expression receive_statement',
  lowerAssign,
);

on('named_expression', (context, node) => ({
  k: 'set',
  t: lowerTarget(context, child(node, 'name'), true),
  v: lowerExpr(context, child(node, 'value')),
  op: null,
  ...at(node),
}));

on('binary_expression binary_operator boolean_operator binary infix_expression in_expression', lowerBinary);
on('comparison_operator', lowerComparison);

on(
  'unary_expression unary_operator not_operator unary unary_op_expression prefix_unary_expression',
  lowerUnary,
);

on('pointer_expression reference_expression', (context, node) =>
  lowerExpr(context, child(node, 'argument') ?? child(node, 'value')),
);

on('update_expression inc_statement dec_statement', lowerIncrement);
on('postfix_unary_expression', lowerPostfix);
on('ternary_expression conditional_expression conditional', lowerConditional);

on(
  'cast_expression type_cast_expression as_expression type_conversion_expression type_assertion_expression',
  lowerConversion,
);

on('yield yield_expression', (context, node) => ({
  k: 'un',
  op: 'yield',
  e: inner(context, node),
  ...at(node),
}));
on('await await_expression', (context, node) => ({ k: 'await', e: inner(context, node), ...at(node) }));

on(
  'parenthesized_expression parenthesized_statements try_expression error_suppression_expression checked_expression clone_expression literal_element expression_element expression_list_single',
  inner,
);

on(
  'list tuple array array_initializer initializer_expression initializer_list array_expression tuple_expression collection_expression expression_list set right_assignment_list collection_literal string_array symbol_array',
  lowerList,
);

on('array_creation_expression implicit_array_creation_expression', collections.lowerArrayCreation);
on('dictionary hash', collections.lowerDict);
on('anonymous_object_creation_expression', lowerNameless);
on('query_expression', lowerQuery);
on('with_expression', lowerWithExpression);
on('composite_literal', collections.lowerComposite);
on('literal_value', collections.lowerLiteralValue);

on('struct_expression', collections.lowerStruct);

on(
  'list_comprehension generator_expression set_comprehension dictionary_comprehension',
  collections.lowerComprehension,
);

on(
  'lambda_expression lambda func_literal anonymous_function anonymous_function_creation_expression arrow_function closure_expression anonymous_method_expression lambda_literal block_literal',
  lowerLambda,
);

on('local_function_statement', (context, node) => lowerFunctionNode(context, node) ?? none(node));
on('annotated_lambda', inner);

// In Rust, `f::<T>` is `f`.
on('generic_function', (context, node) => lowerExpr(context, child(node, 'function')));
on('method_reference callable_reference', lowerMethodReference);

on(
  'block if_expression match_expression when_expression try_block unsafe_block loop_expression while_expression for_expression if unless case try_statement switch_expression if_modifier unless_modifier begin try_catch_expression return_expression break_expression continue_expression while until case_match',
  lowerBlockExpr,
);

on('then else body_statement block_body do', (context, node) => ({
  k: 'do',
  body: lowerBody(context, node),
  ...at(node),
}));

on('match_expression', (context, node) =>
  context.language === 'PHP'
    ? { k: 'seq', items: node.kids.map((kid) => lowerExpr(context, kid)), ...at(node) }
    : lowerBlockExpr(context, node),
);

on('macro_invocation', lowerMacro);
on('shell_command_expression subshell', lowerShellCommand);
on('print_intrinsic', lowerPrint);
on('include_expression include_once_expression require_expression require_once_expression', lowerInclude);
on('exit_statement', lowerExit);

on('throw_expression', (context, node) => ({
  k: 'do',
  body: [{ k: 'throw', e: inner(context, node), ...at(node) }],
  ...at(node),
}));
on('rescue_modifier', lowerRescue);
on('instanceof_expression is_expression is_pattern_expression', lowerInstanceOf);
on('relative_scope', lowerRelativeScope);
on('heredoc_beginning', lowerHeredoc);

on('sequence_expression comma_expression', (context, node) => ({
  k: 'seq',
  items: node.kids.map((kid) => lowerExpr(context, kid)),
  ...at(node),
}));

on('template_expression', lowerValue);
on('declaration_expression', (context, node) => lowerTarget(context, child(node, 'name'), true));
on('class_literal sizeof_expression typeof_expression default_expression', (_, node) => none(node));

on(
  'spread_element list_splat splat_argument variadic_argument variadic_unpacking dictionary_splat',
  lowerArg,
);
