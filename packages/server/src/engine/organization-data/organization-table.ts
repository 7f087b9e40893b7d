/** What becomes of a table's rows of an organization when it is exported, and when it is erased. */
export interface OrganizationTable {
  name: string;
  /** Rows that name no organization belong to a row of this table, by the column that names it. */
  through?: { table: string; column: string } | undefined;
  /** Columns that no export holds: secrets, and what only this service can read. */
  withheld: readonly string[];
  /** Columns by which the rows are read in order, where the primary key does not serve. */
  key?: readonly string[] | undefined;
  /** Rows may be large: few are read at once. */
  isLarge: boolean;
  /** Why its rows are in no export; undefined when they are. */
  notExported?: string | undefined;
  /** Its rows stand for stored files: an erasure deletes each with its file. */
  isOfFiles: boolean;
  /** Why an erasure leaves its rows; undefined when it deletes them. */
  kept?: string | undefined;
}

type Options = Partial<Omit<OrganizationTable, 'name'>>;

/** A table whose rows are exported and erased, unless told otherwise. */
export function organizationTable(name: string, options: Options = {}): OrganizationTable {
  return { name, withheld: [], isLarge: false, isOfFiles: false, ...options };
}

/** Rows of one batch: so few that a batch of the largest that a request can make fits into memory. */
export function batchOf({ isLarge }: OrganizationTable): number {
  return isLarge ? 16 : 500;
}
