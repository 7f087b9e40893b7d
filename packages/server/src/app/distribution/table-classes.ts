import classes from '../../../migrations/table-classes.json' with { type: 'json' };

/**
 * Where the rows of a table are when the database is distributed over several machines. `organization`: with all other
 * rows of their organization, by `org_id`. `reference`: a copy on every machine. `coordinator`: only on the machine
 * that clients connect to.
 */
export type TableClass = 'organization' | 'reference' | 'coordinator';

export interface ClassifiedTable {
  name: string;
  tableClass: TableClass;
  why: string;
  /**
   * `trivium distribute` distributes it, and this was tested. The other tables of organizations stay on the coordinator
   * for now.
   */
  spreads: boolean;
  /**
   * Unique indexes without the organization, which do not need it in normal use. `trivium distribute` adds it to them.
   */
  rekeyed?: { indexes: string[]; because: string } | undefined;
  /** What the schema still lacks for this class, and why; undefined when nothing is missing. */
  notYet?: { lacks: string[]; because: string } | undefined;
}

type Listed = Record<string, Pick<ClassifiedTable, 'why' | 'rekeyed' | 'notYet'> & { spreads?: boolean }>;

/** Every table with its class, from the list next to the migrations. */
export function readTableClasses(): ClassifiedTable[] {
  return Object.entries(classes satisfies Record<TableClass, Listed>).flatMap(([tableClass, tables]) =>
    Object.entries(tables as Listed).map(([name, { why, spreads = false, rekeyed, notYet }]) => ({
      name,
      tableClass: tableClass as TableClass,
      why,
      spreads,
      rekeyed,
      notYet,
    })),
  );
}
