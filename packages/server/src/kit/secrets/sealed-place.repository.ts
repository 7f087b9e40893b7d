import type { SecretBox } from './secret-box.ts';

/** A column with sealed texts, and how to reseal each of them. */
export interface SealedPlace {
  table: string;
  /** The columns that identify a row. */
  key: readonly { name: string; type: string }[];
  column: string;
  type: 'text' | 'json';
  /** The value with everything sealed in it resealed under the box's key. */
  reseal(value: string, row: Record<string, string>, box: SecretBox): string;
}

/** Statements that read a batch of sealed values and write them back. Names are constants of the code. */
export function statementsOf({ table, key, column, type }: SealedPlace, most: number) {
  const names = key.map(({ name }) => name).join(', ');
  const given = key.map(({ type: of }, index) => `$${index + 1}::${of}`).join(', ');
  const arrays = key.map(({ type: of }, index) => `$${index + 1}::${of}[]`).join(', ');
  const asText = key.map(({ name }) => `${name}::text as ${name}`).join(', ');
  const match = key.map(({ name }) => `t.${name} = f.${name}`).join(' and ');
  const [before, fresh] = [key.length + 1, key.length + 2];
  return {
    select: (isContinued: boolean) =>
      `select ${asText}, coalesce(${column}::text, '') as sealed from ${table}
       ${isContinued ? `where (${names}) > (${given})` : ''} order by ${names} limit ${most}`,
    update: `update ${table} t set ${column} = f.fresh::${type}
       from unnest(${arrays}, $${before}::text[], $${fresh}::text[]) as f(${names}, before, fresh)
       where ${match} and t.${column}::text = f.before returning 1`,
  };
}
