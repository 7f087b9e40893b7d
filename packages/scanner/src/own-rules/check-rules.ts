import { prepareLanguages } from '../languages/frontend/lower-file.ts';
import { compiledFor } from './compiled-patterns.ts';
import { ruleLimits } from './limits.ts';
import { type ReadRules, readRules } from './read-rules.ts';
import type { Formula, OwnRule, RuleProblem } from './rule-types.ts';
import { isScript } from './syntax.ts';

/** Reads rules and compiles their patterns. A pattern that is not valid in a language of its rule is a problem too. */
export async function checkRules(text: string, owner: string): Promise<ReadRules> {
  const read = readRules(text, owner);
  await prepareLanguages(new Set(read.rules.flatMap(({ languages }) => languages)));
  const problems = [...read.problems];
  const endsAt = performance.now() + ruleLimits.checkMs;
  const rules = read.rules.filter((rule) => {
    const found = patternProblems(rule, endsAt);
    problems.push(...found);
    return found.length === 0;
  });
  problems.sort((a, b) => a.line - b.line);
  return { ...read, rules, problems: problems.slice(0, ruleLimits.mostProblems) };
}

/** Compiles the patterns for all languages here, so that nothing is left to compile when rules are applied. */
function patternProblems(rule: OwnRule, endsAt: number): RuleProblem[] {
  const families = [...new Set(rule.languages.map((name) => (isScript(name) ? 'JavaScript' : name)))];
  for (const formula of patternsOf(rule)) {
    const { line, field } = formula;
    if (performance.now() > endsAt)
      return [{ line, field, message: 'The patterns before this one took too long to parse.' }];
    const read = families.filter((language) => compiledFor(formula, language) !== null);
    if (read.length === 0)
      return [{ line, field, message: `The pattern cannot be parsed as ${families.join(' or ')}.` }];
  }
  return [];
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
