import type { Dialect } from './dialect.ts';
import { EMAIL_LIKE } from './dialect.ts';
import { ImportRefusal } from './import-refusal.ts';

/** What a column of a file can be of a lead. All other columns become custom fields. */
export const leadFields = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'title',
  'company',
  'domain',
  'phone',
  'linkedin_url',
  'country',
  'timezone',
] as const;

export type LeadField = (typeof leadFields)[number];

/** Field to name of the column that it is read from. */
export type ColumnMapping = Partial<Record<LeadField, string>>;

/** Header names as lists carry them, without case, accents and punctuation; the likeliest first. */
const synonyms: Record<LeadField, readonly string[]> = {
  email:
    'email emailaddress mail mailaddress workemail businessemail emailwork primaryemail contactemail personemail email1 email1value emailaddress1 emails emailadresse mailadresse adressemail courriel adresseemail correo correoelectronico indirizzoemail メール メールアドレス 電子メール'.split(
      ' ',
    ),
  first_name: 'firstname givenname forename first fname contactfirstname vorname prenom nombre nome 名'.split(
    ' ',
  ),
  last_name:
    'lastname surname familyname last lname contactlastname nachname familienname nomdefamille nom apellido apellidos cognome sobrenome 姓'.split(
      ' ',
    ),
  full_name:
    'fullname name contactname contact displayname personname vollername nomcomplet nombrecompleto 氏名 名前'.split(
      ' ',
    ),
  title:
    'title jobtitle position role jobposition headline occupation positiontitle titel berufsbezeichnung funktion poste fonction cargo puesto 役職'.split(
      ' ',
    ),
  company:
    'company companyname organization organisation organizationname account accountname employer business firma unternehmen firmenname entreprise societe empresa azienda 会社 会社名'.split(
      ' ',
    ),
  domain:
    'domain companydomain website companywebsite web url websiteurl companyurl homepage webseite siteweb sitioweb'.split(
      ' ',
    ),
  phone:
    'phone phonenumber telephone tel mobile mobilephone cell workphone businessphone directphone corporatephone telefon telefonnummer handy mobil telefono 電話 電話番号'.split(
      ' ',
    ),
  linkedin_url:
    'linkedinurl linkedin linkedinprofile personlinkedinurl linkedinprofileurl linkedinlink profileurl'.split(
      ' ',
    ),
  country: 'country countryname location countryregion land pays pais paese 国'.split(' '),
  timezone: 'timezone tz zeitzone fuseauhoraire zonahoraria'.split(' '),
};

/** Chooses the columns: as they were given, the rest by their names. Throws when none has addresses. */
export function mapColumns(
  { columns, hasHeader }: Dialect,
  sampleRows: readonly (readonly string[])[],
  given: ColumnMapping | undefined,
): ColumnMapping {
  const mapping: ColumnMapping = {};
  const normalized = columns.map((name) => [normalize(name), name] as const);
  const taken = new Set<string>();
  for (const [field, column] of Object.entries(given ?? {}) as [LeadField, string][]) {
    const found =
      columns.find((name) => name === column) ?? normalized.find(([key]) => key === normalize(column))?.[1];
    if (found === undefined) {
      throw new ImportRefusal(
        'invalid_request',
        `The mapping names the column \`${column.slice(0, 100)}\`, which the file does not have. Its columns are ${columns.slice(0, 20).join(', ').slice(0, 500)}.`,
        `mapping.${field}`,
      );
    }
    mapping[field] = found;
    taken.add(found);
  }
  for (const field of leadFields) {
    if (mapping[field] !== undefined) continue;
    const column = synonyms[field]
      .map((synonym) => {
        const key = normalize(synonym);
        return normalized.find(([own, name]) => own === key && !taken.has(name))?.[1];
      })
      .find((name) => name !== undefined);
    if (column === undefined) continue;
    mapping[field] = column;
    taken.add(column);
  }
  const email = mapping.email ?? columnOfAddresses(columns, taken, sampleRows);
  if (email === undefined) {
    throw new ImportRefusal(
      'missing_email_column',
      `No column holds e-mail addresses. ${hasHeader ? `The columns are ${columns.slice(0, 20).join(', ').slice(0, 500)}. ` : ''}Name one \`email\`, or say which it is with \`mapping\`, as in {"email": "Kontakt"}.`,
      'mapping.email',
    );
  }
  mapping.email = email;
  // First and last name tell more than the whole.
  if (mapping.first_name !== undefined && mapping.last_name !== undefined && given?.full_name === undefined) {
    delete mapping.full_name;
  }
  return mapping;
}

/** A column in which most cells are addresses, whatever it is called. */
function columnOfAddresses(
  columns: readonly string[],
  taken: ReadonlySet<string>,
  rows: readonly (readonly string[])[],
): string | undefined {
  return columns.find((name, i) => {
    if (taken.has(name)) return false;
    const cells = rows.map((row) => row[i]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.filter((cell) => EMAIL_LIKE.test(cell)).length > cells.length / 2;
  });
}

function normalize(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
