import { compiledFor } from './compiled-patterns.ts';
import type { Formula, OwnRule, TaintPart } from './rule-types.ts';

/** Checks only the words of a text, which is cheaper than parsing it. False if the formula certainly does not match. */
export function mayMatch(formula: Formula, language: string, text: string): boolean {
  switch (formula.op) {
    case 'pattern': {
      const pattern = compiledFor(formula, language);
      return pattern?.words.every((word) => text.includes(word)) ?? false;
    }
    case 'either':
      return formula.of.some((one) => mayMatch(one, language, text));
    case 'inside':
      return mayMatch(formula.of, language, text);
    case 'all':
      return formula.of.every((one) => mayMatch(one, language, text));
    default:
      return true;
  }
}

/** The rules that may find something. A taint rule needs a source and a sink, in any files. */
export class RuleNeeds {
  readonly #sources = new Set<OwnRule>();
  readonly #sinks = new Set<OwnRule>();

  see(rule: OwnRule, language: string, text: string): void {
    if (rule.taint === null) return;
    const any = (parts: readonly TaintPart[]) =>
      parts.some(({ formula }) => mayMatch(formula, language, text));
    if (!this.#sources.has(rule) && any(rule.taint.sources)) this.#sources.add(rule);
    if (!this.#sinks.has(rule) && any(rule.taint.sinks)) this.#sinks.add(rule);
  }

  isMet(rule: OwnRule): boolean {
    return rule.taint === null || (this.#sources.has(rule) && this.#sinks.has(rule));
  }
}
