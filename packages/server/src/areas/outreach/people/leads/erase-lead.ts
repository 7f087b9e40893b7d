import { configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyTransaction, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { addSuppressions } from '../suppressions/suppression.repository.ts';
import { deleteLeadRows, findLead } from './lead.repository.ts';

/** Another part's share of an erasure: deletes its data about the person in the same transaction. */
export type EraseShare = (
  tx: AnyTransaction,
  person: { orgId: string; leadId: string; email: string },
) => Promise<void>;

export interface EraseLeadPorts {
  unitOfWork: UnitOfWork;
  clock: Clock;
  eraseShares: readonly EraseShare[];
}

/**
 * Erases a person: the lead and all data about it. A hash of the address stays on the suppression list, so
 * that no later import brings the person back. Throws `not_found`.
 */
export async function eraseLead(
  { unitOfWork, clock, eraseShares }: EraseLeadPorts,
  { orgId, leadId }: { orgId: string; leadId: string },
): Promise<void> {
  await unitOfWork(async (tx) => {
    const lead = await findLead(tx, orgId, leadId);
    if (lead === undefined) throw notFound('lead');
    const { email } = lead;
    await addSuppressions(
      tx,
      orgId,
      [{ kind: 'email', value: email, reason: 'erasure', source: 'erasure', hashedOnly: true }],
      new Date(clock.now()),
    );
    const eraseAll = async () => {
      for (const eraseShare of eraseShares) await eraseShare(tx, { orgId, leadId, email });
    };
    // Messages are locked before the lead, as by whoever sends them. What others wrote about the lead until it is
    // locked is erased after that.
    await eraseAll();
    if (!(await deleteLeadRows(tx, orgId, leadId))) throw notFound('lead');
    await eraseAll();
    const told = { orgId, thing: 'lead', id: formatId('led', leadId), action: 'deleted' } as const;
    return { value: undefined, events: configurationEvents(told) };
  });
}
