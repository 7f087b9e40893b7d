import { configurationEvents } from '../../../../engine/catalog/index.ts';
import type { AnyTransaction, UnitOfWork } from '../../../../engine/spine/index.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { addSuppressions } from '../suppressions/suppression.repository.ts';
import { deleteLeadRows } from './lead.repository.ts';

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
    const erased = await deleteLeadRows(tx, orgId, leadId);
    if (erased === undefined) throw notFound('lead');
    const { email } = erased;
    // Before the messages, as whoever starts to send them locks the list first.
    await addSuppressions(
      tx,
      orgId,
      [{ kind: 'email', value: email, reason: 'erasure', source: 'erasure', hashedOnly: true }],
      new Date(clock.now()),
    );
    for (const eraseShare of eraseShares) await eraseShare(tx, { orgId, leadId, email });
    const told = { orgId, thing: 'lead', id: formatId('led', leadId), action: 'deleted' } as const;
    return { value: undefined, events: configurationEvents(told) };
  });
}
