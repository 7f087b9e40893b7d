import { BoundedRegex } from './bounded-regex.ts';
import { ruleLimits } from './limits.ts';
import type { Comparison, Condition, Formula, RuleProblem } from './rule-types.ts';
import type { Place } from './yaml-place.ts';

/** Collects the problems and the number of patterns. */
export interface Reading {
  problems: RuleProblem[];
  patterns: number;
}

export function refuse(reading: Reading, { line, field }: Place, message: string): null {
  if (reading.problems.length < ruleLimits.mostProblems) reading.problems.push({ line, field, message });
  return null;
}

const operators = new Set([
  'pattern',
  'patterns',
  'pattern-either',
  'pattern-not',
  'pattern-inside',
  'pattern-not-inside',
  'pattern-regex',
  'pattern-not-regex',
]);

/** Semgrep operators that are not supported here. The problem names them. */
const unsupported = /^(?:pattern-where-python|metavariable-type|metavariable-analysis|semgrep-internal.*)$/;

const conditions = new Set(['metavariable-regex', 'metavariable-pattern', 'metavariable-comparison']);

/** Reads the only operator of a mapping, such as a rule or an entry of `patterns`. */
export function readOperator(reading: Reading, place: Place, depth = 0, beside = /^\0$/): Formula | null {
  const entries = place.entries().filter(([key]) => !beside.test(key));
  const known = entries.filter(([key]) => operators.has(key));
  for (const [key, entry] of entries) if (!operators.has(key)) refuseKey(reading, key, entry);
  const [first, second] = known;
  if (first === undefined) {
    if (entries.length === 0) refuse(reading, place, 'A pattern is missing.');
    return null;
  }
  if (second !== undefined)
    return refuse(reading, second[1], `It is next to \`${first[0]}\`: put both into \`patterns\`.`);
  return readOne(reading, first[0], first[1], depth);
}

export function refuseKey(reading: Reading, key: string, place: Place): null {
  return refuse(
    reading,
    place,
    unsupported.test(key)
      ? `\`${key}\` is not supported.`
      : conditions.has(key) || key === 'focus-metavariable'
        ? `\`${key}\` belongs into \`patterns\`.`
        : `\`${key.slice(0, 100)}\` is not supported here.`,
  );
}

function readOne(reading: Reading, key: string, place: Place, depth: number): Formula | null {
  if (depth > ruleLimits.deepest)
    return refuse(reading, place, `Operators may be nested ${ruleLimits.deepest} deep.`);
  switch (key) {
    case 'pattern':
      return readPattern(reading, place, depth);
    case 'pattern-not':
      return wrap('not', readPattern(reading, place, depth));
    case 'pattern-inside':
      return wrap('inside', readPattern(reading, place, depth));
    case 'pattern-not-inside':
      return wrap('not', wrap('inside', readPattern(reading, place, depth)));
    case 'pattern-regex':
      return readRegexPattern(reading, place);
    case 'pattern-not-regex':
      return wrap('not', readRegexPattern(reading, place));
    case 'pattern-either':
      return readEither(reading, place, depth);
    default:
      return readAll(reading, place, depth);
  }
}

function wrap(op: 'not' | 'inside', of: Formula | null): Formula | null {
  return of === null ? null : { op, of };
}

/** Reads a text, or the operators below it. */
function readPattern(reading: Reading, place: Place, depth: number): Formula | null {
  if (place.isMap) return readOperator(reading, place, depth + 1);
  const { text } = place;
  if (text === undefined || text.trim() === '')
    return refuse(reading, place, 'It must be the text of a pattern.');
  if (text.length > ruleLimits.longestPattern)
    return refuse(reading, place, `A pattern may have ${ruleLimits.longestPattern} characters.`);
  reading.patterns++;
  if (reading.patterns > ruleLimits.mostPatterns) {
    if (reading.patterns === ruleLimits.mostPatterns + 1)
      refuse(reading, place, `There may be ${ruleLimits.mostPatterns} patterns.`);
    return null;
  }
  return { op: 'pattern', text, line: place.line, field: place.field };
}

function readRegexPattern(reading: Reading, place: Place): Formula | null {
  const regex = readRegex(reading, place);
  return regex === null ? null : { op: 'regex', regex, line: place.line, field: place.field };
}

export function readRegex(reading: Reading, place: Place): string | null {
  const { text } = place;
  if (text === undefined) return refuse(reading, place, 'It must be a regular expression.');
  try {
    new BoundedRegex(text);
    return text;
  } catch (error) {
    return refuse(reading, place, (error as Error).message);
  }
}

function readEither(reading: Reading, place: Place, depth: number): Formula | null {
  if (!place.isList || place.items().length === 0)
    return refuse(reading, place, 'It must be a list of patterns.');
  const of = place.items().flatMap((item) => readOperator(reading, item, depth + 1) ?? []);
  return { op: 'either', of };
}

function readAll(reading: Reading, place: Place, depth: number): Formula | null {
  if (!place.isList || place.items().length === 0)
    return refuse(reading, place, 'It must be a list of patterns.');
  const of: Formula[] = [];
  const told: Condition[] = [];
  const focus: string[][] = [];
  for (const item of place.items()) {
    const [key, entry] = item.entries()[0] ?? ['', item];
    if (key === 'focus-metavariable') focus.push(readFocus(reading, entry));
    else if (conditions.has(key)) {
      const condition = readCondition(reading, key, entry, depth);
      if (condition !== null) told.push(condition);
    } else {
      const formula = readOperator(reading, item, depth + 1);
      if (formula !== null) of.push(formula);
    }
  }
  return { op: 'all', of, conditions: told, focus };
}

const metavariableName = /^\$(?:\.\.\.)?[A-Z_][A-Z_0-9]*$|^\$[1-9]$/;

function readFocus(reading: Reading, place: Place): string[] {
  const names = place.texts();
  if (names.length === 0 || names.some((name) => !metavariableName.test(name)))
    refuse(reading, place, 'It must be a metavariable, such as `$X`.');
  return names;
}

function readCondition(reading: Reading, key: string, place: Place, depth: number): Condition | null {
  if (key === 'metavariable-comparison') return readComparison(reading, place);
  const metavariable = readMetavariable(reading, place.at('metavariable'));
  if (metavariable === null) return null;
  if (key === 'metavariable-regex') {
    const others = place.entries().find(([name]) => !/^(?:metavariable|regex)$/.test(name));
    if (others) return refuseKey(reading, ...others);
    const regex = readRegex(reading, place.at('regex'));
    return regex === null ? null : { is: 'regex', metavariable, regex };
  }
  const language = place.at('language');
  const name = language.text ?? null;
  if (name !== null && name !== 'regex')
    return refuse(
      reading,
      language,
      `The language \`${name.slice(0, 40)}\` is not supported here; \`regex\` is.`,
    );
  const formula = readOperator(reading, place, depth + 1, /^(?:metavariable|language)$/);
  return formula === null ? null : { is: 'formula', metavariable, formula, language: name };
}

function readMetavariable(reading: Reading, place: Place): string | null {
  const { text } = place;
  if (text !== undefined && metavariableName.test(text)) return text;
  return refuse(reading, place, 'It must be a metavariable, such as `$X`.');
}

const comparisonForm =
  /^\s*(?:int\(\s*)?(\$[A-Z_][A-Z_0-9]*|\$[1-9])(?:\s*\))?\s*(<=|>=|==|!=|<|>)\s*(-?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?))\s*$/;

function readComparison(reading: Reading, place: Place): Condition | null {
  const comparison = place.at('comparison');
  const [, metavariable, than, number] = comparisonForm.exec(comparison.text ?? '') ?? [];
  const others = place.entries().find(([name]) => !/^(?:metavariable|comparison)$/.test(name));
  if (others) return refuseKey(reading, ...others);
  if (metavariable === undefined)
    return refuse(
      reading,
      comparison,
      'Only `$X < 10` is supported: a metavariable, a comparison, a number.',
    );
  return {
    is: 'comparison',
    metavariable,
    than: than as Comparison,
    number: Number(number),
  };
}
