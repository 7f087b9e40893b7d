import type { Category, Evidence, Finding, FindingPackage, Severity } from '../types/finding.ts';
import { type Exposure, type Impact, severityTable } from './severity.ts';

/** What a rule says; `finishFindings` makes findings of it. */
export interface FindingDraft {
  ruleId: string;
  /** Where the name of the rule in the catalogue does not say it: a claim of a model, a rule of one's own. */
  title?: string;
  /** What the finding is about, such as the name of a variable, a route or a package. */
  subject?: string | undefined;
  impact: Impact;
  exposure: Exposure;
  /** Where the table does not fit: an advisory brings a severity of its own. */
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
  /** Qualified name of the function around it; default `<module>`. */
  symbol?: string;
  /** Told once of the application as a whole: the place is only where to begin, and may be another one tomorrow. */
  isOfApplication?: boolean;
  /** What the finding is about, without layout and literals; default: made from the snippet. */
  sinkTokens?: string;
}

/** The agent's name and place, stamped on each of its findings. */
export interface DraftOwner {
  id: string;
  category: Category;
}

export function severityOf(draft: FindingDraft): Severity {
  return draft.severity ?? severityTable[draft.impact][draft.exposure];
}
