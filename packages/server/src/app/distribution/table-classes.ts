import classes from '../../../migrations/table-classes.json' with { type: 'json' };

/**
 * Where the rows of a table live when the database is spread over machines. `organization`: beside everything else of
 * their organization, by `org_id`. `reference`: on every machine. `coordinator`: on the one that clients reach.
 */
export type TableClass = 'organization' | 'reference' | 'coordinator';

export interface ClassifiedTable {
  name: string;
  tableClass: TableClass;
  why: string;
  /** `trivium distribute` spreads it: it was seen to work. The others of organizations stay on the coordinator so far. */
  spreads: boolean;
  /** Unique indexes that lack the organization where nobody needs it there: `trivium distribute` gives it to them. */
  rekeyed?: { indexes: string[]; because: string } | undefined;
  /** What the schema still lacks for it, and why it is so; undefined where nothing is missing. */
  notYet?: { lacks: string[]; because: string } | undefined;
}

type Listed = Record<string, Pick<ClassifiedTable, 'why' | 'rekeyed' | 'notYet'> & { spreads?: boolean }>;

/** Every table with its class, from the list beside the migrations. */
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
