import type { Severity } from '../../types/finding.ts';
import type { CatalogRow } from './catalog-row.ts';
import { codeRules } from './code-rules.ts';
import { contractRules } from './contract-rules.ts';
import { memoryRules } from './memory-rules.ts';
import { modelRules } from './model-rules.ts';
import practices from './practices.json' with { type: 'json' };
import { qualityRules } from './quality-rules.ts';
import { relatedWeaknesses } from './related-weaknesses.ts';
import { secretRules } from './secret-rules.ts';
import { settingsRules } from './settings-rules.ts';
import weaknesses from './weaknesses.json' with { type: 'json' };

/** A rule, independent of the language. */
export interface RuleEntry {
  id: string;
  /** The usual name in the field, such as `SQL injection`. */
  name: string;
  /** The primary CWE; null if it is not a weakness. */
  cwe: string | null;
  /** Related weaknesses: parents and consequences. */
  related: readonly string[];
  /** The category in the OWASP Top 10 of 2021; null if none. */
  owasp: string | null;
  /** The highest severity it is reported with: if anybody can reach it over the network. */
  severity: Severity;
  /** The reason for the severity. */
  why: string;
  description: string;
  cure: string;
  references: readonly string[];
}

const whyBySeverity: Readonly<Record<Severity, string>> = {
  critical: 'Whoever reaches it can run code, or read and write everything.',
  high: 'Whoever reaches it can read data or act as another user.',
  medium: 'It removes a layer of defence, or lets others slow the application down.',
  low: 'By itself it harms little; it makes the next fault likelier.',
};

const owaspNames: Readonly<Record<string, string>> = {
  A01: 'Broken Access Control',
  A02: 'Cryptographic Failures',
  A03: 'Injection',
  A04: 'Insecure Design',
  A05: 'Security Misconfiguration',
  A06: 'Vulnerable and Outdated Components',
  A07: 'Identification and Authentication Failures',
  A08: 'Software and Data Integrity Failures',
  A09: 'Security Logging and Monitoring Failures',
  A10: 'Server-Side Request Forgery',
};

interface Meaning {
  what: string;
  cure: string;
  /** The reason for the severity, if the severity alone does not show it. */
  why?: string;
  owasp?: string | null;
  /** The id in the SWC registry of smart contract weaknesses. */
  swc?: string;
}

const byWeakness: Readonly<Record<string, Meaning>> = weaknesses;
const byId: Readonly<Record<string, Meaning>> = practices;

function toEntry([id, name, cwe, severity]: CatalogRow): RuleEntry {
  const weakness = cwe === null ? undefined : byWeakness[cwe];
  const meaning = byId[id] ?? weakness;
  if (meaning === undefined) throw new Error(`Nothing says what ${id} is.`);
  const { owasp: place = weakness?.owasp, swc } = meaning;
  const owasp = place ? owaspPlace(place) : null;
  return {
    id,
    name,
    cwe,
    related: cwe === null ? [] : (relatedWeaknesses[cwe] ?? []),
    owasp: owasp && `${place}:2021 ${owasp.name}`,
    severity,
    why: meaning.why ?? whyBySeverity[severity],
    description: meaning.what,
    cure: meaning.cure,
    references: [
      ...(cwe === null ? [] : [`https://cwe.mitre.org/data/definitions/${cwe.slice(4)}.html`]),
      ...(owasp === null ? [] : [owasp.page]),
      ...(swc === undefined ? [] : [`https://swcregistry.io/docs/${swc}/`]),
    ],
  };
}

function owaspPlace(place: string): { name: string; page: string } {
  const name = owaspNames[place];
  if (name === undefined) throw new Error(`OWASP has no ${place}.`);
  return { name, page: `https://owasp.org/Top10/${place}_2021-${name.replaceAll(' ', '_')}/` };
}

const rows = [
  codeRules,
  contractRules,
  memoryRules,
  secretRules,
  settingsRules,
  qualityRules,
  modelRules,
].flat();

/** Every rule by id. */
export const catalog: ReadonlyMap<string, RuleEntry> = new Map(
  rows.map((row): [string, RuleEntry] => [row[0], toEntry(row)]).sort(([a], [b]) => (a < b ? -1 : 1)),
);
