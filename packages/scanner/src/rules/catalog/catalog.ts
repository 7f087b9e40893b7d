import type { Severity } from '../../types/finding.ts';
import { codeRules } from './code-rules.ts';
import { memoryRules } from './memory-rules.ts';
import { modelRules } from './model-rules.ts';
import { qualityRules } from './quality-rules.ts';
import { secretRules } from './secret-rules.ts';
import { settingsRules } from './settings-rules.ts';

export type CatalogRow = readonly [id: string, name: string, cwe: string | null, severity: Severity];

/** What a rule looks for, whatever the language. */
export interface RuleEntry {
  id: string;
  /** The field's name for it, such as `SQL injection`. */
  name: string;
  /** The primary weakness in the catalogue of MITRE; null for what is none. */
  cwe: string | null;
  /** The gravest that it is told as: where anybody can reach it over the network. */
  severity: Severity;
}

const rows = [codeRules, memoryRules, secretRules, settingsRules, qualityRules, modelRules].flat();

/** Every rule by its id. */
export const catalog: ReadonlyMap<string, RuleEntry> = new Map(
  rows
    .map(([id, name, cwe, severity]): [string, RuleEntry] => [id, { id, name, cwe, severity }])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
