import { cutText } from '../../../../kit/cut-text.ts';
import type { Dialect } from './dialect.ts';
import { EMAIL_LIKE } from './dialect.ts';
import { headings, type LeadField, leadFields, normalizeHeading } from './headings.ts';
import { ImportRefusal } from './import-refusal.ts';

/** Field to the name of its source column. */
export type ColumnMapping = Partial<Record<LeadField, string>>;

/** Chooses the columns: as given, the rest by name. Throws when no column has addresses. */
export function mapColumns(
  { columns, hasHeader }: Dialect,
  sampleRows: readonly (readonly string[])[],
  given: ColumnMapping | undefined,
): ColumnMapping {
  const mapping: ColumnMapping = {};
  const normalized = columns.map((name) => [normalizeHeading(name), name] as const);
  const taken = new Set<string>();
  for (const [field, column] of Object.entries(given ?? {}) as [LeadField, string][]) {
    const found =
      columns.find((name) => name === column) ??
      normalized.find(([key]) => key === normalizeHeading(column))?.[1];
    if (found === undefined) {
      throw new ImportRefusal(
        'invalid_request',
        `The mapping names the column \`${cutText(column, 100)}\`, which the file does not have. Its columns are ${cutText(columns.slice(0, 20).join(', '), 500)}.`,
        `mapping.${field}`,
      );
    }
    mapping[field] = found;
    taken.add(found);
  }
  const holdsSalutations = (name: string) => areMostly(SALUTATION, sampleRows, columns.indexOf(name));
  for (const field of leadFields) {
    if (mapping[field] !== undefined) continue;
    const column = headings[field]
      .map((synonym) => {
        const key = normalizeHeading(synonym);
        return normalized.find(([own, name]) => own === key && !taken.has(name))?.[1];
      })
      .find((name) => name !== undefined && !(field === 'title' && holdsSalutations(name)));
    if (column === undefined) continue;
    mapping[field] = column;
    taken.add(column);
  }
  if (given?.domain === undefined) separateProfiles(mapping, columns, sampleRows);
  const email = mapping.email ?? columnOfAddresses(columns, taken, sampleRows);
  if (email === undefined) {
    throw new ImportRefusal(
      'missing_email_column',
      `No column holds e-mail addresses. ${hasHeader ? `The columns are ${cutText(columns.slice(0, 20).join(', '), 500)}. ` : ''}Name one \`email\`, or say which it is with \`mapping\`, as in {"email": "Kontakt"}.`,
      'mapping.email',
    );
  }
  mapping.email = email;
  // First and last name are more precise than the full name.
  if (mapping.first_name !== undefined && mapping.last_name !== undefined && given?.full_name === undefined) {
    delete mapping.full_name;
  }
  return mapping;
}

/** Outlook and others put salutations in the `Title` column. */
const SALUTATION =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|herrn|frau|mme|mlle|m|sr|sra|srta|sig|dott|dhr|mevr)\b\.?\s*)+$/i;

const PROFILE = /^(?:https?:\/\/)?(?:[\w-]+\.)?linkedin\.com\//i;

/** LinkedIn names its profile column `URL`, which elsewhere means the company's site. */
function separateProfiles(
  mapping: ColumnMapping,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const column = mapping.domain;
  if (column === undefined || !areMostly(PROFILE, rows, columns.indexOf(column))) return;
  delete mapping.domain;
  mapping.linkedin_url ??= column;
}

/** A column in which most cells are addresses, whatever its name. */
function columnOfAddresses(
  columns: readonly string[],
  taken: ReadonlySet<string>,
  rows: readonly (readonly string[])[],
): string | undefined {
  return columns.find((name, i) => !taken.has(name) && areMostly(EMAIL_LIKE, rows, i));
}

function areMostly(form: RegExp, rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter((cell) => form.test(cell)).length > cells.length / 2;
}
