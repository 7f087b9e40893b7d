import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  compareFindings,
  type DroppedFinding,
  type Finding,
  type Severity,
  severities,
} from '@trivium/scanner';
import { cutText } from '../../../kit/cut-text.ts';
import { plainText } from '../../../kit/json-text.ts';
import { toDroppedRow, toFindingRow } from '../pipeline/finding-record.ts';
import { countSeverities } from '../pipeline/severity.ts';
import type { WorkerTasks } from '../pipeline/worker-protocol.ts';
import { type Json, listOf, objectOf, textOf } from './sarif-json.ts';
import { evidenceOf, placeOf } from './sarif-place.ts';
import { cwesOf, messageOf, RuleBook } from './sarif-rules.ts';

/** Why a file is rejected as SARIF. */
export class InvalidSarif extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidSarif';
  }
}

const MAX_RESULTS = 25_000;

/** The findings in another tool's report (SARIF 2.1.0). Throws `InvalidSarif`. */
export async function readSarif({ path }: { path: string }): Promise<WorkerTasks['readSarif']['output']> {
  const report = parse(readFileSync(path, 'utf8'));
  if (report.version !== '2.1.0' || !Array.isArray(report.runs)) {
    throw new InvalidSarif('The file is not SARIF 2.1.0: it must have `version` "2.1.0" and `runs`.');
  }
  const runs = report.runs.map((run) => readRun(objectOf(run)));
  const found = runs.flatMap((run) => run.open);
  if (found.length > MAX_RESULTS)
    throw new InvalidSarif(`The report has more than ${MAX_RESULTS} results. Split it.`);
  const { kept, repeated } = withoutRepeats(found);
  return {
    tool: kept[0]?.agent ?? 'sarif',
    rows: kept.sort(compareFindings).map(toFindingRow),
    counts: countSeverities(kept),
    dropped: [...repeated, ...runs.flatMap((run) => run.accepted)].slice(0, MAX_RESULTS).map(toDroppedRow),
  };
}

function parse(text: string): Json {
  try {
    return objectOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    throw new InvalidSarif('The file is not JSON.');
  }
}

function readRun(run: Json): { open: Finding[]; accepted: DroppedFinding[] } {
  const tools = objectOf(run.tool);
  const driver = objectOf(tools.driver);
  const name = textOf(driver.name);
  // An unreadable report must not look like one without findings.
  if (name === undefined) throw new InvalidSarif('Every run must name its tool, in `tool.driver.name`.');
  if (run.results !== undefined && run.results !== null && !Array.isArray(run.results))
    throw new InvalidSarif('`results` of a run must be a list.');
  const tool = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  // Query packs provide their rules as extensions of the tool.
  const rules = new RuleBook([driver, ...listOf(tools.extensions)]);
  const ordinals = new Map<string, number>();
  const all = listOf(run.results)
    .filter(isFinding)
    .map((result) => ({ result, finding: readResult(result, `sarif.${tool}`, rules, ordinals) }));
  return {
    open: all.filter(({ result }) => !isAccepted(result)).map(({ finding }) => finding),
    accepted: all
      .filter(({ result }) => isAccepted(result))
      .map(({ result, finding }) => acceptedInReport(finding, objectOf(listOf(result.suppressions)[0]))),
  };
}

/**
 * Results that passed, did not apply or only inform (section 3.27.9) are not findings; neither are those that
 * only the tool's baseline has (3.27.24).
 */
function isFinding({ kind, baselineState }: Json): boolean {
  const isOpen = kind === undefined || kind === 'fail' || kind === 'open' || kind === 'review';
  return isOpen && baselineState !== 'absent';
}

/**
 * Whether the other tool accepted the suppression. One under review or rejected does not suppress (3.27.23).
 */
function isAccepted(result: Json): boolean {
  const told = listOf(result.suppressions);
  return told.length > 0 && told.every(({ status }) => status === undefined || status === 'accepted');
}

function acceptedInReport({ fingerprint, ruleId, file, line }: Finding, suppression: Json): DroppedFinding {
  const why = textOf(suppression.justification);
  const detail = `The report says that it is suppressed${why === undefined ? '.' : `: ${cutText(why, 500)}`}`;
  return { fingerprint, ruleId, file, line, reason: 'false_positive', detail };
}

function readResult(result: Json, agent: string, rules: RuleBook, ordinals: Map<string, number>): Finding {
  const { ruleId, rule } = rules.ruleOf(result);
  const { file, line, endLine, column, snippet } = placeOf(objectOf(listOf(result.locations)[0]));
  const message = messageOf(objectOf(result.message), rule) ?? ruleId;
  const severity = severityOf(result, rule);
  return {
    fingerprint: fingerprintOf(result, { agent, ruleId, file, snippet: snippet || message }, ordinals),
    agent,
    agents: [agent],
    category: 'security',
    ruleId,
    title: cutText(textOf(objectOf(rule.shortDescription).text) ?? message, 300),
    severity,
    confidence: rankOf(result.rank),
    cwe: cwesOf(rule, result),
    file,
    line,
    endLine,
    column,
    snippet,
    description: cutText(message, 4_000),
    recommendation: cutText(textOf(objectOf(rule.help).text) ?? '', 4_000),
    patch: null,
    patchChecks: null,
    evidence: evidenceOf(result),
    package: null,
    references: [textOf(rule.helpUri) ?? []].flat(),
    source: 'code',
  };
}

/** The tool's own fingerprint if it has one; otherwise the finding's content, without line numbers. */
function fingerprintOf(
  result: Json,
  place: { agent: string; ruleId: string; file: string; snippet: string },
  ordinals: Map<string, number>,
): string {
  const own = [result.fingerprints, result.partialFingerprints]
    .flatMap((given) => Object.entries(objectOf(given)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${plainText(value)}`);
  const parts = own.length > 0 ? [place.agent, place.ruleId, place.file, ...own] : Object.values(place);
  const base = parts.join('\0');
  const ordinal = ordinals.get(base) ?? 0;
  ordinals.set(base, ordinal + 1);
  return createHash('sha256')
    .update(`${base}\0${own.length > 0 ? 0 : ordinal}`)
    .digest('hex');
}

function severityOf(result: Json, rule: Json): Severity {
  // A result's own properties take precedence over its rule's.
  const own = objectOf(result.properties);
  const named = severities.find((severity) => severity === own.severity);
  if (named !== undefined) return named;
  const given = own['security-severity'] ?? objectOf(rule.properties)['security-severity'];
  const score = given === undefined ? Number.NaN : Number(plainText(given));
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  if (score >= 0) return 'low';
  const level = textOf(result.level) ?? textOf(objectOf(rule.defaultConfiguration).level) ?? 'warning';
  return level === 'error' ? 'high' : level === 'warning' ? 'medium' : 'low';
}

function rankOf(rank: unknown): number {
  return typeof rank === 'number' && rank >= 0 && rank <= 100 ? Number((rank / 100).toFixed(2)) : 0.5;
}

function withoutRepeats(found: readonly Finding[]): { kept: Finding[]; repeated: DroppedFinding[] } {
  const seen = new Set<string>();
  const kept: Finding[] = [];
  const repeated: DroppedFinding[] = [];
  for (const finding of found) {
    if (!seen.has(finding.fingerprint)) kept.push(finding);
    else {
      const { fingerprint, ruleId, file, line } = finding;
      repeated.push({
        fingerprint,
        ruleId,
        file,
        line,
        reason: 'duplicate',
        detail: 'The report has it twice.',
      });
    }
    seen.add(finding.fingerprint);
  }
  return { kept, repeated };
}
