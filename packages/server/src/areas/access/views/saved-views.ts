import { rowsIn, transact } from '../../../kit/db/index.ts';
import { AppError, notFound } from '../../../kit/errors/index.ts';
import { grants, type Principal } from '../../../kit/http/index.ts';
import { newUuid, parseId } from '../../../kit/ids.ts';
import type { AccessTransaction } from '../access-tables.ts';
import { lockKeys } from '../api-keys/api-key.repository.ts';
import type { KeyService } from '../api-keys/key-service.ts';
import { actorOf } from '../organization-data-service.ts';
import { readNames } from '../people/read-names.ts';
import {
  countViews,
  deleteView,
  insertView,
  listViews,
  lockView,
  updateView,
  type View,
} from './view.repository.ts';

/** Per person or key. */
const MAX_VIEWS = 200;

export type ViewService = Pick<KeyService, 'db' | 'clock'>;

export interface NamedView extends View {
  ownerName: string | null;
  /** Whether the caller saved it. */
  isOwn: boolean;
}

interface ViewFields {
  name: string;
  filters: Record<string, string>;
  isShared: boolean;
}

/** The caller's views, and those that others share. */
export async function readViews(
  { db }: ViewService,
  principal: Principal,
  { list, ...page }: { list: string | undefined; limit: number; offset: number },
): Promise<{ views: NamedView[]; total: number }> {
  const { orgId } = principal;
  const { rows, total } = await listViews(rowsIn(db), { orgId, owner: actorOf(principal), list }, page);
  return { views: await withNames(db, principal, rows), total };
}

/** Throws `conflict` when the name is taken or there are too many. */
export async function saveView(
  { db, clock }: ViewService,
  principal: Principal,
  wanted: ViewFields & { list: string; id?: string | undefined },
): Promise<NamedView> {
  const { orgId } = principal;
  const owner = actorOf(principal);
  const id = wanted.id ?? newUuid(clock.now());
  const view: View = { ...wanted, id, orgId, owner, createdAt: new Date(clock.now()) };
  await transact(db, async (tx) => {
    await lockOwner(tx, principal);
    const query = rowsIn(tx);
    if ((await countViews(query, orgId, owner)) >= MAX_VIEWS) {
      throw new AppError('conflict', {
        message: `You have saved ${MAX_VIEWS} views, which is the most. Delete one that you do not need.`,
      });
    }
    if (!(await insertView(query, view))) throw taken(view);
  });
  return one(await withNames(db, principal, [view]));
}

/** Throws `not_found`, `forbidden` for somebody else's shared view, and `conflict`. */
export function changeView(
  { db }: ViewService,
  principal: Principal,
  id: string,
  wanted: { [K in keyof ViewFields]: ViewFields[K] | undefined },
): Promise<NamedView> {
  return transact(db, async (tx) => {
    const query = rowsIn(tx);
    const before = await lockView(query, principal.orgId, viewIdOf(id), actorOf(principal));
    if (before === undefined) throw notFound('view');
    if (before.owner !== actorOf(principal)) throw notYours();
    await lockOwner(tx, principal);
    const { name = before.name, filters = before.filters, isShared = before.isShared } = wanted;
    const view = { ...before, name, filters, isShared };
    if (!(await updateView(query, view))) throw taken(view);
    return one(await withNames(tx, principal, [view]));
  });
}

/**
 * Throws `not_found`, and `forbidden` for somebody else's shared view unless the caller has the `admin`
 * scope.
 */
export async function removeView({ db }: ViewService, principal: Principal, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const query = rowsIn(tx);
    const view = await lockView(query, principal.orgId, viewIdOf(id), actorOf(principal));
    if (view === undefined) throw notFound('view');
    if (view.owner !== actorOf(principal) && !grants(principal, 'admin')) throw notYours();
    await deleteView(query, principal.orgId, view.id);
  });
}

/** What an owner saves at the same moment, one after the other: otherwise there could be too many, or two of a name. */
function lockOwner(tx: AccessTransaction, { orgId, keyId }: Principal): Promise<void> {
  return lockKeys(tx, { orgId, ids: [keyId] });
}

async function withNames(
  db: ViewService['db'],
  principal: Principal,
  views: readonly View[],
): Promise<NamedView[]> {
  const own = actorOf(principal);
  const names = await readNames(
    db,
    principal.orgId,
    views.map(({ owner }) => owner),
  );
  return views.map((view) => ({
    ...view,
    ownerName: names.get(view.owner) ?? null,
    isOwn: view.owner === own,
  }));
}

function one(views: NamedView[]): NamedView {
  const [view] = views;
  if (view === undefined) throw notFound('view');
  return view;
}

function viewIdOf(id: string): string {
  const uuid = parseId('viw', id);
  if (uuid === undefined) throw notFound('view');
  return uuid;
}

function taken({ name }: View): AppError {
  return new AppError('conflict', {
    field: 'name',
    message: `You have a view of this list that is called "${name}" already. Take another name, or change that one.`,
  });
}

function notYours(): AppError {
  return new AppError('forbidden', {
    message: 'Another one saved and shares this view. Save one of your own instead.',
  });
}
