import type { AnyDatabase, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { invalidField } from '../../../../kit/errors/index.ts';
import { checkLeads } from './check-leads.ts';
import type { LeadFilter } from './lead.repository.ts';
import { type Tagged, tagLeads } from './lead-tag.repository.ts';

/** As many as one statement can change without making others wait. */
const MAX_LEADS = 100_000;

/**
 * Throws `invalid_request` when there is nothing or too much to do, `not_found` for a lead or import that
 * does not exist.
 */
export async function changeTags(
  { db, unitOfWork, clock }: { db: AnyDatabase; unitOfWork: UnitOfWork; clock: Clock },
  request: { orgId: string; filter: LeadFilter; add: string[]; remove: string[] },
): Promise<Tagged> {
  if (request.add.length + request.remove.length === 0) {
    throw invalidField('add', 'Say which tags: give `add`, `remove` or both.');
  }
  const both = request.remove.findIndex((tag) => request.add.includes(tag));
  if (both >= 0) {
    throw invalidField(`remove.${both}`, 'A tag cannot be added and removed at once.');
  }
  const { ids: leadIds, importId } = request.filter;
  await checkLeads(db, request.orgId, { leadIds, importId });
  return unitOfWork(async (tx) => {
    const value = await tagLeads(tx, { ...request, at: new Date(clock.now()), most: MAX_LEADS });
    if (value.leads <= MAX_LEADS) return { value };
    throw invalidField(
      'filter',
      'These are more than 100,000 leads. Narrow the filter, and tag them part by part.',
    );
  });
}
