import type { ApplicationIndex } from '../types/application-index.ts';
import type { FileLookup } from '../types/file-entry.ts';
import type { Finding } from '../types/finding.ts';
import type { Edit } from './edit.ts';

/** The place of a finding, for fixers. */
export interface FixSite {
  finding: Finding;
  text: string;
  /** From the first line of the finding to the last line of the statement. */
  start: number;
  end: number;
  /** The text of these lines. */
  code: string;
  language: string | null;
  index: ApplicationIndex;
  files: FileLookup;
}

export type Fixer = (site: FixSite) => Edit[] | undefined;
