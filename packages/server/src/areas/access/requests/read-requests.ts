import { invalidField, notFound } from '../../../kit/errors/index.ts';
import { parseTimestamp } from '../../../kit/http/index.ts';
import { parseId, uuidBound, uuidTime } from '../../../kit/ids.ts';
import type { AccessDatabase } from '../access-tables.ts';
import { readNames } from '../people/read-names.ts';
import { type ApiRequest, findRequest, listRequests, type RequestFilter } from './api-request.repository.ts';

export interface NamedRequest extends ApiRequest {
  at: Date;
  /** Name of the person or key; null when no longer known. */
  actorName: string | null;
}

export interface RequestQuery {
  actor?: string | undefined;
  method?: string | undefined;
  route?: string | undefined;
  /** Such as `404` or `4xx`. */
  status?: string | undefined;
  code?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first. */
export async function readRequests(
  db: AccessDatabase,
  orgId: string,
  asked: RequestQuery,
  page: { limit: number; offset: number },
): Promise<{ requests: NamedRequest[]; total: number }> {
  const { actor, method, route, code } = asked;
  const filter = { actor, method, route, code, status: statusesOf(asked.status), ids: idsOf(asked) };
  const { rows, total } = await listRequests(db, orgId, filter, page);
  return { requests: await withNames(db, orgId, rows), total };
}

/** Throws `not_found`. */
export async function readRequest(db: AccessDatabase, orgId: string, id: string): Promise<NamedRequest> {
  const uuid = parseId('req', id);
  const row = uuid && (await findRequest(db, orgId, uuid));
  const [found] = row ? await withNames(db, orgId, [row]) : [];
  if (found === undefined) throw notFound('request');
  return found;
}

async function withNames(
  db: AccessDatabase,
  orgId: string,
  rows: readonly ApiRequest[],
): Promise<NamedRequest[]> {
  const names = await readNames(
    db,
    orgId,
    rows.map(({ actor }) => actor),
  );
  return rows.map((row) => ({
    ...row,
    at: new Date(uuidTime(row.id)),
    actorName: names.get(row.actor) ?? null,
  }));
}

function statusesOf(status: string | undefined): { from: number; to: number } | undefined {
  if (status === undefined) return undefined;
  if (status === 'errors') return { from: 400, to: 599 };
  const [from, to] = [status.replaceAll('x', '0'), status.replaceAll('x', '9')];
  return { from: Number(from), to: Number(to) };
}

/** Ids begin with the Unix milliseconds of the request. */
function idsOf({ from, to }: RequestQuery): RequestFilter['ids'] {
  const fromMs = from === undefined ? undefined : parseTimestamp(from);
  const toMs = to === undefined ? undefined : parseTimestamp(to);
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs) {
    throw invalidField('from', '`from` lies after `to`. Exchange them.');
  }
  return {
    from: fromMs === undefined ? undefined : uuidBound(Math.max(fromMs, 0), '0'),
    to: toMs === undefined ? undefined : uuidBound(Math.max(toMs, 0), 'f'),
  };
}
