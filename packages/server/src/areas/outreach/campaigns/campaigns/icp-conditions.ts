import { countryNames } from '../../people/scoring/country-code.ts';
import { departmentTerms, seniorityTerms } from '../../people/scoring/title-terms.ts';
import { spacedKey } from '../../terms/spaced-key.ts';

/** Binds a value to the statement and returns its placeholder. */
export type Bind = (value: unknown, type: string) => string;

/** Criteria of an ideal customer. */
export const icpCriteria = [
  'titles',
  'seniorities',
  'departments',
  'industries',
  'employee_min',
  'employee_max',
  'countries',
  'technologies',
  'keywords',
] as const;

type Icp = Record<string, unknown>;

/** Whether the ideal customer has any criterion to select by. */
export function hasCriterion(icp: Icp): boolean {
  return icpCriteria.some((name) => typeof icp[name] === 'number' || textsOf(icp[name]).length > 0);
}

/**
 * SQL over a lead `l` and its profile `p`: true when every given criterion is known to be met. Unknown values
 * match nothing.
 */
export function fitsIcp(icp: Icp, bind: Bind): string {
  const all = [
    wanted(icp.titles, (titles) => holdsAny(words('l.title'), titles.map(wordsOf).filter(Boolean), bind)),
    wanted(icp.seniorities, (list) => `${SENIORITY} = any(${bind(seniorityKeys(list), 'text[]')})`),
    wanted(icp.departments, (list) => `${DEPARTMENT} = any(${bind(list.map(keyOf), 'text[]')})`),
    wanted(icp.industries, (list) => {
      const industry = spaced("p.company->>'industry'");
      return `exists (select from unnest(${bind(list.map(spacedKey), 'text[]')}) i
        where position(i in ${industry}) > 0 or position(${industry} in i) > 0)`;
    }),
    typeof icp.employee_min === 'number' && `${EMPLOYEES} >= ${bind(icp.employee_min, 'numeric')}`,
    typeof icp.employee_max === 'number' && `${EMPLOYEES} <= ${bind(icp.employee_max, 'numeric')}`,
    wanted(
      icp.countries,
      (list) => `lower(btrim(l.country)) = any(${bind(list.flatMap(countryNames), 'text[]')})`,
    ),
    wanted(
      icp.technologies,
      (list) => `exists (select from jsonb_array_elements_text(
          case jsonb_typeof(p.company->'technologies') when 'array' then p.company->'technologies' else '[]' end) t
        where ${spaced('t')} = any(${bind(list.map(spacedKey), 'text[]')}))`,
    ),
    wanted(icp.keywords, (list) => {
      const text = "lower(concat_ws(' ', p.company->>'description', l.company, l.title))";
      return `exists (select from unnest(${bind(
        list.map((one) => one.toLowerCase()),
        'text[]',
      )}) k where position(k in ${text}) > 0)`;
    }),
  ].filter((condition) => typeof condition === 'string');
  return all.length === 0 ? 'false' : all.map((condition) => `coalesce(${condition}, false)`).join(' and ');
}

/** SQL over a lead `l`: true when the ideal customer excludes it by domain (or parent domain) or title. */
export function excludedByIcp({ exclusions }: Icp, bind: Bind): string {
  const { domains, titles } = (exclusions ?? {}) as Record<string, unknown>;
  const conditions = [
    wanted(domains, (list) => {
      const host = (domain: string) =>
        `exists (select from unnest(${bind(
          list.map((one) => one.trim().toLowerCase()),
          'text[]',
        )}) d where ${domain} = d or right(${domain}, length(d) + 1) = '.' || d)`;
      return `${host('l.domain')} or ${host("split_part(l.email, '@', 2)")}`;
    }),
    wanted(titles, (list) => holdsAny(words('l.title'), list.map(wordsOf).filter(Boolean), bind)),
  ].filter((condition) => typeof condition === 'string');
  return conditions.length === 0 ? 'false' : `coalesce(${conditions.join(' or ')}, false)`;
}

const EMPLOYEES = `(case jsonb_typeof(p.company->'employee_count') when 'number' then (p.company->>'employee_count')::numeric end)`;
const SENIORITY = `coalesce(${keyIn("p.person->>'seniority'")}, ${byTitle(seniorityTerms, 'individual')})`;
const DEPARTMENT = `coalesce(${keyIn("p.person->>'department'")}, ${byTitle(departmentTerms)})`;

/** What the title says about a lead of whom nothing else is known, equivalent to `readTitle`. */
function byTitle(terms: readonly (readonly [string, RegExp])[], otherwise?: string): string {
  const cases = terms.map(
    ([name, { source }]) => `when lower(l.title) ~ '${source.replaceAll('\\b', '\\y')}' then '${name}'`,
  );
  return `(case when btrim(l.title) = '' then null ${cases.join(' ')} ${
    otherwise === undefined ? '' : `when l.title is not null then '${otherwise}'`
  } end)`;
}

/** Owners count as board level. */
function seniorityKeys(list: readonly string[]): string[] {
  const keys = list.map(keyOf);
  const top = ['owner', 'c_level'];
  return keys.some((key) => top.includes(key)) ? [...keys, ...top] : keys;
}

function keyOf(text: string): string {
  return spacedKey(text).replaceAll(' ', '_');
}

function keyIn(text: string): string {
  return `nullif(replace(${spaced(text)}, ' ', '_'), '')`;
}

function spaced(text: string): string {
  return `nullif(btrim(regexp_replace(lower(${text}), '[\\s_-]+', ' ', 'g')), '')`;
}

/** Pads words with spaces, so that `cto` is not found in `director`. */
function words(text: string): string {
  return `(' ' || btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g')) || ' ')`;
}

function wordsOf(text: string): string {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return found === null ? '' : ` ${found.join(' ')} `;
}

function holdsAny(text: string, list: readonly string[], bind: Bind): string {
  return `exists (select from unnest(${bind(list, 'text[]')}) w where position(w in ${text}) > 0)`;
}

function wanted(value: unknown, condition: (list: string[]) => string): string | false {
  const list = textsOf(value);
  return list.length > 0 && condition(list);
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    : [];
}
