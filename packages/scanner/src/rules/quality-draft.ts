import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from './finding-draft.ts';

type QualityDraftFields = Partial<FindingDraft> &
  Pick<FindingDraft, 'ruleId' | 'subject' | 'file' | 'line' | 'description' | 'recommendation'>;

/** A draft about code structure: not a vulnerability, at most medium, lower in tests. */
export function qualityDraft(given: QualityDraftFields): FindingDraft {
  return {
    impact: 'hygiene',
    exposure: auxiliaryPath.test(given.file) ? 'test' : 'external',
    confidence: 0.8,
    cwe: [],
    snippet: '',
    source: null,
    ...given,
  };
}
