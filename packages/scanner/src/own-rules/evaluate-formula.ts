import { type Bindings, keyOf, lookUp, merge } from './bindings.ts';
import { BoundedRegex } from './bounded-regex.ts';
import { compiledFor } from './compiled-patterns.ts';
import { ruleLimits } from './limits.ts';
import { type Match, matchPattern } from './match-pattern.ts';
import type { MatchedFile } from './matched-file.ts';
import { mayMatch } from './may-match.ts';
import type { Comparison, Condition, Formula } from './rule-types.ts';
import { between } from './tree-shape.ts';

const regexes = new Map<string, BoundedRegex>();
const MAX_REGEXES = 2_000;

function regexOf(source: string): BoundedRegex {
  const known = regexes.get(source);
  if (known !== undefined) return known;
  if (regexes.size >= MAX_REGEXES) regexes.clear();
  const made = new BoundedRegex(source, true);
  regexes.set(source, made);
  return made;
}

/** The maximum number of pairs of matches that one evaluation compares. */
const MAX_PAIRS = 2_000_000;

/** Finds all places in a file where a formula matches. */
export class FormulaEvaluation {
  readonly #file: MatchedFile;
  readonly #matches = new Map<Formula, Match[]>();
  #pairs = 0;

  constructor(file: MatchedFile) {
    this.#file = file;
  }

  evaluate(formula: Formula): Match[] {
    const known = this.#matches.get(formula);
    if (known !== undefined) return known;
    const found = withoutRepeats(this.#evaluate(formula));
    this.#matches.set(formula, found);
    return found;
  }

  #evaluate(formula: Formula): Match[] {
    switch (formula.op) {
      case 'pattern': {
        const pattern = compiledFor(formula, this.#file.parsed.language);
        return pattern === null ? [] : matchPattern(this.#file, pattern);
      }
      case 'regex':
        return this.#regex(formula.regex);
      case 'either':
        return formula.of.flatMap((one) => this.evaluate(one));
      case 'inside':
        return this.evaluate(formula.of);
      case 'not':
        return [];
      default: {
        const { language, text } = this.#file.parsed;
        return mayMatch(formula, language, text) ? this.#all(formula, null) : [];
      }
    }
  }

  #regex(source: string): Match[] {
    const found = regexOf(source).findAll(this.#file.parsed.text, ruleLimits.matchesPerPattern);
    if (found === null) {
      this.#file.cut++;
      return [];
    }
    return found.map(({ start, end, groups }) => {
      let bindings: Bindings | null = null;
      for (const [at, group] of groups.entries()) {
        if (group === null) continue;
        bindings = { name: String(at + 1), bound: { start, end, value: group }, rest: bindings };
      }
      return { start, end, bindings };
    });
  }

  /** `base` is used if there are only conditions. */
  #all(formula: Formula & { op: 'all' }, base: Match[] | null): Match[] {
    const positive = formula.of.filter(({ op }) => op !== 'not' && op !== 'inside');
    const insides = formula.of.flatMap((one) => (one.op === 'inside' ? one.of : []));
    const [lead, ...others] = positive.length > 0 || base !== null ? positive : insides;
    let matches = lead === undefined ? (base ?? []) : this.evaluate(lead);
    for (const other of others.filter((one) => !insides.includes(one)))
      matches = this.#both(matches, this.evaluate(other));
    for (const inside of insides) if (inside !== lead) matches = this.#within(matches, this.evaluate(inside));
    for (const one of formula.of)
      if (one.op === 'not')
        matches = this.#outside(matches, this.evaluate(one.of.op === 'inside' ? one.of.of : one.of));
    for (const condition of formula.conditions)
      matches = matches.flatMap((match) => this.#holds(condition, match) ?? []);
    for (const focus of formula.focus) matches = matches.flatMap((match) => focused(match, focus));
    return matches;
  }

  #pair(): void {
    if (++this.#pairs > MAX_PAIRS) {
      this.#file.cut++;
      throw new PairsOver();
    }
  }

  /** For two matches of which one contains the other, the inner one. */
  #both(left: readonly Match[], right: readonly Match[]): Match[] {
    return left.flatMap((a) =>
      right.flatMap((b) => {
        this.#pair();
        if (!(isIn(a, b) || isIn(b, a))) return [];
        const bindings = merge(b.bindings, a.bindings);
        return bindings === false ? [] : [{ ...(isIn(a, b) ? a : b), bindings }];
      }),
    );
  }

  #within(matches: readonly Match[], holders: readonly Match[]): Match[] {
    return matches.flatMap((match) =>
      holders.flatMap((holder) => {
        this.#pair();
        if (!isIn(match, holder)) return [];
        const bindings = merge(holder.bindings, match.bindings);
        return bindings === false ? [] : [{ ...match, bindings }];
      }),
    );
  }

  #outside(matches: readonly Match[], holders: readonly Match[]): Match[] {
    return matches.filter(
      (match) =>
        !holders.some((holder) => {
          this.#pair();
          return isIn(match, holder) && merge(holder.bindings, match.bindings) !== false;
        }),
    );
  }

  /** The match if the condition is true, possibly with more bindings; otherwise null. */
  #holds(condition: Condition, match: Match): Match | null {
    const bound = lookUp(match.bindings, condition.metavariable.slice(1));
    if (bound === undefined) return null;
    if (condition.is === 'regex') {
      const regex = regexOf(condition.regex);
      const written = this.#file.textOf(bound);
      // Rules are written for both: with the quotes of a string and without.
      return regex.matchesStart(bare(written, bound.value)) || regex.matchesStart(written) ? match : null;
    }
    if (condition.is === 'comparison')
      return compares(bound.value, condition.than, condition.number) ? match : null;
    if (condition.language === 'regex') return textHolds(condition.formula, bound.value) ? match : null;
    return this.#formulaHolds(condition.formula, match, bound);
  }

  #formulaHolds(
    formula: Formula,
    match: Match,
    { start, end }: { start: number; end: number },
  ): Match | null {
    const whole: Match = { start, end, bindings: match.bindings };
    const matches = formula.op === 'all' ? this.#all(formula, [whole]) : this.evaluate(formula);
    for (const inner of matches) {
      this.#pair();
      if (inner.start < start || inner.end > end) continue;
      const bindings = merge(inner.bindings, match.bindings);
      if (bindings !== false) return { ...match, bindings };
    }
    return null;
  }
}

export class PairsOver extends Error {}

/** Regular expressions are applied to the content of a string, without its quotes. */
function bare(written: string, value: string): string {
  if (/^[rRbBuUfF@$]*("""|'''|["'`])[\s\S]*\1$/.test(written)) return between(written);
  return written.includes(value) ? value : written;
}

const isIn = (inner: Match, outer: Match) => inner.start >= outer.start && inner.end <= outer.end;

function focused(match: Match, names: readonly string[]): Match[] {
  return names.flatMap((name) => {
    const bound = lookUp(match.bindings, name.slice(1));
    return bound === undefined ? [] : [{ ...match, start: bound.start, end: bound.end }];
  });
}

function compares(value: string, than: Comparison, number: number): boolean {
  const given = /^-?(?:0[xX][\da-fA-F]+|0[oO]?[0-7]+|\d[\d_]*(?:\.\d+)?)[lLuUfFdD]*$/.test(value)
    ? Number(value.replace(/_|(?<=\d)[lLuUfFdD]+$/g, ''))
    : Number.NaN;
  if (Number.isNaN(given)) return false;
  if (than === '<') return given < number;
  if (than === '<=') return given <= number;
  if (than === '>') return given > number;
  if (than === '>=') return given >= number;
  return than === '==' ? given === number : given !== number;
}

/** Evaluates a formula of regular expressions on a text. */
function textHolds(formula: Formula, text: string): boolean {
  if (formula.op === 'regex') return (regexOf(formula.regex).findAll(text, 1)?.length ?? 0) > 0;
  if (formula.op === 'not') return !textHolds(formula.of, text);
  if (formula.op === 'either') return formula.of.some((one) => textHolds(one, text));
  if (formula.op === 'all') return formula.of.every((one) => textHolds(one, text));
  return false;
}

function withoutRepeats(matches: Match[]): Match[] {
  if (matches.length < 2) return matches;
  const seen = new Set<string>();
  return matches
    .filter((match) => {
      const key = `${match.start}-${match.end} ${keyOf(match.bindings)}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, ruleLimits.matchesPerPattern);
}

/** Replaces metavariables in a text with their values. */
export function interpolate(
  text: string,
  bindings: Bindings | null,
  textOf: (place: { start: number; end: number }) => string,
): string {
  return text.replace(
    /\$(\.\.\.)?([A-Z_][A-Z_0-9]*|\d)/g,
    (whole, dots: string | undefined, name: string) => {
      const bound = lookUp(bindings, (dots ?? '') + name);
      return bound === undefined ? whole : textOf(bound).slice(0, 200);
    },
  );
}
