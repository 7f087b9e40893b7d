import type { Expr, Stmt } from '../ir/ir.ts';
import {
  callNamed,
  declare,
  exprStmt,
  type LowerContext,
  literal,
  none,
  textOf,
  typeName,
  variable,
} from './lower-context.ts';
import { lowerClass, lowerFunctionNode, lowerImportNode, readAnnotations } from './lower-declarations.ts';
import { lowerExpr, lowerTarget } from './lower-expr.ts';
import { child, children, ofType, type TreeNode } from './syntax-tree.ts';

type LowerStmt = (context: LowerContext, node: TreeNode) => Stmt[];

const at = (node: TreeNode) => ({ pos: node.start, end: node.end });
const isComment = (node: TreeNode): boolean => /comment/.test(node.type);

export function lowerStmts(context: LowerContext, node: TreeNode | null): Stmt[] {
  if (node === null || isComment(node)) return [];
  const lower = table[node.type];
  if (lower !== undefined) return lower(context, node);
  return [exprStmt(lowerExpr(context, node))];
}

/** The statements inside a block, whatever the language calls it. */
export function lowerBody(context: LowerContext, node: TreeNode | null): Stmt[] {
  if (node === null) return [];
  if (context.language === 'PHP') return lowerPhpBody(context, node);
  return node.kids.flatMap((kid) => lowerStmts(context, kid));
}

/** After `<?=` a statement is written to the page. */
function lowerPhpBody(context: LowerContext, node: TreeNode): Stmt[] {
  let isEcho = false;
  return node.kids.flatMap((kid) => {
    if (kid.type === 'php_tag' || kid.type === 'text_interpolation') {
      isEcho = /<\?=\s*$/.test(textOf(context, kid));
      return [];
    }
    const wasEcho = isEcho;
    isEcho = false;
    if (!wasEcho || kid.type !== 'expression_statement') return lowerStmts(context, kid);
    return kid.kids.map((part) => exprStmt(callNamed(part, 'echo', [lowerExpr(context, part)])));
  });
}

/** Blocks whose last expression is their value. */
export function returnLast(context: LowerContext, body: Stmt[]): Stmt[] {
  if (!['Ruby', 'Rust', 'Kotlin'].includes(context.language)) return body;
  const last = body.at(-1);
  if (last === undefined) return body;
  if (last.k === 'expr')
    return [...body.slice(0, -1), { k: 'return', e: last.e, pos: last.pos, end: last.end }];
  if (last.k === 'if')
    return [
      ...body.slice(0, -1),
      { ...last, a: returnLast(context, last.a), b: returnLast(context, last.b) },
    ];
  if (last.k === 'switch')
    return [
      ...body.slice(0, -1),
      { ...last, cases: last.cases.map((entry) => ({ ...entry, body: returnLast(context, entry.body) })) },
    ];
  if (last.k === 'try')
    return [
      ...body.slice(0, -1),
      {
        ...last,
        body: returnLast(context, last.body),
        catches: last.catches.map((entry) => ({ ...entry, body: returnLast(context, entry.body) })),
      },
    ];
  if (last.k === 'block') return [...body.slice(0, -1), { ...last, body: returnLast(context, last.body) }];
  return body;
}

const block: LowerStmt = (context, node) => lowerBody(context, node);

const lowerIf: LowerStmt = (context, node) => {
  const init = child(node, 'initializer');
  let condition = child(node, 'condition');
  let yes = child(node, 'consequence') ?? child(node, 'body');
  let alternatives = children(node, 'alternative');
  if (context.language === 'Kotlin') {
    const rest = node.kids.filter((kid) => kid.field === null && !isComment(kid));
    condition ??= rest[0] ?? null;
    const branches = rest.filter((kid) => kid !== condition);
    yes = branches[0] ?? null;
    alternatives = branches.slice(1);
  }
  const condExpr =
    condition?.type === 'let_condition' || condition?.type === 'let_chain'
      ? lowerLetCondition(context, condition)
      : lowerExpr(context, condition);
  const isNegated = node.type === 'unless' || node.type === 'unless_modifier';
  const c: Expr = isNegated ? { k: 'un', op: '!', e: condExpr, ...at(node) } : condExpr;
  const statement: Stmt = {
    k: 'if',
    c,
    a: lowerStmts(context, yes),
    b: lowerAlternatives(context, alternatives),
    ...at(node),
  };
  return init === null ? [statement] : [...lowerStmts(context, init), statement];
};

function lowerAlternatives(context: LowerContext, nodes: TreeNode[]): Stmt[] {
  const [first, ...rest] = nodes;
  if (first === undefined) return [];
  if (first.type === 'elif_clause' || first.type === 'else_if_clause' || first.type === 'elsif') {
    const yes = child(first, 'consequence') ?? child(first, 'body');
    const own = children(first, 'alternative');
    return [
      {
        k: 'if',
        c: lowerExpr(context, child(first, 'condition')),
        a: lowerStmts(context, yes),
        b: lowerAlternatives(context, [...own, ...rest]),
        ...at(first),
      },
    ];
  }
  if (first.type === 'else_clause' || first.type === 'else') {
    const body = child(first, 'body');
    return body !== null ? lowerStmts(context, body) : lowerBody(context, first);
  }
  return lowerStmts(context, first);
}

function lowerLetCondition(context: LowerContext, node: TreeNode): Expr {
  if (node.type === 'let_chain')
    return {
      k: 'seq',
      items: node.kids.map((kid) =>
        kid.type === 'let_condition' ? lowerLetCondition(context, kid) : lowerExpr(context, kid),
      ),
      ...at(node),
    };
  const value = lowerExpr(context, child(node, 'value'));
  return {
    k: 'seq',
    items: [
      { k: 'set', t: lowerTarget(context, child(node, 'pattern'), true), v: value, op: null, ...at(node) },
      none(node),
    ],
    ...at(node),
  };
}

/** Java, C#, Go's var: one statement for each declarator. */
const lowerVariables: LowerStmt = (context, node) => {
  const declaration = ofType(node, 'variable_declaration') ?? node;
  const typeNode = child(declaration, 'type');
  const type = typeName(context, typeNode);
  const declarators = declaration.kids.filter(
    (kid) =>
      kid.type === 'variable_declarator' || kid.type === 'init_declarator' || kid.field === 'declarator',
  );
  return declarators.map((kid): Stmt => {
    const name = declaratorName(kid);
    const valueNode =
      child(kid, 'value') ??
      (kid.type === 'variable_declarator' && context.language === 'C#'
        ? (kid.kids.findLast((part) => part.field === null && part.type !== 'bracketed_argument_list') ??
          null)
        : null);
    const target: Expr = name === null ? none(kid) : variable(name, textOf(context, name));
    if (target.k === 'var') declare(context, target.name);
    let init = valueNode === null || valueNode === name ? null : lowerExpr(context, valueNode);
    // C++: std::string s(arg);
    if (init?.k === 'list' && valueNode?.type === 'argument_list')
      init = { k: 'new', type: type ?? '', f: null, args: init.items, cls: null, ...at(valueNode) };
    if (init?.k === 'new' && init.type === 'Object' && type !== null) init = { ...init, type };
    return { k: 'decl', target, type, init, ...at(kid) };
  });
};

function declaratorName(node: TreeNode): TreeNode | null {
  let name: TreeNode | null = child(node, 'name') ?? child(node, 'declarator') ?? node;
  while (name !== null && /declarator$/.test(name.type))
    name = child(name, 'declarator') ?? name.kids[0] ?? null;
  return name;
}

const lowerGoVar: LowerStmt = (context, node) => {
  const specs = node.kids
    .flatMap((kid) => (kid.type === 'var_spec_list' ? kid.kids : [kid]))
    .filter((kid) => /_spec$/.test(kid.type));
  return specs.flatMap((spec): Stmt[] => {
    const names = children(spec, 'name');
    const values = child(spec, 'value');
    const type = typeName(context, child(spec, 'type'));
    return names.map((name, at0): Stmt => {
      declare(context, textOf(context, name));
      const value = values?.kids[at0] ?? (values?.kids.length === 1 ? values.kids[0]! : null);
      return {
        k: 'decl',
        target: variable(name, textOf(context, name)),
        type,
        init: value ? lowerExpr(context, value) : null,
        ...at(spec),
      };
    });
  });
};

const lowerLet: LowerStmt = (context, node) => {
  const target = lowerTarget(context, child(node, 'pattern') ?? child(node, 'name'), true);
  const value = child(node, 'value');
  const type = typeName(context, child(node, 'type'));
  const alternative = child(node, 'alternative');
  return [
    { k: 'decl', target, type, init: value === null ? null : lowerExpr(context, value), ...at(node) },
    ...(alternative === null
      ? []
      : [{ k: 'if', c: none(node), a: lowerStmts(context, alternative), b: [], ...at(node) } satisfies Stmt]),
  ];
};

const lowerKotlinProperty: LowerStmt = (context, node) => {
  const declaration = ofType(node, 'variable_declaration', 'multi_variable_declaration');
  const value =
    node.kids.findLast(
      (kid) =>
        !/variable_declaration|modifiers|type_parameters|getter|setter|comment|constraints/.test(kid.type),
    ) ?? null;
  const type =
    declaration === null
      ? null
      : typeName(context, declaration.kids.find((kid) => /type$/.test(kid.type)) ?? null);
  const name =
    declaration === null
      ? null
      : declaration.type === 'variable_declaration'
        ? (declaration.kids.find((kid) => kid.type === 'identifier' || kid.type === 'simple_identifier') ??
          null)
        : declaration;
  return [
    {
      k: 'decl',
      target: lowerTarget(context, name, true),
      type,
      init: value === null || value === declaration ? null : lowerExpr(context, value),
      ...at(node),
    },
  ];
};

const lowerLoop: LowerStmt = (context, node) => {
  const condition = child(node, 'condition');
  const body =
    child(node, 'body') ?? node.kids.findLast((kid) => kid !== condition && !isComment(kid)) ?? null;
  const c =
    condition === null
      ? null
      : condition.type === 'let_condition'
        ? lowerLetCondition(context, condition)
        : lowerExpr(context, condition);
  const isUntil = node.type.startsWith('until');
  return [
    {
      k: 'loop',
      init: [],
      c: isUntil && c !== null ? { k: 'un', op: '!', e: c, ...at(node) } : c,
      step: [],
      body: lowerStmts(context, body),
      isPost: node.type.startsWith('do'),
      ...at(node),
    },
  ];
};

const lowerFor: LowerStmt = (context, node) => {
  const clause = ofType(node, 'for_clause') ?? node;
  const range = ofType(node, 'range_clause');
  if (range !== null) {
    const [keyTarget, target] = child(range, 'left')?.kids ?? [];
    return [
      each(
        context,
        node,
        target ?? null,
        keyTarget ?? null,
        child(range, 'right'),
        child(node, 'body'),
        null,
        target === undefined,
      ),
    ];
  }
  const init = [
    ...children(clause, 'init'),
    ...children(clause, 'initializer'),
    ...children(clause, 'initialize'),
  ];
  const step = children(clause, 'update');
  const bodies = children(node, 'body');
  const condition =
    child(clause, 'condition') ??
    (clause === node && context.language === 'Go'
      ? (node.kids.find((kid) => kid.field === null && !isComment(kid)) ?? null)
      : null);
  return [
    {
      k: 'loop',
      init: init.flatMap((kid) => lowerStmts(context, kid)),
      c: condition === null ? null : lowerExpr(context, condition),
      step: step.map((kid) => lowerExpr(context, kid)),
      body:
        bodies.length > 0
          ? bodies.flatMap((kid) => lowerStmts(context, kid))
          : lowerStmts(context, node.kids.at(-1) ?? null),
      isPost: false,
      ...at(node),
    },
  ];
};

function each(
  context: LowerContext,
  node: TreeNode,
  target: TreeNode | null,
  keyTarget: TreeNode | null,
  of: TreeNode | null,
  body: TreeNode | null,
  type: string | null,
  keys = false,
): Stmt {
  const subject = lowerExpr(context, of);
  return {
    k: 'each',
    target:
      keys && target === null ? lowerTarget(context, keyTarget, true) : lowerTarget(context, target, true),
    keyTarget: keys || keyTarget === null ? null : lowerTarget(context, keyTarget, true),
    of: subject,
    type,
    keys,
    body: lowerStmts(context, body),
    ...at(node),
  };
}

const lowerEach: LowerStmt = (context, node) => {
  switch (node.type) {
    case 'enhanced_for_statement':
      return [
        each(
          context,
          node,
          child(node, 'name'),
          null,
          child(node, 'value'),
          child(node, 'body'),
          typeName(context, child(node, 'type')),
        ),
      ];
    case 'for_expression':
      return [
        each(context, node, child(node, 'pattern'), null, child(node, 'value'), child(node, 'body'), null),
      ];
    case 'for':
      return [
        each(
          context,
          node,
          child(node, 'pattern'),
          null,
          child(node, 'value')?.kids[0] ?? null,
          child(node, 'body'),
          null,
        ),
      ];
    case 'for_range_loop':
      return [
        each(
          context,
          node,
          declaratorName(node),
          null,
          child(node, 'right'),
          child(node, 'body'),
          typeName(context, child(node, 'type')),
        ),
      ];
    case 'foreach_statement': {
      if (context.language === 'PHP') {
        const body = child(node, 'body');
        const [of, item] = node.kids.filter((kid) => kid !== body && !isComment(kid));
        const pair = item?.type === 'pair' ? item.kids : [null, item];
        return [
          each(
            context,
            node,
            pair[1]?.type === 'by_ref' ? pair[1].kids[0]! : (pair[1] ?? null),
            pair[0] ?? null,
            of ?? null,
            body,
            null,
          ),
        ];
      }
      return [
        each(
          context,
          node,
          child(node, 'left'),
          null,
          child(node, 'right'),
          child(node, 'body'),
          typeName(context, child(node, 'type')),
        ),
      ];
    }
    default: {
      if (context.language === 'Kotlin') {
        const kids = node.kids.filter((kid) => !isComment(kid));
        return [each(context, node, kids[0] ?? null, null, kids[1] ?? null, kids[2] ?? null, null)];
      }
      return [
        each(context, node, child(node, 'left'), null, child(node, 'right'), child(node, 'body'), null),
      ];
    }
  }
};

const lowerForStatement: LowerStmt = (context, node) =>
  context.language === 'Python' || context.language === 'Kotlin'
    ? lowerEach(context, node)
    : lowerFor(context, node);

const lowerSwitch: LowerStmt = (context, node) => {
  const init = child(node, 'initializer');
  const subject =
    child(node, 'condition') ??
    child(node, 'value') ??
    child(node, 'subject') ??
    ofType(node, 'when_subject');
  const body = child(node, 'body') ?? ofType(node, 'switch_block', 'switch_body', 'match_block') ?? node;
  const cases: { tests: Expr[]; isDefault: boolean; body: Stmt[] }[] = [];
  for (const kid of body.kids) {
    const lowered = lowerCase(context, kid, subject);
    if (lowered !== null) cases.push(lowered);
  }
  if (body === node) {
    const rest = ofType(node, 'else');
    if (rest !== null && !cases.some((entry) => entry.isDefault))
      cases.push({ tests: [], isDefault: true, body: lowerBody(context, rest) });
  }
  const falls = ['Java', 'C', 'C++', 'PHP', 'C#'].includes(context.language);
  const d =
    subject === null
      ? literal(node, true)
      : lowerExpr(context, subject.type === 'when_subject' ? (subject.kids.at(-1) ?? null) : subject);
  const isRule = body.kids.some((kid) => kid.type === 'switch_rule');
  return [
    ...(init === null ? [] : lowerStmts(context, init)),
    { k: 'switch', d, cases, falls: falls && !isRule, ...at(node) },
  ];
};

function lowerCase(
  context: LowerContext,
  node: TreeNode,
  subject: TreeNode | null,
): { tests: Expr[]; isDefault: boolean; body: Stmt[] } | null {
  switch (node.type) {
    case 'switch_block_statement_group':
    case 'switch_rule': {
      const labels = node.kids.filter((kid) => kid.type === 'switch_label');
      const tests = labels.flatMap((label) =>
        label.kids.filter((kid) => !isComment(kid)).map((kid) => lowerExpr(context, kid)),
      );
      return {
        tests,
        isDefault: labels.some((label) => label.kids.length === 0),
        body: node.kids
          .filter((kid) => kid.type !== 'switch_label')
          .flatMap((kid) => lowerStmts(context, kid)),
      };
    }
    case 'switch_section': {
      const isStatement = (kid: TreeNode): boolean => /statement|^block$|declaration$/.test(kid.type);
      const patterns = node.kids.filter((kid) => !isStatement(kid) && !isComment(kid));
      return {
        tests: patterns.map((kid) =>
          lowerExpr(context, kid.type === 'constant_pattern' ? (kid.kids[0] ?? null) : kid),
        ),
        isDefault: /^\s*default|\bdefault\s*:/.test(
          textOf(context, node).slice(0, (node.kids.find(isStatement)?.start ?? node.end) - node.start),
        ),
        body: node.kids.filter(isStatement).flatMap((kid) => lowerStmts(context, kid)),
      };
    }
    case 'expression_case':
    case 'type_case':
    case 'communication_case': {
      const value = child(node, 'value') ?? child(node, 'communication');
      const tests =
        value === null
          ? []
          : value.type === 'expression_list'
            ? value.kids.map((kid) => lowerExpr(context, kid))
            : [lowerExpr(context, value)];
      return {
        tests,
        isDefault: false,
        body: node.kids.filter((kid) => kid.field === null).flatMap((kid) => lowerStmts(context, kid)),
      };
    }
    case 'case_statement': {
      const value = child(node, 'value');
      return {
        tests: value === null ? [] : [lowerExpr(context, value)],
        isDefault: value === null,
        body: node.kids.filter((kid) => kid !== value).flatMap((kid) => lowerStmts(context, kid)),
      };
    }
    case 'default_case':
    case 'default_statement':
      return { tests: [], isDefault: true, body: lowerBody(context, node) };
    case 'match_arm': {
      const pattern = child(node, 'pattern');
      if (pattern !== null) declarePatternNames(context, pattern);
      const text = textOf(context, pattern);
      const tests = pattern === null || text === '_' ? [] : [bindPattern(context, pattern, subject)];
      return {
        tests,
        isDefault: text === '_' || /^[a-z_]\w*$/.test(text),
        body: lowerStmts(context, child(node, 'value')),
      };
    }
    case 'case_clause': {
      const text = textOf(context, node.kids[0] ?? null);
      return {
        tests: text === '_' ? [] : [lowerExpr(context, node.kids[0] ?? null)],
        isDefault: text === '_',
        body: lowerStmts(context, child(node, 'consequence')),
      };
    }
    case 'when': {
      const patterns = children(node, 'pattern');
      return {
        tests: patterns.map((kid) => lowerExpr(context, kid.kids[0] ?? kid)),
        isDefault: false,
        body: lowerStmts(context, child(node, 'body')),
      };
    }
    case 'when_entry': {
      const conditions = children(node, 'condition');
      return {
        tests: conditions.map((kid) => lowerExpr(context, kid)),
        isDefault: conditions.length === 0,
        body: lowerStmts(
          context,
          node.kids.findLast((kid) => kid.field !== 'condition' && !isComment(kid)) ?? null,
        ),
      };
    }
    case 'switch_expression_arm': {
      const pattern = node.kids[0] ?? null;
      return {
        tests: [
          lowerExpr(context, pattern?.type === 'constant_pattern' ? (pattern.kids[0] ?? null) : pattern),
        ],
        isDefault: pattern?.type === 'discard',
        body: lowerStmts(context, node.kids.at(-1) ?? null),
      };
    }
    default:
      return null;
  }
}

/** Names in a Rust pattern take the matched value's taint. */
function bindPattern(context: LowerContext, pattern: TreeNode, subject: TreeNode | null): Expr {
  const inner = pattern.type === 'match_pattern' ? (pattern.kids[0] ?? pattern) : pattern;
  if (inner.type === 'tuple_struct_pattern' || inner.type === 'struct_pattern') {
    return {
      k: 'set',
      t: lowerTarget(context, inner, true),
      v: lowerExpr(context, subject),
      op: 'match',
      ...at(pattern),
    };
  }
  if (inner.type === 'identifier')
    return {
      k: 'set',
      t: lowerTarget(context, inner, true),
      v: lowerExpr(context, subject),
      op: 'match',
      ...at(pattern),
    };
  return lowerExpr(context, inner);
}

function declarePatternNames(context: LowerContext, node: TreeNode): void {
  if (node.type === 'identifier' && node.field !== 'type') declare(context, textOf(context, node));
  for (const kid of node.kids) declarePatternNames(context, kid);
}

const lowerTry: LowerStmt = (context, node) => {
  const resources = child(node, 'resources');
  const opening = resources === null ? [] : resources.kids.flatMap((kid) => lowerResource(context, kid));
  const bodyNode =
    child(node, 'body') ?? ofType(node, 'block', 'statement_block', 'compound_statement', 'body_statement');
  const catches = node.kids
    .filter((kid) => /^(?:catch_clause|except_clause|except_group_clause|catch_block|rescue)$/.test(kid.type))
    .map((kid) => {
      const parameter =
        ofType(kid, 'catch_formal_parameter', 'catch_declaration', 'exception_variable') ??
        child(kid, 'alias') ??
        child(kid, 'name');
      const name =
        parameter === null
          ? null
          : textOf(context, child(parameter, 'name') ?? parameter.kids.at(-1) ?? parameter).replace(
              /^\$/,
              '',
            );
      if (name !== null) declare(context, name);
      const body = child(kid, 'body') ?? ofType(kid, 'block', 'compound_statement', 'then');
      return { name, body: lowerStmts(context, body) };
    });
  const last = ofType(node, 'finally_clause', 'finally_block', 'ensure');
  const otherwise = ofType(node, 'else_clause');
  const own =
    node.type === 'begin' || node.type === 'body_statement'
      ? node.kids
          .filter((kid) => !/^(?:rescue|ensure|else)$/.test(kid.type))
          .flatMap((kid) => lowerStmts(context, kid))
      : lowerStmts(context, bodyNode);
  const body = [...opening, ...own, ...(otherwise === null ? [] : lowerAlternatives(context, [otherwise]))];
  if (catches.length === 0 && last === null) return body;
  return [{ k: 'try', body, catches, last: last === null ? [] : lowerBody(context, last), ...at(node) }];
};

function lowerResource(context: LowerContext, node: TreeNode): Stmt[] {
  const name = child(node, 'name');
  if (name === null) return lowerStmts(context, node.kids[0] ?? null);
  declare(context, textOf(context, name));
  return [
    {
      k: 'decl',
      target: variable(name, textOf(context, name)),
      type: typeName(context, child(node, 'type')),
      init: lowerExpr(context, child(node, 'value')),
      ...at(node),
    },
  ];
}

/** Python's with, C#'s using. */
const lowerWith: LowerStmt = (context, node) => {
  const body = child(node, 'body');
  const opening: Stmt[] = [];
  for (const kid of node.kids) {
    if (kid === body || isComment(kid)) continue;
    if (kid.type === 'with_clause') {
      for (const item of kid.kids) {
        const value = child(item, 'value');
        if (value?.type === 'as_pattern') {
          const target = child(value, 'alias')?.kids[0] ?? null;
          opening.push({
            k: 'expr',
            e: {
              k: 'set',
              t: lowerTarget(context, target, true),
              v: lowerExpr(context, value.kids[0] ?? null),
              op: null,
              ...at(item),
            },
            ...at(item),
          });
        } else opening.push(exprStmt(lowerExpr(context, value)));
      }
    } else opening.push(...lowerStmts(context, kid));
  }
  return [...opening, ...lowerStmts(context, body)];
};

const lowerReturn: LowerStmt = (context, node) => {
  const value = node.kids.find((kid) => !isComment(kid) && kid.field !== 'label') ?? null;
  const only =
    value !== null && /^(?:expression_list|argument_list)$/.test(value.type) && value.kids.length === 1
      ? value.kids[0]!
      : value;
  return [{ k: 'return', e: only === null ? null : lowerExpr(context, only), ...at(node) }];
};

const lowerEcho: LowerStmt = (context, node) =>
  node.kids
    .flatMap((kid) => (kid.type === 'sequence_expression' ? kid.kids : [kid]))
    .map((kid) => exprStmt(callNamed(kid, 'echo', [lowerExpr(context, kid)])));

const table: Record<string, LowerStmt> = {};
function on(types: string, lower: LowerStmt): void {
  for (const type of types.split(' ')) table[type] = lower;
}

on(
  'block statement_list compound_statement statement_block declaration_list body_statement then colon_block block_body program source_file module_body function_body do control_structure_body unsafe_block global_statement namespace_body preproc_if preproc_ifdef preproc_else linkage_specification',
  block,
);
on('else_clause', (context, node) => lowerAlternatives(context, [node]));
on('expression_statement', (context, node) => node.kids.flatMap((kid) => lowerStmts(context, kid)));
on('if_statement if_expression if unless if_modifier unless_modifier', lowerIf);
on('local_variable_declaration local_declaration_statement variable_declaration declaration', lowerVariables);
on('var_declaration const_declaration', (context, node) =>
  context.language === 'Go' ? lowerGoVar(context, node) : lowerClassConstants(context, node),
);
on('let_declaration const_item static_item', lowerLet);
on('property_declaration', (context, node) =>
  context.language === 'Kotlin' ? lowerKotlinProperty(context, node) : [],
);
on(
  'while_statement do_statement while_expression loop_expression while until while_modifier until_modifier do_while_statement',
  lowerLoop,
);
on('for_statement', lowerForStatement);
on('enhanced_for_statement for_expression for foreach_statement for_range_loop', lowerEach);
on(
  'switch_statement switch_expression expression_switch_statement type_switch_statement select_statement match_expression match_statement case case_match when_expression',
  (context, node) =>
    context.language === 'PHP' && node.type === 'match_expression'
      ? [exprStmt(lowerExpr(context, node))]
      : lowerSwitch(context, node),
);
on('try_statement try_with_resources_statement try_expression begin', (context, node) =>
  node.type === 'try_expression' && context.language === 'Rust'
    ? [exprStmt(lowerExpr(context, node))]
    : lowerTry(context, node),
);
on('body_statement', (context, node) =>
  node.kids.some((kid) => kid.type === 'rescue' || kid.type === 'ensure')
    ? lowerTry(context, node)
    : lowerBody(context, node),
);
on('with_statement using_statement', lowerWith);
on('return_statement return_expression return', lowerReturn);
on('throw_statement raise_statement', (context, node) => [
  { k: 'throw', e: node.kids.length > 0 ? lowerExpr(context, node.kids[0]!) : null, ...at(node) },
]);
on('break_statement break_expression break', (_, node) => [{ k: 'break', ...at(node) }]);
on('continue_statement continue_expression next', (_, node) => [{ k: 'continue', ...at(node) }]);
on(
  'labeled_statement lock_statement synchronized_statement checked_statement fixed_statement labeled_expression',
  (context, node) =>
    node.kids.flatMap((kid) =>
      kid.type === 'identifier' || kid.type === 'label' || kid.type === 'statement_identifier'
        ? []
        : lowerStmts(context, kid),
    ),
);
on('echo_statement', lowerEcho);
on('defer_statement go_statement', (context, node) => [exprStmt(lowerExpr(context, node.kids[0] ?? null))]);
on(
  'function_definition function_item function_declaration method_declaration method singleton_method local_function_statement constructor_declaration compact_constructor_declaration',
  (context, node) => {
    const e = lowerFunctionNode(context, node);
    return e?.k === 'fn' ? [{ k: 'fn', fn: e.fn, ...at(node) }] : [];
  },
);
on('decorated_definition', (context, node) => {
  const definition = child(node, 'definition');
  if (definition?.type !== 'function_definition') return lowerStmts(context, definition);
  const e = lowerFunctionNode(context, definition, readAnnotations(context, node));
  return e?.k === 'fn' ? [{ k: 'fn', fn: e.fn, ...at(node) }] : [];
});
on(
  'class_declaration interface_declaration enum_declaration record_declaration struct_declaration class_definition class module trait_declaration object_declaration trait_item impl_item struct_specifier class_specifier singleton_class enum_item struct_item companion_object',
  (context, node) => lowerClass(context, node),
);
on(
  'namespace_declaration file_scoped_namespace_declaration namespace_definition mod_item',
  (context, node) => {
    const name = textOf(context, child(node, 'name'));
    if (context.file.namespace === '') context.file.namespace = name;
    const body = child(node, 'body');
    return body !== null
      ? lowerBody(context, body)
      : node.kids.filter((kid) => kid.field !== 'name').flatMap((kid) => lowerStmts(context, kid));
  },
);
on(
  'import_declaration import_statement import_from_statement future_import_statement using_directive namespace_use_declaration use_declaration import package_declaration package_header package_clause preproc_include import_list',
  (context, node) => {
    lowerImportNode(context, node);
    return [];
  },
);
on('global_statement nonlocal_statement', (context, node) => {
  if (context.language === 'C#') return lowerBody(context, node);
  for (const kid of node.kids) context.fn.locals.add(`global ${textOf(context, kid)}`);
  return [];
});
on('global_declaration', (context, node) => {
  for (const kid of node.kids) context.fn.locals.add(`global ${textOf(context, kid).replace(/^\$/, '')}`);
  return [];
});
on(
  'pass_statement empty_statement php_tag text_interpolation comment type_declaration type_alias attribute_item macro_definition extern_crate_declaration delegate_declaration template_declaration type_definition preproc_def preproc_function_def preproc_call text',
  () => [],
);
on('template_declaration', (context, node) =>
  node.kids.flatMap((kid) =>
    /definition|specifier|declaration/.test(kid.type) ? lowerStmts(context, kid) : [],
  ),
);
on('delete_statement unset_statement assert_statement print_statement', (context, node) =>
  node.kids.map((kid) => exprStmt(lowerExpr(context, kid))),
);
on('function_static_declaration', (context, node) =>
  node.kids.map(
    (kid): Stmt => ({
      k: 'expr',
      e: {
        k: 'set',
        t: lowerTarget(context, child(kid, 'name'), true),
        v: lowerExpr(context, child(kid, 'value')),
        op: null,
        ...at(kid),
      },
      ...at(kid),
    }),
  ),
);
on('yield_statement', (context, node) => [
  { k: 'return', e: lowerExpr(context, node.kids[0] ?? null), ...at(node) },
]);

function lowerClassConstants(context: LowerContext, node: TreeNode): Stmt[] {
  return node.kids
    .filter((kid) => kid.type === 'const_element')
    .map(
      (kid): Stmt => ({
        k: 'decl',
        target: lowerTarget(context, kid.kids[0] ?? null, true),
        type: null,
        init: lowerExpr(context, kid.kids[1] ?? null),
        ...at(kid),
      }),
    );
}
