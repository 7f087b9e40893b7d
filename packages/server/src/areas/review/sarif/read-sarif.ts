import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toDroppedRow, toFindingRow } from '../pipeline/finding-record.ts';
import { compareFindings, countSeverities } from '../pipeline/severity.ts';
import type { WorkerTasks } from '../pipeline/worker-protocol.ts';
import { type DroppedFinding, type Finding, type Severity, severities } from '../types/finding.ts';

/** Why a file is refused as SARIF. */
export class InvalidSarif extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidSarif';
  }
}

const MAX_RESULTS = 25_000;

type Json = Record<string, unknown>;

/** The findings of another tool's report (SARIF 2.1.0). Throws `InvalidSarif`. */
export async function readSarif({ path }: { path: string }): Promise<WorkerTasks['readSarif']['output']> {
  const report = parse(readFileSync(path, 'utf8'));
  if (report.version !== '2.1.0' || !Array.isArray(report.runs)) {
    throw new InvalidSarif('The file is no SARIF 2.1.0: it must have `version` "2.1.0" and `runs`.');
  }
  const found = report.runs.flatMap((run) => readRun(objectOf(run)));
  if (found.length > MAX_RESULTS)
    throw new InvalidSarif(`The report has more than ${MAX_RESULTS} results. Split it.`);
  const { kept, repeated } = withoutRepeats(found);
  return {
    tool: kept[0]?.agent ?? 'sarif',
    rows: kept.sort(compareFindings).map(toFindingRow),
    counts: countSeverities(kept),
    dropped: repeated.map(toDroppedRow),
  };
}

function parse(text: string): Json {
  try {
    return objectOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    throw new InvalidSarif('The file is not JSON.');
  }
}

function readRun(run: Json): Finding[] {
  const tools = objectOf(run.tool);
  const driver = objectOf(tools.driver);
  const name = textOf(driver.name);
  // A report that cannot be read must not pass as one that found nothing.
  if (name === undefined) throw new InvalidSarif('Every run must name its tool, in `tool.driver.name`.');
  if (run.results !== undefined && run.results !== null && !Array.isArray(run.results))
    throw new InvalidSarif('`results` of a run must be a list.');
  const tool = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  // Query packs bring their rules as extensions of the tool.
  const described = [driver, ...listOf(tools.extensions)].flatMap((component) => listOf(component.rules));
  const rules = new Map(described.map((rule) => [textOf(rule.id) ?? '', rule]));
  const ordinals = new Map<string, number>();
  return listOf(run.results)
    .filter(isFinding)
    .map((result) => readResult(result, `sarif.${tool}`, rules, ordinals));
}

/** What passed, did not apply or only informs is a result as well (section 3.27.9), and no finding. */
function isFinding({ kind }: Json): boolean {
  return kind === undefined || kind === 'fail' || kind === 'open' || kind === 'review';
}

function readResult(
  result: Json,
  agent: string,
  rules: ReadonlyMap<string, Json>,
  ordinals: Map<string, number>,
): Finding {
  const ruleId = textOf(result.ruleId) ?? textOf(objectOf(result.rule).id) ?? 'unknown';
  const rule = rules.get(ruleId) ?? {};
  const physical = objectOf(objectOf(listOf(result.locations)[0]).physicalLocation);
  const region = objectOf(physical.region);
  const file = pathOf(textOf(objectOf(physical.artifactLocation).uri) ?? '');
  const message = textOf(objectOf(result.message).text) ?? ruleId;
  const snippet = (textOf(objectOf(region.snippet).text) ?? '').slice(0, 2_000);
  const severity = severityOf(result, rule);
  const line = positive(region.startLine) ?? 1;
  return {
    fingerprint: fingerprintOf(result, { agent, ruleId, file, snippet: snippet || message }, ordinals),
    agent,
    agents: [agent],
    category: 'security',
    ruleId,
    title: (textOf(objectOf(rule.shortDescription).text) ?? message).slice(0, 300),
    severity,
    confidence: rankOf(result.rank),
    cwe: cwesOf(rule),
    file,
    line,
    endLine: positive(region.endLine) ?? line,
    column: positive(region.startColumn) ?? 1,
    snippet,
    description: message.slice(0, 4_000),
    recommendation: (textOf(objectOf(rule.help).text) ?? '').slice(0, 4_000),
    patch: null,
    patchChecks: null,
    evidence: [],
    package: null,
    references: textOf(rule.helpUri) === undefined ? [] : [textOf(rule.helpUri)!],
    source: 'code',
  };
}

/** The tool's own fingerprint where it has one; else what stands there, without line numbers. */
function fingerprintOf(
  result: Json,
  place: { agent: string; ruleId: string; file: string; snippet: string },
  ordinals: Map<string, number>,
): string {
  const own = [result.fingerprints, result.partialFingerprints]
    .flatMap((given) => Object.entries(objectOf(given)))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const parts = own.length > 0 ? [place.agent, place.ruleId, place.file, ...own] : Object.values(place);
  const base = parts.join('\0');
  const ordinal = ordinals.get(base) ?? 0;
  ordinals.set(base, ordinal + 1);
  return createHash('sha256')
    .update(`${base}\0${own.length > 0 ? 0 : ordinal}`)
    .digest('hex');
}

function severityOf(result: Json, rule: Json): Severity {
  // What the result says itself goes before what its rule says of all its results.
  const own = objectOf(result.properties);
  const named = severities.find((severity) => severity === own.severity);
  if (named !== undefined) return named;
  const given = own['security-severity'] ?? objectOf(rule.properties)['security-severity'];
  const score = given === undefined ? Number.NaN : Number(given);
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  if (score >= 0) return 'low';
  const level = textOf(result.level) ?? textOf(objectOf(rule.defaultConfiguration).level) ?? 'warning';
  return level === 'error' ? 'high' : level === 'warning' ? 'medium' : 'low';
}

function cwesOf(rule: Json): string[] {
  const tags = objectOf(rule.properties).tags;
  if (!Array.isArray(tags)) return [];
  const numbers = tags.flatMap((tag) => /cwe[-/]0*(\d{1,5})/i.exec(String(tag))?.[1] ?? []);
  return [...new Set(numbers.map((number) => `CWE-${number}`))];
}

function rankOf(rank: unknown): number {
  return typeof rank === 'number' && rank >= 0 && rank <= 100 ? Number((rank / 100).toFixed(2)) : 0.5;
}

/** A path as archives name it; one that lies outside is none. */
function pathOf(uri: string): string {
  let path = uri.replace(/^file:\/\//, '').replaceAll('\0', '');
  try {
    path = decodeURIComponent(path);
  } catch {
    // It stays as it is written.
  }
  const inside = path.replaceAll('\0', '').replace(/^(\.?\/)+/, '');
  return inside.split(/[\\/]/).includes('..') ? '' : inside.slice(0, 4_096);
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

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** Text that the database can hold. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? value.toWellFormed().replaceAll('\0', '\u{fffd}')
    : undefined;
}

function positive(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 0
    ? Math.min(value as number, 2_147_483_647)
    : undefined;
}
