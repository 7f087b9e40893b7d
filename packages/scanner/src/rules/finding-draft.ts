import type { Category, Evidence, Finding, FindingPackage, Severity } from '../types/finding.ts';
import { type Exposure, type Impact, severityTable } from './severity.ts';

/** The result of a rule. `finishFindings` turns it into a finding. */
export interface FindingDraft {
  ruleId: string;
  /** If the rule's name in the catalogue is not enough: a claim of a model, a user's rule. */
  title?: string;
  /** The subject of the finding, such as the name of a variable, a route or a package. */
  subject?: string | undefined;
  impact: Impact;
  exposure: Exposure;
  /** Overrides the table: an advisory has its own severity. */
  severity?: Severity;
  confidence: number;
  cwe: string[];
  file: string;
  line: number;
  endLine?: number;
  column?: number;
  snippet: string;
  description: string;
  recommendation: string;
  evidence?: Evidence[];
  package?: FindingPackage;
  references?: string[];
  source: Finding['source'];
  /** Qualified name of the enclosing function; default `<module>`. */
  symbol?: string;
  /** Reported once for the whole application. The place is only an example, and may change. */
  isOfApplication?: boolean;
  /** Identifies the finding without layout and literals; by default made from the snippet. */
  sinkTokens?: string;
}

/** The agent's id and category, added to each of its findings. */
export interface DraftOwner {
  id: string;
  category: Category;
}

export function severityOf(draft: FindingDraft): Severity {
  return draft.severity ?? severityTable[draft.impact][draft.exposure];
}
