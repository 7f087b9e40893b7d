import { compiledFor } from './compiled-patterns.ts';
import type { Formula, OwnRule, TaintPart } from './rule-types.ts';

/** Told by the words of a text alone: cheaper than to parse it. False only where the formula holds nowhere in it. */
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

/** Rules that have anything to look for: one of mode taint needs a source and a sink, in whichever files. */
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
