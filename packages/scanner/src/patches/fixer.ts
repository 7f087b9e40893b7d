import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileLookup } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import type { Edit } from './edit.ts';

/** Where a finding stands, for those that mend it. */
export interface FixSite {
  finding: Finding;
  text: string;
  /** From the first line of the finding to the end of the statement's lines. */
  start: number;
  end: number;
  /** The text there. */
  code: string;
  language: string | null;
  index: ApplicationIndex;
  files: FileLookup;
}

export type Fixer = (site: FixSite) => Edit[] | undefined;
