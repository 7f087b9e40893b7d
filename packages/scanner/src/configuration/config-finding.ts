import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { Impact } from '../rules/severity.ts';
import type { Finding } from '../types/finding.ts';

/** The text of a configuration rule; the place and the rest are added. */
export interface ConfigRuleText {
  id: string;
  impact: Impact;
  confidence?: number;
  cwe?: string[];
  description: string;
  recommendation: string;
}

/** A draft at a line of a configuration file. `about` names the part of the file. */
export function configDraft(
  rule: ConfigRuleText,
  path: string,
  line: number,
  snippet: string,
  about: string,
  source: Finding['source'] = 'config',
): FindingDraft {
  return {
    ruleId: rule.id,
    impact: rule.impact,
    exposure: auxiliaryPath.test(path) ? 'test' : 'external',
    confidence: rule.confidence ?? 0.85,
    cwe: rule.cwe ?? [],
    file: path,
    line,
    snippet,
    description: rule.description,
    recommendation: rule.recommendation,
    source,
    symbol: about,
    sinkTokens: about,
  };
}
