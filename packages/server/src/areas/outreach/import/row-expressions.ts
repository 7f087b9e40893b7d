import type { Detected } from './staging.ts';

/** Most bytes of a cell that becomes a column of a lead, and of one that becomes a custom field. */
const MAX_FIELD_BYTES = 2_000;
const MAX_CUSTOM_BYTES = 32_000;

const EMAIL_PATTERN =
  "^[!#-''*+./0-9=?A-Z^-~-]{1,64}@([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z][a-z0-9-]*[a-z0-9]$";

/** Providers of mail for everybody: their domain says nothing of a company. */
export const freeMailDomains = [
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.jp ymail.com hotmail.com hotmail.co.uk outlook.com live.com',
  'msn.com aol.com icloud.com me.com mac.com proton.me protonmail.com gmx.de gmx.net gmx.com web.de t-online.de mail.ru',
  'yandex.ru yandex.com qq.com 163.com 126.com naver.com orange.fr free.fr laposte.net wanadoo.fr libero.it',
].flatMap((line) => line.split(' '));

/** SQL expressions over a row `s` of the staging table. The values they need are bound as parameters. */
export class RowExpressions {
  readonly #detected: Detected;

  constructor(detected: Detected) {
    this.#detected = detected;
  }

  /** The address, lower case, without what people put around it; null when there is none. */
  email(): string {
    const cell = this.#cell('email')!;
    return `nullif(btrim(replace(lower(${cell} collate "C"), 'mailto:', ''), E' \\t\\r\\n"''<>;,\\u00a0\\ufeff'), '')`;
  }

  /** Nothing in any cell. */
  isBlank(): string {
    return `num_nonnulls(${this.#detected.columns.map((_, i) => `nullif(s.c${i + 1}, '')`).join(', ')}) = 0`;
  }

  /** Why the row is no lead, or null. `email` is the expression or column with the address. */
  problem(email: string): string {
    return `case
      when s.problem is not null then s.problem
      when ${this.isBlank()} then 'blank_row'
      when ${email} is null then 'email_missing'
      when octet_length(${email}) > 254 or ${email} !~ '${EMAIL_PATTERN}' or position('..' in ${email}) > 0
        or ${email} like '.%' or ${email} like '%.@%' then 'email_invalid'
      ${this.#tooLong()}
    end`;
  }

  /** Of a row with a problem, the column that has it; null when it is the row as a whole. */
  problemColumn(problem: string): string {
    const { mapping } = this.#detected;
    const tooLong = this.#lengthLimits().map(([column, name, most]) => {
      return `when ${problem} = 'value_too_long' and octet_length(s.${column}) > ${most} then ${literal(name)}`;
    });
    return `case when ${problem} like 'email%' then ${literal(mapping.email!)} ${tooLong.join(' ')} end`;
  }

  /** A column of the lead, trimmed and on one line; `null` when no column of the file gives it. */
  field(name: string): string {
    const cell = this.#cell(name);
    return cell === undefined
      ? 'null::text'
      : `nullif(btrim(translate(${cell}, E'\\t\\r\\n\\u00a0', '    ')), '')`;
  }

  firstName(): string {
    if (this.#cell('full_name') === undefined) return this.field('first_name');
    const whole = this.field('full_name');
    return `coalesce(${this.field('first_name')}, nullif(btrim(regexp_replace(${whole}, '\\s*\\S+$', '')), ''), ${whole})`;
  }

  lastName(): string {
    if (this.#cell('full_name') === undefined) return this.field('last_name');
    return `coalesce(${this.field('last_name')}, substring(${this.field('full_name')} from '\\s(\\S+)$'))`;
  }

  /** The company's host: its site when given, else the address's unless everybody has one there. */
  domain(email: string): string {
    const host = `split_part(${email}, '@', 2)`;
    const ofEmail = `case when ${host} <> all ($free) then ${host} end`;
    const site = this.#cell('domain');
    if (site === undefined) return ofEmail;
    const bare = `substring(lower(btrim(${site})) from '^(?:[a-z]+://)?(?:www[.])?([^/?#:@[:space:]]+[.][a-z0-9-]+)')`;
    return `coalesce(${bare}, ${ofEmail})`;
  }

  /** What tells phone numbers apart: their digits. */
  phoneKey(): string {
    const cell = this.#cell('phone');
    return cell === undefined ? 'null::text' : phoneKeyOf(cell);
  }

  linkedinKey(): string {
    const cell = this.#cell('linkedin_url');
    return cell === undefined ? 'null::text' : linkedinKeyOf(cell);
  }

  nameKey(email: string): string {
    return nameKeyOf(this.domain(email), this.firstName(), this.lastName());
  }

  /** Every column that is no lead's, by its name; null when all are empty. */
  customFields(): string {
    const others = this.#customColumns();
    if (others.length === 0) return 'null::jsonb';
    const cells = others.map(([column]) => `nullif(btrim(s.${column}), '')`).join(', ');
    return `nullif(jsonb_strip_nulls(jsonb_object($custom, array[${cells}])), '{}')`;
  }

  customNames(): string[] {
    return this.#customColumns().map(([, name]) => name);
  }

  /** The row's cells as a line of CSV. */
  raw(): string {
    const { columns, delimiter } = this.#detected;
    const special = `[${delimiter === '|' ? '|' : delimiter}"\n\r]`;
    const cells = columns.map((_, i) => {
      const cell = `coalesce(s.c${i + 1}, '')`;
      return `case when ${cell} ~ ${literal(special)} then '"' || replace(${cell}, '"', '""') || '"' else ${cell} end`;
    });
    return `coalesce(s.raw, concat_ws(${literal(delimiter)}, ${cells.join(', ')}))`;
  }

  /** Line breaks inside of the row's cells. */
  lineBreaks(): string {
    const text = `concat(${this.#detected.columns.map((_, i) => `s.c${i + 1}`).join(', ')})`;
    return `(length(${text}) - length(replace(${text}, E'\\n', '')))`;
  }

  #cell(field: string): string | undefined {
    const { mapping, columns } = this.#detected;
    const name = mapping[field];
    return name === undefined ? undefined : `s.c${columns.indexOf(name) + 1}`;
  }

  #customColumns(): [column: string, name: string][] {
    const used = new Set(Object.values(this.#detected.mapping));
    return this.#detected.columns.flatMap((name, i) => (used.has(name) ? [] : [[`c${i + 1}`, name]]));
  }

  #lengthLimits(): [column: string, name: string, most: number][] {
    const used = new Set(Object.values(this.#detected.mapping));
    return this.#detected.columns.map((name, i) => [
      `c${i + 1}`,
      name,
      used.has(name) ? MAX_FIELD_BYTES : MAX_CUSTOM_BYTES,
    ]);
  }

  #tooLong(): string {
    const any = this.#lengthLimits().map(([column, , most]) => `octet_length(s.${column}) > ${most}`);
    return `when ${any.join(' or ')} then 'value_too_long'`;
  }
}

export function phoneKeyOf(value: string): string {
  return `nullif(regexp_replace(${value}, '[^0-9]', '', 'g'), '')`;
}

export function linkedinKeyOf(value: string): string {
  return `nullif(rtrim(regexp_replace(lower(btrim(${value})), '^(https?://)?((www|[a-z]{2})[.])?|[?#].*$', '', 'g'), '/'), '')`;
}

/** Domain and whole name; null where either is not known. */
export function nameKeyOf(domain: string, firstName: string, lastName: string): string {
  return `(lower(${domain}) || ' ' || lower(${firstName}) || ' ' || lower(${lastName}))`;
}

/** Text as SQL. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}
