import { prepareLanguages } from '../languages/frontend/lower-file.ts';
import { ParserEnded } from '../languages/frontend/syntax-tree.ts';
import { compiledFor } from './compiled-patterns.ts';
import { ruleLimits } from './limits.ts';
import { type ReadRules, readRules } from './read-rules.ts';
import type { Formula, OwnRule, RuleProblem } from './rule-types.ts';
import { isScript } from './syntax.ts';

/** Reads rules and compiles their patterns. A pattern that is not valid in a language of its rule is a problem too. */
export async function checkRules(text: string, owner: string): Promise<ReadRules> {
  const read = readRules(text, owner);
  const languages = new Set(read.rules.flatMap((rule) => rule.languages));
  await prepareLanguages(languages);
  const problems = [...read.problems];
  const endsAt = performance.now() + ruleLimits.checkMs;
  const rules: OwnRule[] = [];
  for (const rule of read.rules) {
    const found = await patternProblems(rule, languages, endsAt);
    if (found.length === 0) rules.push(rule);
    problems.push(...found);
  }
  problems.sort((a, b) => a.line - b.line);
  return { ...read, rules, problems: problems.slice(0, ruleLimits.mostProblems) };
}

/** Compiles the patterns for all languages here, so that nothing is left to compile when rules are applied. */
async function patternProblems(
  rule: OwnRule,
  loaded: ReadonlySet<string>,
  endsAt: number,
): Promise<RuleProblem[]> {
  const families = [...new Set(rule.languages.map((name) => (isScript(name) ? 'JavaScript' : name)))];
  for (const formula of patternsOf(rule)) {
    const { line, field } = formula;
    if (performance.now() > endsAt)
      return [{ line, field, message: 'The patterns before this one took too long to parse.' }];
    let isRead = false;
    for (const language of families) isRead = (await isCompiled(formula, language, loaded)) || isRead;
    if (!isRead)
      return [{ line, field, message: `The pattern cannot be parsed as ${families.join(' or ')}.` }];
  }
  return [];
}

/** A pattern that crashes the parser counts as invalid. The next ones need a new parser. */
async function isCompiled(formula: Pattern, language: string, loaded: ReadonlySet<string>): Promise<boolean> {
  try {
    return compiledFor(formula, language) !== null;
  } catch (error) {
    if (!(error instanceof ParserEnded)) throw error;
    await prepareLanguages(loaded);
    return false;
  }
}

type Pattern = Formula & { op: 'pattern' };

function patternsOf({ search, taint }: OwnRule): Pattern[] {
  const parts = taint === null ? [] : [...taint.sources, ...taint.sinks, ...taint.sanitizers];
  return [...(search === null ? [] : [search]), ...parts.map(({ formula }) => formula)].flatMap(patternsIn);
}

function patternsIn(formula: Formula): Pattern[] {
  switch (formula.op) {
    case 'pattern':
      return [formula];
    case 'regex':
      return [];
    case 'not':
    case 'inside':
      return patternsIn(formula.of);
    case 'either':
      return formula.of.flatMap(patternsIn);
    default:
      return [
        ...formula.of,
        ...formula.conditions.flatMap((one) => (one.is === 'formula' ? [one.formula] : [])),
      ].flatMap(patternsIn);
  }
}
