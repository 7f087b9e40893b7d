import { setImmediate } from 'node:timers/promises';
import { prepareLanguages } from '../languages/frontend/lower-file.ts';
import { ParserEnded } from '../languages/frontend/syntax-tree.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import { FormulaEvaluation, PairsOver } from './evaluate-formula.ts';
import { marksOf, RuleMachine } from './follow-rules.ts';
import { ruleLimits } from './limits.ts';
import type { Match } from './match-pattern.ts';
import { MatchedFile } from './matched-file.ts';
import { RuleNeeds } from './may-match.ts';
import { appliesTo } from './path-globs.ts';
import { draftOf } from './rule-findings.ts';
import type { OwnRule } from './rule-types.ts';
import { parseText } from './syntax.ts';
import type { FileMarks } from './taint-marks.ts';

export interface RuleInput {
  rules: readonly OwnRule[];
  files: readonly IndexedFile[];
  textOf: (path: string) => string | null;
  shouldStop?: () => boolean;
}

export interface RuleOutcome {
  drafts: FindingDraft[];
  /** Something was not checked completely: a limit on time, steps or findings was reached. */
  isCut: boolean;
}

type ReadableFile = IndexedFile & { language: string };

const isReadable = (file: IndexedFile): file is ReadableFile =>
  file.language !== null && file.status !== 'skipped' && !file.isVendored && !file.isGenerated;

/** Applies rules to all files of their languages. Equal input gives equal findings, unless time runs out. */
export async function applyRules(input: RuleInput): Promise<RuleOutcome> {
  return new RuleRun(input).run();
}

class RuleRun {
  readonly #input: RuleInput;
  readonly #drafts: RuleOutcome['drafts'] = [];
  readonly #counts = new Map<OwnRule, number>();
  readonly #marks = new Map<OwnRule, Map<string, FileMarks>>();
  readonly #endsAt = performance.now() + ruleLimits.totalMs;
  #isCut = false;

  constructor(input: RuleInput) {
    this.#input = input;
  }

  async run(): Promise<RuleOutcome> {
    const looked = this.#input.files.filter(isReadable);
    await prepareLanguages(new Set(looked.map(({ language }) => language)));
    const asked = looked
      .map((file) => ({ file, rules: this.#rulesFor(file) }))
      .filter((one) => one.rules.length > 0);
    const needs = new RuleNeeds();
    for (const one of asked) {
      const text = this.#input.textOf(one.file.path) ?? '';
      for (const rule of one.rules) needs.see(rule, one.file.language, text);
    }
    for (const one of asked) {
      if (this.#isOver()) break;
      await setImmediate();
      const left = one.rules.filter((rule) => needs.isMet(rule));
      if (left.length > 0) this.#file(one.file, left);
    }
    await this.#follow();
    return { drafts: this.#drafts, isCut: this.#isCut };
  }

  #rulesFor({ language, path }: ReadableFile): OwnRule[] {
    return this.#input.rules.filter((rule) => rule.languages.includes(language) && appliesTo(rule, path));
  }

  #isOver(): boolean {
    const isOver = performance.now() > this.#endsAt || (this.#input.shouldStop?.() ?? false);
    this.#isCut ||= isOver;
    return isOver;
  }

  #file(file: ReadableFile, rules: readonly OwnRule[]): void {
    const text = this.#input.textOf(file.path);
    const matched = text === null ? null : this.#parse(file, text);
    if (matched === null) return;
    const evaluation = new FormulaEvaluation(matched);
    const endsAt = performance.now() + ruleLimits.fileMs;
    for (const rule of rules) {
      if ((this.#counts.get(rule) ?? 0) > ruleLimits.findingsPerRule) continue;
      if (performance.now() > endsAt) this.#isCut = true;
      if (performance.now() > endsAt || this.#isOver()) break;
      this.#rule(rule, file, matched, evaluation);
    }
    if (matched.cut > 0) this.#isCut = true;
  }

  #parse(file: ReadableFile, text: string): MatchedFile | null {
    try {
      const parsed = parseText(file.language, text, ruleLimits.fileMs);
      if (parsed !== null) return new MatchedFile(parsed);
    } catch (error) {
      if (!(error instanceof ParserEnded)) throw error;
    }
    this.#isCut = true;
    return null;
  }

  #rule(rule: OwnRule, file: IndexedFile, matched: MatchedFile, evaluation: FormulaEvaluation): void {
    try {
      if (rule.search !== null) {
        const { path } = file;
        for (const match of inPlace(evaluation.evaluate(rule.search)))
          this.#tell(rule, file, matched, match, { path, match });
        return;
      }
      const marks = marksOf(rule, matched, evaluation);
      if (marks === null) return;
      const known = this.#marks.get(rule) ?? new Map<string, FileMarks>();
      this.#marks.set(rule, known.set(file.path, marks));
    } catch (error) {
      if (!(error instanceof PairsOver || error instanceof RangeError)) throw error;
      this.#isCut = true;
    }
  }

  async #follow(): Promise<void> {
    if (this.#marks.size === 0) return;
    const { files, textOf } = this.#input;
    const machine = new RuleMachine(files, textOf, () => this.#isOver());
    const byPath = new Map(files.filter(isReadable).map((file) => [file.path, file]));
    const read = new Map<string, MatchedFile | null>();
    for (const [rule, marks] of this.#marks) {
      if (this.#isOver()) return;
      const { flows, isCut } = await machine.follow(marks);
      this.#isCut ||= isCut;
      for (const { sinkFile, sink, sourceFile, source } of flows) {
        const file = byPath.get(sinkFile);
        if (file === undefined) continue;
        let matched = read.get(sinkFile);
        if (matched === undefined) {
          matched = this.#parse(file, textOf(sinkFile) ?? '');
          read.set(sinkFile, matched);
        }
        if (matched !== null) this.#tell(rule, file, matched, sink, { path: sourceFile, match: source });
      }
    }
  }

  #tell(
    rule: OwnRule,
    file: IndexedFile,
    matched: MatchedFile,
    match: Match,
    source: { path: string; match: Match },
  ): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    if (count > ruleLimits.findingsPerRule) {
      this.#isCut = true;
      return;
    }
    this.#counts.set(rule, count);
    const sourceText = rule.taint === null ? null : this.#input.textOf(source.path);
    const draft = draftOf(
      rule,
      file,
      matched,
      match,
      sourceText === null ? null : { ...source, text: sourceText },
    );
    this.#drafts.push(draft);
  }
}

/** One finding for each place, in source order, up to the limit for a file. */
function inPlace(matches: readonly Match[]): Match[] {
  const byPlace = new Map(matches.map((match) => [`${match.start}-${match.end}`, match]));
  return [...byPlace.values()]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .slice(0, ruleLimits.findingsPerFile);
}
