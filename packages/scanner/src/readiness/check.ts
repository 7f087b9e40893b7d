import type { ApplicationIndex } from '../types/application-index.ts';
import type { DependencyReport } from '../types/dependency-report.ts';
import type { FileLookup } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import type { ReadinessCheck } from '../types/readiness.ts';

/** The input of a check. */
export interface ReadinessFacts {
  index: ApplicationIndex;
  files: FileLookup;
  dependencies: DependencyReport;
  findings: readonly Finding[];
  /** The application's own production code and its configuration. */
  code: readonly ProductionCode[];
  /** Paths of configuration files by kind. */
  configs: (kind: string) => string[];
  documents: (kind: string) => string[];
}

/** A file without comments. */
export interface ProductionCode {
  path: string;
  /** The first match of a pattern; undefined if there is none. */
  placeOf(pattern: RegExp): { line: number } | undefined;
}

export type Effort = 'S' | 'M' | 'L';

export interface CheckOutcome {
  status: ReadinessCheck['status'];
  /** From 0 to 1 of the weight; default by status: 1, 0.5, 0. */
  share?: number;
  evidence?: { file: string; line: number }[];
}

/** One item of a checklist: what it checks, its weight, and what to do if it fails. */
export interface CheckRule {
  id: string;
  weight: number;
  effort: Effort;
  recommendation: string;
  judge: (facts: ReadinessFacts) => CheckOutcome;
}

export const pass = (evidence: CheckOutcome['evidence'] = []): CheckOutcome => ({ status: 'pass', evidence });
export const fail = (evidence: CheckOutcome['evidence'] = []): CheckOutcome => ({ status: 'fail', evidence });
export const partial = (evidence: CheckOutcome['evidence'] = []): CheckOutcome => ({
  status: 'partial',
  evidence,
});
export const notApplicable: CheckOutcome = { status: 'not_applicable' };

const MAX_SHOWN_EVIDENCE = 5;

type Places = readonly { file: string; line: number }[];
/** Matches in an application's code, by pattern and paths. */
const found = new WeakMap<ApplicationIndex, Map<string, Places>>();

/** The matches of a pattern in the application's own code, at most five. */
export function findInCode(
  facts: ReadinessFacts,
  pattern: RegExp,
  only?: RegExp,
): { file: string; line: number }[] {
  const known = found.get(facts.index) ?? new Map<string, Places>();
  found.set(facts.index, known);
  const key = `${pattern} ${only}`;
  const places = known.get(key) ?? searchCode(facts, pattern, only);
  known.set(key, places);
  return [...places];
}

function searchCode(facts: ReadinessFacts, pattern: RegExp, only: RegExp | undefined): Places {
  const places: { file: string; line: number }[] = [];
  for (const { path, placeOf } of facts.code) {
    if (only && !only.test(path)) continue;
    const place = placeOf(pattern);
    if (place === undefined) continue;
    places.push({ file: path, line: place.line });
    if (places.length >= MAX_SHOWN_EVIDENCE) break;
  }
  return places;
}

export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Passes if the pattern occurs in code. */
export function hasInCode(pattern: RegExp): (facts: ReadinessFacts) => CheckOutcome {
  return (facts) => {
    const places = findInCode(facts, pattern);
    return places.length > 0 ? pass(places) : fail();
  };
}

export const atTop = (paths: readonly string[]) =>
  paths.slice(0, MAX_SHOWN_EVIDENCE).map((file) => ({ file, line: 1 }));

/** Findings of these rules, as evidence. */
export function findingsOf(facts: ReadinessFacts, pattern: RegExp): { file: string; line: number }[] {
  return facts.findings
    .filter((finding) => pattern.test(finding.ruleId))
    .slice(0, MAX_SHOWN_EVIDENCE)
    .map((finding) => ({ file: finding.file, line: finding.line }));
}

/** Passes without findings of these rules, is partial with at most `few`, and fails otherwise. */
export function withoutFindings(pattern: RegExp, few = 0): (facts: ReadinessFacts) => CheckOutcome {
  return (facts) => {
    const count = facts.findings.filter((finding) => pattern.test(finding.ruleId)).length;
    const places = findingsOf(facts, pattern);
    return count === 0 ? pass() : count <= few ? partial(places) : fail(places);
  };
}

/** Whether it is a program that serves requests, not a library or a script. */
export function isService(facts: ReadinessFacts): boolean {
  return (
    facts.index.routes.length > 0 ||
    facts.configs('dockerfile').length > 0 ||
    findInCode(facts, serverStart).length > 0
  );
}

export const serverStart =
  /\.listen\s*\(|\bcreateServer\s*\(|ListenAndServe|@SpringBootApplication|SpringApplication\.run|uvicorn\.run|app\.run\s*\(|WebApplication\.CreateBuilder|HttpServer::new|axum::serve|gunicorn|Sinatra::|Rails\.application/;
