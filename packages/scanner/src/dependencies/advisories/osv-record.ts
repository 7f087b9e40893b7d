import { asObject, asText } from '../../read/json-values.ts';
import type { Severity } from '../../types/finding.ts';
import { versionOrder } from '../versions/compare-version.ts';
import type { Advisory, AffectedRange } from './advisory.ts';
import { cvssBaseScore } from './cvss.ts';

/** The advisories in one OSV document (schema 1.x), one for each package; none if it is withdrawn. */
export function readOsvRecord(document: unknown): { advisories: Advisory[]; modified: string | null } {
  const record = asObject(document);
  const id = asText(record.id);
  const modified = isoDate(record.modified);
  if (!id || record.withdrawn) return { advisories: [], modified };
  const aliases = (Array.isArray(record.aliases) ? record.aliases : []).filter(
    (one) => typeof one === 'string',
  );
  const database = asObject(record.database_specific);
  const cwe = (Array.isArray(database.cwe_ids) ? database.cwe_ids : []).filter(
    (one) => typeof one === 'string',
  );
  const byPackage = new Map<string, Advisory>();
  for (const item of Array.isArray(record.affected) ? record.affected : []) {
    const affected = asObject(item);
    const target = asObject(affected.package);
    // An ecosystem may have a suffix for its distribution: `Debian:12`, `Maven:https://…`.
    const [ecosystem] = (asText(target.ecosystem) ?? '').split(':');
    const name = asText(target.name);
    if (!ecosystem || !name) continue;
    const key = `${ecosystem}\0${name}`;
    const advisory = byPackage.get(key) ?? {
      id,
      aliases,
      ecosystem,
      package: name,
      ranges: [],
      versions: [],
      severity: severityOf(record, affected),
      isMalware: id.startsWith('MAL-') || cwe.includes('CWE-506'),
      cwe,
      summary: asText(record.summary) ?? firstSentence(asText(record.details) ?? ''),
    };
    byPackage.set(key, advisory);
    const ranges = (Array.isArray(affected.ranges) ? affected.ranges : []).flatMap((range) =>
      readRange(range, ecosystem),
    );
    advisory.ranges.push(...ranges);
    if (Array.isArray(affected.versions)) {
      advisory.versions.push(...affected.versions.filter((one) => typeof one === 'string'));
    }
  }
  return { advisories: [...byPackage.values()], modified };
}

/** Dates are text in JSON, and may be dates in YAML. */
function isoDate(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : asText(value);
}

function firstSentence(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}

interface RangeEvent {
  kind: 'introduced' | 'fixed' | 'last_affected';
  version: string;
}

/** Events may come in any order. Their meaning depends on the order of their versions. */
function readRange(value: unknown, ecosystem: string): AffectedRange[] {
  const range = asObject(value);
  if (range.type === 'GIT') return [];
  const ranges: AffectedRange[] = [];
  for (const { kind, version } of sortedEvents(range.events, ecosystem)) {
    const open = ranges.at(-1);
    if (kind === 'introduced') ranges.push({ introduced: version, fixed: null, lastAffected: null });
    else if (open && open.fixed === null && open.lastAffected === null) {
      if (kind === 'fixed') open.fixed = version;
      else open.lastAffected = version;
    }
  }
  return ranges;
}

function sortedEvents(events: unknown, ecosystem: string): RangeEvent[] {
  const read = (Array.isArray(events) ? events : []).flatMap((item): RangeEvent[] => {
    const event = asObject(item);
    for (const kind of ['introduced', 'fixed', 'last_affected'] as const) {
      const version = asText(event[kind]);
      if (version !== null) return [{ kind, version }];
    }
    return [];
  });
  const compare = versionOrder(ecosystem);
  if (!compare) return read;
  const order = (a: RangeEvent, b: RangeEvent) =>
    a.version === b.version
      ? 0
      : a.version === '0'
        ? -1
        : b.version === '0'
          ? 1
          : compare(a.version, b.version);
  // At one version, a range that ends comes before one that begins, except if it includes that version.
  const place = { fixed: 0, introduced: 1, last_affected: 2 };
  return read.sort((a, b) => order(a, b) || place[a.kind] - place[b.kind]);
}

const severityByLabel: Record<string, Severity> = {
  critical: 'critical',
  high: 'high',
  important: 'high',
  moderate: 'medium',
  medium: 'medium',
  low: 'low',
};

/** The database's own rating, otherwise by the CVSS score. Unrated advisories count as medium. */
function severityOf(record: Record<string, unknown>, affected: Record<string, unknown>): Severity {
  for (const holder of [affected.ecosystem_specific, affected.database_specific, record.database_specific]) {
    const word = asText(asObject(holder).severity)?.toLowerCase();
    if (word && severityByLabel[word]) return severityByLabel[word];
  }
  const scores = [record.severity, affected.severity]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((item) => cvssBaseScore(asText(asObject(item).score) ?? ''))
    .filter((score) => score !== undefined);
  const score = Math.max(-1, ...scores);
  if (score < 0) return 'medium';
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
}
