import type { ClientBase } from 'pg';
import type { FoundChange } from './changes-in-code.ts';

interface DatabaseFunction {
  name: string;
  body: string;
  /** Names of the arguments and of the result's columns, in their order. */
  names: string[] | null;
  types: string[];
}

const FUNCTIONS = `
  select p.proname::text as name, p.prosrc as body, p.proargnames as names,
    array(select format_type(a.type, null) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
      with ordinality as a(type, place) order by a.place) as types
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace and l.lanname in ('plpgsql', 'sql')
  order by p.proname, p.oid`;

/** Types of record fields that do not follow from the statement. */
const FIELD_TYPES: Record<string, string> = { 'part.ids': 'uuid[]', 'part.numbers': 'integer[]' };
/** Lists in which names are columns, even if a variable has the same name. */
const COLUMN_LIST = /\bas \w+\s*\([^()]*\)|\binsert into \w+\s*\([^()]*\)|\bon conflict\s*\([^()]*\)/g;

/** The statements in the database's own functions that change one of the tables, with their variables as parameters. */
export async function findChangesInFunctions(
  client: ClientBase,
  tables: readonly string[],
): Promise<FoundChange[]> {
  const change = new RegExp(
    String.raw`\b(?:with\b[\s\S]*?)?(?:update|delete from|insert into|merge into)\s+(?:only\s+)?(?:${tables.join('|')})\b[\s\S]*`,
    'i',
  );
  const { rows } = await client.query<DatabaseFunction>(FUNCTIONS);
  return rows.flatMap((fn) => {
    const body = fn.body.replace(/--.*/g, '');
    const parts = body.split(/;|\b(?:then|else|loop|begin)$|\bfor \w+ in\b|\breturn query\b/m);
    return parts.flatMap((part, i) => {
      const text = change.exec(part)?.[0];
      if (text === undefined) return [];
      return [{ place: `function ${fn.name}, part ${i + 1}`, ...withParameters(text.trim(), fn, body) }];
    });
  });
}

/** `into` stores the result in the function's variables; it is not part of the statement itself. */
const INTO_VARIABLES = /(\breturning\b[\s\S]*?)\s+into\s+(?:strict\s+)?[\w.[\], ]+$/i;

function withParameters(
  text: string,
  fn: DatabaseFunction,
  body: string,
): Pick<FoundChange, 'text' | 'types'> {
  const variables = variablesOf(fn, body);
  const types: string[] = [];
  const places = new Map<string, number>();
  const parameter = (name: string, type: string) => {
    const place = places.get(name) ?? types.push(type);
    places.set(name, place);
    return `$${place}`;
  };
  const names = [...variables.keys()].join('|');
  const reference = new RegExp(
    String.raw`('[^']*')|(?<![\w.])(?:${fn.name}\.)?(${names})(\.\w+)?\b(?!\s*\()`,
    'g',
  );
  const replace = (part: string) =>
    part.replace(reference, (whole: string, quoted: string | undefined, name: string, field?: string) => {
      if (quoted !== undefined) return whole;
      const type = variables.get(name) ?? 'unknown';
      if (type !== 'record') return field === undefined ? parameter(name, type) : whole;
      const full = `${name}${field ?? ''}`;
      return parameter(full, FIELD_TYPES[full] ?? 'unknown');
    });
  const asked = text.replace(INTO_VARIABLES, '$1');
  const lists = asked.match(COLUMN_LIST) ?? [];
  const between = asked.split(COLUMN_LIST).map(replace);
  return { text: between.map((part, i) => part + (lists[i] ?? '')).join(''), types };
}

function variablesOf({ names, types }: DatabaseFunction, body: string): Map<string, string> {
  const variables = new Map<string, string>([['i', 'integer']]);
  for (const [i, name] of (names ?? []).entries()) variables.set(name, types[i] ?? 'unknown');
  const declared = /\bdeclare\b([\s\S]*?)\bbegin\b/.exec(body)?.[1] ?? '';
  for (const [, name = '', type = ''] of declared.matchAll(
    /^\s*(\w+) (?:constant )?([\w ]+(?:\[\])?)\s*(?::=|;)/gm,
  ))
    variables.set(name, type.trim());
  variables.delete('');
  return variables;
}
