import { type CompiledPattern, compilePattern } from './compile-pattern.ts';
import type { Formula } from './rule-types.ts';
import { isScript } from './syntax.ts';

const compiled = new WeakMap<Formula, Map<string, CompiledPattern | null>>();

/** Compiled once for each language. Null if it is not valid code there. Throws `ParserEnded`, then it is null. */
export function compiledFor(formula: Formula & { op: 'pattern' }, given: string): CompiledPattern | null {
  const language = isScript(given) ? 'JavaScript' : given;
  let byLanguage = compiled.get(formula);
  if (byLanguage === undefined) {
    byLanguage = new Map();
    compiled.set(formula, byLanguage);
  }
  let pattern = byLanguage.get(language);
  if (pattern === undefined) {
    byLanguage.set(language, null);
    pattern = compilePattern(language, formula.text);
    byLanguage.set(language, pattern);
  }
  return pattern;
}
