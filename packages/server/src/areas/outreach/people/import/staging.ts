import type { CellTraits } from './cell-traits.ts';
import { pgIdentifier } from './pg-identifier.ts';

/** The tables that hold one import while it is under way. */
export interface StagingTables {
  /** The cells, as text: `n` in the file's order, `c1`…; of a file with very many columns `cells` (`areCellsApart`). */
  rows: string;
  /** What each row is told by: `n`, `email`, `problem` and the other keys. */
  keys: string;
  /** Rows that repeat an earlier row: `n`, `first_n`. */
  repeats: string;
  /** Rows whose address is suppressed: `n`. */
  barred: string;
  /** Rows that are a known lead, by any key: `n`, `lead_id`. */
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

/** What decides what the rows of a file mean. */
export interface ImportOptions {
  campaignId: string | null;
  /** What every lead of the file is tagged with; missing in imports of before there were tags. */
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

/** What the file turned out to be. */
export interface Detected {
  encoding: string;
  delimiter: string;
  hasHeader: boolean;
  headLines: number;
  columns: string[];
  /** Lead field to column. */
  mapping: Record<string, string>;
  /** What its cells are like; missing where nobody looked. */
  traits?: CellTraits;
  /** `copy`: PostgreSQL read it; `tolerant`: it took a reader that goes on where PostgreSQL refuses. */
  reader: 'copy' | 'tolerant';
}

/** More columns than these would not fit into a row of a table, which is a page at most. */
const MAX_DISTANCE = 250;

/** Whether each cell is a column of the staging table; else it has those of the fields, and all cells as an array. */
export function areCellsApart(columns: readonly string[]): boolean {
  return columns.length <= MAX_DISTANCE;
}

/** Which columns of the file a field of the lead is read from; they count from 0. */
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
