import { required } from '../../../../kit/required.ts';
import { areCellsSeparate, type Detected, mappedColumns } from './staging.ts';

/** Maximum bytes of a cell that becomes a lead column, and of one that becomes a custom field. */
const MAX_FIELD_BYTES = 2_000;
const MAX_CUSTOM_BYTES = 32_000;
/** Maximum bytes of a row: leads are read by the hundred, each with all its fields. */
const MAX_ROW_BYTES = 131_072;

// Small on purpose: PostgreSQL rebuilds a pattern's automaton for each row.
const EMAIL_PATTERN = "^[!#-''*+./0-9=?a-z^-~-]+@([a-z0-9-]+[.])+[a-z0-9-]*[a-z]$";

/**
 * Spaces as SQL, including non-breaking and zero-width ones that come along with text copied from web pages.
 */
const SPACES = "E' \\t\\u00a0\\u200b\\u202f\\u3000\\ufeff'";

/** Free mail providers: their domains say nothing about a company. */
export const freeMailDomains = [
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.jp ymail.com hotmail.com hotmail.co.uk outlook.com live.com',
  'msn.com aol.com icloud.com me.com mac.com proton.me protonmail.com gmx.de gmx.net gmx.com web.de t-online.de mail.ru',
  'yandex.ru yandex.com qq.com 163.com 126.com naver.com orange.fr free.fr laposte.net wanadoo.fr libero.it',
].flatMap((line) => line.split(' '));

/** SQL expressions over a row `s` of the staging table. Their values are bound as parameters. */
export class RowExpressions {
  readonly #detected: Detected;

  constructor(detected: Detected) {
    this.#detected = detected;
  }

  /**
   * The staged rows as `s`, each with `email`, the lower-cased address without decoration as in `Ann
   * <ann@a.example>`, null when there is none; and `fits`, whether it looks like an address. Both are
   * computed once per row.
   */
  source(table: string): string {
    const address = `(select r.*, lower(${required(this.#cell('email', 'r'), 'the column of addresses')} collate "C") as address from ${table} r offset 0)`;
    const judged = `(select r.*, r.address ~ '${EMAIL_PATTERN}' as plain from ${address} r offset 0)`;
    const inner = `coalesce(substring(r.address from '<([^<>]*)>\\s*$'), r.address)`;
    const clean = `nullif(btrim(replace(${inner}, 'mailto:', ''), E' \\t\\r\\n"''<>;,\\u00a0\\ufeff'), '')`;
    return `(select r.*, case when r.plain then r.address else ${clean} end as email from ${judged} r offset 0) s`;
  }

  /** All cells are empty. */
  isBlank(): string {
    const { columns } = this.#detected;
    if (!areCellsSeparate(columns)) return `array_to_string(s.cells, '') = ''`;
    return `coalesce(${columns.map((_, i) => `nullif(s.c${i + 1}, '')`).join(', ')}) is null`;
  }

  /** Why row `s` is not a lead, or null. */
  problem(): string {
    const isAddress = `(s.plain or coalesce(s.email ~ '${EMAIL_PATTERN}', false))`;
    return `case
      when s.problem is not null then s.problem
      when s.email is null then case when ${this.isBlank()} then 'blank_row' else 'email_missing' end
      when not ${isAddress} or octet_length(s.email) > 254 or position('@' in s.email) > 65
        or position('..' in s.email) > 0 or s.email like '.%' or s.email like '%.@%' or s.email like '%.-%' or s.email like '%@-%'
        or (s.email like '%-.%' and split_part(s.email, '@', 2) like '%-.%') then 'email_invalid'
      ${this.#tooLong()}
    end`;
  }

  /** The column causing a row's problem; null when it is the row as a whole. */
  problemColumn(problem: string): string {
    const { mapping } = this.#detected;
    const tooLong = this.#lengthLimits().map(([column, name, most]) => {
      return `when ${problem} = 'value_too_long' and octet_length(s.${column}) > ${most} then ${literal(name)}`;
    });
    const among = areCellsSeparate(this.#detected.columns)
      ? ''
      : `when ${problem} = 'value_too_long' then (array[${this.#detected.columns.map(literal).join(', ')}])[
          (select min(i) from unnest(s.cells) with ordinality u(cell, i) where octet_length(cell) > ${MAX_CUSTOM_BYTES})]`;
    return `case when ${problem} like 'email%' then ${literal(required(mapping.email, 'the column of addresses'))} ${tooLong.join(' ')} ${among} end`;
  }

  /** A lead column, trimmed and on one line; `null` when no file column provides it. */
  field(name: string): string {
    const cell = this.#cell(name);
    if (cell === undefined) return 'null::text';
    const traits = this.#traitsOf(name);
    // Cleaning costs more than everything else done with a cell, and few columns need it.
    if (!traits.isBroken) return `nullif(${traits.isPadded ? `btrim(${cell}, ${SPACES})` : cell}, '')`;
    const line = `case when position(E'\\n' in ${cell}) > 0 or position(E'\\r' in ${cell}) > 0
      then translate(${cell}, E'\\t\\r\\n', '   ') else ${cell} end`;
    return `nullif(btrim(${line}, ${SPACES}), '')`;
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

  /** The host of the company's site as given, for `domain`, computed once per row `s`: a lateral join. */
  host(): string {
    const site = this.#cell('domain');
    if (site === undefined) return 'cross join lateral (select null::text as host) h';
    const behind = `case when position('://' in ${site}) > 0 then split_part(${site}, '://', 2) else ${site} end`;
    const host = `lower(split_part(split_part(${behind}, '/', 1), ':', 1))`;
    const { isPadded, isBroken } = this.#traitsOf('domain');
    return `cross join lateral (select ${isPadded || isBroken ? `btrim(${host}, ${SPACES})` : host} as host offset 0) h`;
  }

  /**
   * The company's host: its site if given, else the address's domain unless that is a free mail provider.
   * Requires `host`.
   */
  domain(email: string): string {
    const own = `split_part(${email}, '@', 2)`;
    const ofEmail = `case when ${own} <> all ($free) then ${own} end`;
    if (this.#cell('domain') === undefined) return ofEmail;
    return `case when h.host like 'www.%' then substr(h.host, 5) when h.host like '%.%' then h.host
      else ${ofEmail} end`;
  }

  /** Key for comparing phone numbers: their digits. */
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

  /** All columns without a lead field, by name; null when all are empty. Requires the lists of `lists`. */
  customFields(): string {
    if (!areCellsSeparate(this.#detected.columns)) {
      return `nullif(jsonb_strip_nulls(jsonb_object($custom, s.cells) - $mapped), '{}')`;
    }
    const others = this.#customColumns();
    if (others.length === 0) return 'null::jsonb';
    // As an array, because a function takes at most a hundred arguments.
    const cells = `array[${others.map(([column]) => `s.${column}`).join(', ')}]`;
    const filled = `jsonb_object($custom, ${cells})`;
    return `case when num_nulls(variadic ${cells}) = 0 then ${filled}
      when num_nonnulls(variadic ${cells}) > 0 then jsonb_strip_nulls(${filled}) end`;
  }

  /** Lists used by the expressions, to be bound as text arrays. */
  lists(): [name: string, values: string[]][] {
    const { columns, mapping } = this.#detected;
    const custom = areCellsSeparate(columns) ? this.#customColumns().map(([, name]) => name) : columns;
    return [
      ['$free', freeMailDomains],
      ['$custom', custom],
      ['$mapped', Object.values(mapping)],
    ];
  }

  /** The row's cells as a CSV line. */
  raw(): string {
    const { columns, delimiter, traits } = this.#detected;
    const special = literal(`${delimiter}"\n\r`);
    const quoted = (cell: string) =>
      `case when translate(${cell}, ${special}, '') <> ${cell} then '"' || replace(${cell}, '"', '""') || '"' else ${cell} end`;
    if (!areCellsSeparate(columns)) {
      return `coalesce(s.raw, (select string_agg(coalesce(${quoted('cell')}, ''), ${literal(delimiter)} order by i)
        from unnest(s.cells) with ordinality u(cell, i)))`;
    }
    const cells = columns.map((_, i) => {
      const cell = `coalesce(s.c${i + 1}, '')`;
      return traits?.quoted.includes(i) === false ? cell : quoted(cell);
    });
    return `coalesce(s.raw, array_to_string(array[${cells.join(', ')}], ${literal(delimiter)}))`;
  }

  /** Line breaks inside the row's cells. */
  lineBreaks(): string {
    const text = `array_to_string(array[${this.#brokenCells().join(', ')}], '')`;
    return `(length(${text}) - length(replace(${text}, E'\\n', '')))`;
  }

  hasLineBreak(): string {
    return this.#brokenCells()
      .map((cell) => `position(E'\\n' in ${cell}) > 0`)
      .join(' or ');
  }

  #traitsOf(field: string): { isPadded: boolean; isBroken: boolean } {
    const { traits } = this.#detected;
    const column = this.#columnOf(field) ?? -1;
    return {
      isPadded: traits?.padded.includes(column) ?? true,
      isBroken: traits?.broken.includes(column) ?? true,
    };
  }

  #brokenCells(): string[] {
    const { traits, columns } = this.#detected;
    return (traits?.broken ?? [...columns.keys()]).map((column) => `s.c${column + 1}`);
  }

  #cell(field: string, alias = 's'): string | undefined {
    const column = this.#columnOf(field);
    return column === undefined ? undefined : `${alias}.c${column + 1}`;
  }

  #columnOf(field: string): number | undefined {
    const { mapping, columns } = this.#detected;
    const name = mapping[field];
    return name === undefined ? undefined : columns.indexOf(name);
  }

  #customColumns(): [column: string, name: string][] {
    const used = new Set(Object.values(this.#detected.mapping));
    return this.#detected.columns.flatMap((name, i) => (used.has(name) ? [] : [[`c${i + 1}`, name]]));
  }

  /** For each staging table column. */
  #lengthLimits(): [column: string, name: string, most: number][] {
    const { columns } = this.#detected;
    const mapped = new Set(mappedColumns(this.#detected));
    const staged = areCellsSeparate(columns) ? columns.keys() : mapped;
    return [...staged].map((i) => [
      `c${i + 1}`,
      columns[i] ?? '',
      mapped.has(i) ? MAX_FIELD_BYTES : MAX_CUSTOM_BYTES,
    ]);
  }

  #tooLong(): string {
    const { longestRowBytes = Number.POSITIVE_INFINITY } = this.#detected.traits ?? {};
    if (longestRowBytes <= MAX_FIELD_BYTES) return '';
    const { columns } = this.#detected;
    const any = this.#lengthLimits().map(([column, , most]) => `octet_length(s.${column}) > ${most}`);
    const cells = areCellsSeparate(columns)
      ? `array[${columns.map((_, i) => `s.c${i + 1}`).join(', ')}]`
      : 's.cells';
    if (!areCellsSeparate(columns)) {
      any.push(`exists (select from unnest(s.cells) u(cell) where octet_length(cell) > ${MAX_CUSTOM_BYTES})`);
    }
    const rowTooLong =
      longestRowBytes <= MAX_ROW_BYTES
        ? ''
        : `when octet_length(array_to_string(${cells}, '')) > ${MAX_ROW_BYTES} then 'row_too_long'`;
    return `when ${any.join(' or ')} then 'value_too_long' ${rowTooLong}`;
  }
}

export function phoneKeyOf(value: string): string {
  return `nullif(regexp_replace(${value}, '[^0-9]', '', 'g'), '')`;
}

export function linkedinKeyOf(value: string): string {
  return `nullif(rtrim(regexp_replace(lower(btrim(${value})), '^(https?://)?((www|[a-z]{2})[.])?|[?#].*$', '', 'g'), '/'), '')`;
}

/** Domain plus full name; null unless both are known. */
export function nameKeyOf(domain: string, firstName: string, lastName: string): string {
  return `(lower(${domain}) || ' ' || lower(${firstName}) || ' ' || lower(${lastName}))`;
}

/** A SQL string literal. */
export function literal(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
  return text.includes('\\') ? `E${quoted}` : quoted;
}
