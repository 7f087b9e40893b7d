import type { QueryExecutorProvider } from 'kysely';
import { formatId, parseId } from '../../../kit/ids.ts';
import { findNames, findUser } from './user.repository.ts';

/** Names of people (including former members) and keys, by public id; other ids are skipped. */
export async function readNames(
  db: QueryExecutorProvider,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = ids.map((id) => parseId('usr', id) ?? parseId('key', id));
  const uuids = [...new Set(wanted.filter((id) => id !== undefined))];
  if (uuids.length === 0) return new Map();
  const rows = await findNames(db, orgId, uuids);
  return new Map(rows.map(({ id, name, isPerson }) => [formatId(isPerson ? 'usr' : 'key', id), name]));
}

/** Whether a public id belongs to a person who was not removed. */
export async function hasPerson(db: QueryExecutorProvider, orgId: string, id: string): Promise<boolean> {
  const uuid = parseId('usr', id);
  const user = uuid === undefined ? undefined : await findUser(db, orgId, uuid);
  return user !== undefined && user.removedAt === null;
}
