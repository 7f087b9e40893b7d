import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { bare, callOf, conditionOf, isBlock, isEmptyStatement, nameOf, operatorOf } from './java-like.ts';
import type { ShapeFile } from './shape-file.ts';
import type { Shape, ShapeRule } from './shape-rule.ts';

const neverTrue = new Set(['!=', '<', '>']);
const alwaysTrue = new Set(['==', '<=', '>=']);

/** Comparisons with equal operands that have no side effects. */
function* sameSides(file: ShapeFile): Iterable<Shape> {
  for (const node of file.of('binary_expression')) {
    const operator = operatorOf(node);
    const isComparison = neverTrue.has(operator) || alwaysTrue.has(operator);
    if (!isComparison && operator !== '&&' && operator !== '||') continue;
    const left = bare(child(node, 'left'));
    const text = file.plain(left);
    if (
      left === null ||
      /literal|^true$|^false$/.test(left.type) ||
      text !== file.plain(bare(child(node, 'right')))
    )
      continue;
    if (/[(]|\+\+|--|[^=!<>]=[^=]/.test(text) || /^[A-Z_0-9.]+$/.test(text)) continue;
    // NaN is not equal to itself.
    if (
      isComparison &&
      /^(?:float|double|Float|Double|Single|T\w*)$/.test(typeOfPlain(file, left) ?? 'double')
    )
      continue;
    yield { node, cwe: neverTrue.has(operator) ? 'CWE-570' : 'CWE-571' };
  }
}

function typeOfPlain(file: ShapeFile, node: TreeNode): string | null {
  const name = nameOf(file, node);
  return name === null ? null : file.typeOf(name, node.start);
}

const wide: Record<string, string> = {
  Integer: 'int Integer short Short byte Byte char',
  int: 'int short byte ushort char sbyte',
  Long: 'long Long int Integer short byte char',
  long: 'long int short byte char uint',
  Short: 'short Short byte Byte',
  short: 'short byte sbyte',
  Byte: 'byte Byte',
};

/** Comparisons with a value outside the range of the type, or of a size with a negative number. */
function* beyondRange(file: ShapeFile): Iterable<Shape> {
  for (const node of file.of('binary_expression')) {
    const operator = operatorOf(node);
    const left = bare(child(node, 'left'));
    const right = bare(child(node, 'right'));
    if (left === null || right === null) continue;
    const [, owner, limit = ''] =
      /^(\w+)\.(MIN_VALUE|MAX_VALUE|MinValue|MaxValue)$/.exec(file.plain(right)) ?? [];
    if (owner !== undefined) {
      const type = typeOfPlain(file, left);
      if (type === null || !wide[owner]?.split(' ').includes(type)) continue;
      const isLeast = /^MI/i.test(limit);
      if (operator === (isLeast ? '<' : '>')) yield { node, cwe: 'CWE-570' };
      else if (operator === (isLeast ? '>=' : '<=')) yield { node, cwe: 'CWE-571' };
    } else if (file.textOf(right) === '0' && (operator === '<' || operator === '>=') && isSize(file, left))
      yield { node, cwe: operator === '<' ? 'CWE-570' : 'CWE-571' };
  }
}

function isSize(file: ShapeFile, node: TreeNode): boolean {
  const call = callOf(file, node);
  if (call !== null)
    return call.args.length === 0 && call.receiver !== null && /^(?:size|length|Count)$/.test(call.name);
  const text = file.plain(node);
  return file.language === 'Java'
    ? /^\w+\.length$/.test(text) && /\[\]$/.test(file.typeOf(text.replace(/\..*$/, ''), node.start) ?? '')
    : /^\w+\.(?:Length|Count)$/.test(text);
}

/** Conditions with a fixed result, such as `if (false)` and `2 == 3`. */
function* written(file: ShapeFile): Iterable<Shape> {
  for (const node of file.of('if_statement')) {
    const text = file.textOf(conditionOf(node));
    if (text === 'true' || text === 'false') yield { node, cwe: text === 'true' ? 'CWE-571' : 'CWE-570' };
  }
}

/** `if (found = true)`: an assignment instead of a comparison. */
function* assigned(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of(
    'if_statement',
    'while_statement',
    'conditional_expression',
    'ternary_expression',
  )) {
    const condition = conditionOf(node);
    if (condition?.type !== 'assignment_expression' || operatorOf(condition) !== '=') continue;
    const right = bare(child(condition, 'right'));
    const isPlain =
      right !== null &&
      (/literal|^true$|^false$|^identifier$/.test(right.type) ||
        (right.type === 'binary_expression' && node.type === 'if_statement'));
    if (isPlain) yield condition;
  }
}

/** `if (…);` does nothing, and `for (…); { … }` runs the block once. */
function* emptyBodies(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('if_statement')) {
    const then = child(node, 'consequence');
    if (isEmptyStatement(then) && child(node, 'alternative') === null) yield node;
  }
  for (const node of file.of('for_statement', 'while_statement')) {
    if (!isEmptyStatement(child(node, 'body'))) continue;
    const kids = file.parent(node)?.kids ?? [];
    const next = kids[kids.indexOf(node) + 1];
    if (next !== undefined && isBlock(next)) yield node;
  }
}

/** The second statement is indented as if the condition applied to both. */
function* misleading(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of(
    'if_statement',
    'for_statement',
    'while_statement',
    'enhanced_for_statement',
    'foreach_statement',
  )) {
    const body = child(node, 'alternative') ?? child(node, 'consequence') ?? child(node, 'body');
    if (body === null || isBlock(body) || body.type === 'if_statement' || isEmptyStatement(body)) continue;
    const parent = file.parent(node);
    if (parent === null || !/^(?:block|switch_block_statement_group|switch_section)$/.test(parent.type))
      continue;
    const next = parent.kids[parent.kids.indexOf(node) + 1];
    if (next === undefined || /comment|^ERROR$/.test(next.type)) continue;
    const own = indentOf(file.text, node.start);
    const inner = indentOf(file.text, body.start);
    const between = file.text.slice(body.end, next.start);
    if (
      own === null ||
      inner === null ||
      inner.length <= own.length ||
      !/^[^\S\n]*\r?\n[^\S\n]*$/.test(between)
    )
      continue;
    if (inner === indentOf(file.text, next.start) && !/\n/.test(file.textOf(body).trim())) yield next;
  }
}

/** The indentation of a line; null if other text comes before the place. */
function indentOf(text: string, at: number): string | null {
  const blanks = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*$/.test(blanks) ? blanks.replace(/\t/g, '    ') : null;
}

/** `i <= list.length` with `list[i]` in the loop. */
function* oneTooFar(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('for_statement', 'while_statement', 'do_statement')) {
    const condition = conditionOf(node);
    if (condition?.type !== 'binary_expression' || operatorOf(condition) !== '<=') continue;
    const index = nameOf(file, child(condition, 'left'));
    const [, measured] =
      /^([\w.]+)\.(?:length|Length|Count|size\(\)|length\(\))$/.exec(file.plain(child(condition, 'right'))) ??
      [];
    const body = child(node, 'body');
    if (index === null || measured === undefined || body === null) continue;
    const list = measured.replace(/\./g, '\\.');
    const use = new RegExp(`(?<![\\w.])${list}(?:\\[${index}\\]|\\.(?:get|charAt)\\(${index}\\))`);
    const text = file.plain(body);
    const seen = text.search(use);
    if (seen < 0 || new RegExp(`\\b${index}(?:<|==|!=)|(?:${index}=0|${index}--)`).test(text.slice(0, seen)))
      continue;
    yield condition;
  }
}

/** Whether the same word is on both sides of an operator. */
function repeatsItself(text: string): boolean {
  for (const { 1: word = '', index } of text.matchAll(
    / (?:[!=<>]=|[<>]|&&|\|\|) ([A-Za-z_][\w.]*)(?![\w.($[])/g,
  ))
    if (text.endsWith(word, index) && !/[\w.$)\]]/.test(text[index - word.length - 1] ?? ' ')) return true;
  return false;
}

export const conditionShapes: readonly ShapeRule[] = [
  {
    id: 'reliability/constant-condition',
    languages: ['Java', 'C#'],
    cwe: ['CWE-570'],
    confidence: 0.8,
    description: 'The values cannot differ, or one is outside the range of its type: one branch never runs.',
    recommendation: 'Compare with what was meant, or remove the condition.',
    may: (text) =>
      repeatsItself(text) ||
      /[<>]=? ?\w+\.M(?:IN_VALUE|AX_VALUE|inValue|axValue)|(?:length|Length|Count|size\(\)|length\(\)) ?(?:<|>=) ?0\b|\bif ?\( ?(?:true|false) ?\)/.test(
        text,
      ),
    find: (file) => [...sameSides(file), ...beyondRange(file), ...written(file)],
  },
  {
    id: 'reliability/assignment-in-condition',
    languages: ['Java', 'C#'],
    cwe: ['CWE-481'],
    confidence: 0.8,
    description: 'A single equals sign assigns: the condition tests what was just assigned.',
    recommendation: 'Compare with ==, or assign before the condition.',
    may: (text) => /\b(?:if|while) ?\( ?\(*\w+ ?=(?![=>])|\(\w+ ?= ?\w+\) ?\?/.test(text),
    find: assigned,
  },
  {
    id: 'reliability/empty-body',
    languages: ['Java', 'C#'],
    cwe: ['CWE-483', 'CWE-1071'],
    confidence: 0.85,
    description: 'The semicolon is its whole body: the statement below runs whatever the condition says.',
    recommendation: 'Remove the semicolon, and write braces.',
    may: (text) =>
      /\b(?:for|while) ?\([^\n{}]{0,200}\)\s{0,20};\s{0,40}\{|\bif ?\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,80}\)){0,80}\)){0,120}\)\s{0,20};/.test(
        text,
      ),
    find: emptyBodies,
  },
  {
    id: 'reliability/misleading-indentation',
    languages: ['Java', 'C#'],
    cwe: ['CWE-483'],
    confidence: 0.85,
    description:
      'Without braces the condition or loop covers one statement only; the next one runs in any case.',
    recommendation: 'Put braces around both, or unindent the second one.',
    may: (text) =>
      /^([ \t]*)(?:\} )?(?:if|for|while|else|foreach)\b[^\n{;]{0,160}\r?\n(\1[ \t]+)[^\s{}][^\n]{0,160};[^\S\n]{0,160}\r?\n\2(?![\s{}])/m.test(
        text,
      ),
    find: misleading,
  },
  {
    id: 'reliability/off-by-one',
    languages: ['Java', 'C#'],
    cwe: ['CWE-193'],
    confidence: 0.8,
    description:
      'The last valid index is one below the length: the last iteration fails or reads out of bounds.',
    recommendation: 'Compare with < instead of <=.',
    may: (text) => /<= ?[\w.]+\.(?:length|Length|Count|size\(\)|length\(\))(?! ?[-/])/.test(text),
    find: oneTooFar,
  },
];
