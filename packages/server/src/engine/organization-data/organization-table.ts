/** How an organization's rows in a table are treated by export and erasure. */
export interface OrganizationTable {
  name: string;
  /**
   * For rows without an organization column: they belong to a row of this table, referenced by this column.
   */
  through?: { table: string; column: string } | undefined;
  /** Columns left out of exports: secrets, and what only this service can read. */
  withheld: readonly string[];
  /** Columns that give the reading order where the primary key does not. */
  key?: readonly string[] | undefined;
  /** Rows may be large: only a few are read at once. */
  isLarge: boolean;
  /** Why its rows are not exported; undefined when they are. */
  notExported?: string | undefined;
  /** Its rows represent stored files: an erasure deletes each along with its file. */
  isOfFiles: boolean;
  /** Why an erasure keeps its rows; undefined when it deletes them. */
  kept?: string | undefined;
}

type Options = Partial<Omit<OrganizationTable, 'name'>>;

/** A table whose rows are exported and erased, unless specified otherwise. */
export function organizationTable(name: string, options: Options = {}): OrganizationTable {
  return { name, withheld: [], isLarge: false, isOfFiles: false, ...options };
}

/** Rows per batch: few enough that a batch of the largest rows a request can create fits into memory. */
export function batchOf({ isLarge }: OrganizationTable): number {
  return isLarge ? 16 : 500;
}
