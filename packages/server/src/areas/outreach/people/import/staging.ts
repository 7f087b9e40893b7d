import type { CellTraits } from './cell-traits.ts';
import { pgIdentifier } from './pg-identifier.ts';

/** The tables that hold an import while it runs. */
export interface StagingTables {
  /**
   * The cells, as text: `n` in file order, `c1`…; `cells` for a file with very many columns
   * (`areCellsSeparate`).
   */
  rows: string;
  /** The keys of each row: `n`, `email`, `problem` and others. */
  keys: string;
  /** Rows that duplicate an earlier row: `n`, `first_n`. */
  repeats: string;
  /** Rows with a suppressed address: `n`. */
  barred: string;
  /** Rows matching a known lead by any key: `n`, `lead_id`. */
  known: string;
}

export function stagingTables(importId: string): StagingTables {
  const hex = importId.replaceAll('-', '');
  const table = (kind: string) => `lead_staging.${pgIdentifier(`${kind}_${hex}`)}`;
  return {
    rows: table('rows'),
    keys: table('keys'),
    repeats: table('repeats'),
    barred: table('barred'),
    known: table('known'),
  };
}

export type DedupKey = 'email' | 'domain_name' | 'linkedin_url' | 'phone';
export type DedupMode = 'skip' | 'update' | 'merge';

/** Options that determine how a file's rows are interpreted. */
export interface ImportOptions {
  campaignId: string | null;
  /** Tags for every lead of the file; missing in imports from before tags existed. */
  tags?: string[];
  deduplicate: boolean;
  dedupKeys: DedupKey[];
  dedupMode: DedupMode;
  mapping: Record<string, string> | null;
  encoding: string | null;
  delimiter: string | null;
  autoEnrich: boolean;
  autoScore: boolean;
  dryRun: boolean;
}

/** What was detected about the file. */
export interface Detected {
  encoding: string;
  delimiter: string;
  hasHeader: boolean;
  headLines: number;
  columns: string[];
  /** Lead field to column. */
  mapping: Record<string, string>;
  /** What its cells contain; missing if not examined. */
  traits?: CellTraits;
  /** `copy`: PostgreSQL read it; `tolerant`: it took a parser that continues where PostgreSQL gives up. */
  reader: 'copy' | 'tolerant';
}

/** More columns would not fit in a table row, which is limited to a page. */
const MAX_DISTANCE = 250;

/**
 * Whether each cell has its own staging column; if not, only the mapped fields do, and all cells are also
 * kept as an array.
 */
export function areCellsSeparate(columns: readonly string[]): boolean {
  return columns.length <= MAX_DISTANCE;
}

/** File columns that lead fields are read from; counted from 0. */
export function mappedColumns({ columns, mapping }: Pick<Detected, 'columns' | 'mapping'>): number[] {
  return [...new Set(Object.values(mapping))].map((name) => columns.indexOf(name));
}

export interface ImportCounts {
  rowCount: number;
  validRowCount: number;
  invalidRowCount: number;
  duplicateInFileCount: number;
  duplicateExistingCount: number;
  suppressedCount: number;
}
