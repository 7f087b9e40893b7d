import { ApplicationSource } from '../analysis/application-source.ts';
import { analyzeFlows } from '../flow/analyze-flows.ts';
import type { FileIr } from '../ir/ir.ts';
import { ImportResolver } from '../read/structure/resolve-imports.ts';
import type { IndexedFile } from '../types/file-facts.ts';
import type { FormulaEvaluation } from './evaluate-formula.ts';
import { ruleLimits } from './limits.ts';
import type { Match } from './match-pattern.ts';
import type { MatchedFile } from './matched-file.ts';
import type { OwnRule, TaintPart } from './rule-types.ts';
import { type FileMarks, parameterScope, type RuleFlow, TaintWatch } from './taint-marks.ts';

/** The marks of a taint rule in one file; null for other rules, and if there are none. */
export function marksOf(rule: OwnRule, file: MatchedFile, evaluation: FormulaEvaluation): FileMarks | null {
  const { taint } = rule;
  if (taint === null) return null;
  const matches = (parts: readonly TaintPart[]) =>
    parts.flatMap(({ formula }) => evaluation.evaluate(formula));
  const sinks = taint.sinks.flatMap(({ formula, isExact }) =>
    evaluation.evaluate(formula).map((match) => ({ match, isExact })),
  );
  const sources = matches(taint.sources);
  if (sources.length === 0 && sinks.length === 0) return null;
  return {
    sources,
    sinks,
    sanitizers: matches(taint.sanitizers),
    names: sources.flatMap((match: Match) => parameterScope(file, match) ?? []),
  };
}

/** Runs the machine on files that have already been read. */
export class RuleMachine {
  readonly #source: ApplicationSource;
  readonly #tests: ReadonlySet<string>;
  readonly #shouldStop: () => boolean;

  constructor(
    files: readonly IndexedFile[],
    textOf: (path: string) => string | null,
    shouldStop: () => boolean,
  ) {
    this.#source = new ReadSource({
      files: files.map(({ path, language, status, isTest, classes, functions }) => ({
        path,
        language,
        status,
        isTest,
        isPublic: false,
        classes: classes.map(({ name }) => name),
        functions: functions.map(({ name }) => name),
      })),
      textOf,
      resolver: new ImportResolver(
        files.map(({ path }) => path),
        () => undefined,
      ),
      settings: new Map(),
      fileBudgetMs: ruleLimits.fileMs,
    });
    this.#tests = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path));
    this.#shouldStop = shouldStop;
  }

  /** The flows of one rule, and whether all were followed to the end. */
  async follow(marks: ReadonlyMap<string, FileMarks>): Promise<{ flows: RuleFlow[]; isCut: boolean }> {
    const all = [...marks.values()];
    if (!(all.some(({ sources }) => sources.length > 0) && all.some(({ sinks }) => sinks.length > 0)))
      return { flows: [], isCut: false };
    const watch = new TaintWatch(marks);
    const { cut, faults } = await analyzeFlows(this.#source, [...marks.keys()], this.#tests, {
      rootSteps: 60_000,
      fileSteps: 250_000,
      rootMs: 2_000,
      shouldStop: () => this.#source.endedAt !== null || this.#shouldStop(),
      observe: watch.observe,
    });
    return { flows: [...watch.flows.values()], isCut: cut.length > 0 || faults.length > 0 };
  }
}

/** Caches lowered files, because each rule asks for the same ones. */
class ReadSource extends ApplicationSource {
  readonly #read = new Map<string, FileIr | null>();

  override lower(path: string): FileIr | null {
    let file = this.#read.get(path);
    if (file === undefined) {
      file = super.lower(path);
      this.#read.set(path, file);
    }
    return file;
  }
}
