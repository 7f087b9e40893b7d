import type { Pool } from 'pg';
import { inTransaction } from '../../../kit/db/index.ts';
import { uuidBefore } from '../../../kit/ids.ts';
import { planLook } from '../log/delivery-search.ts';
import { lockOpenResend, newestMatches, noteResent, queueAgain } from './resend.repository.ts';

/** Rows that one batch looks through, a few milliseconds of the database; of those that match so many are queued. */
const LOOKED = 2_000;
const BATCH = 125;
/** What one resend queues at most; where it ended, the next one may begin. */
export const MAX_RESENT = 100_000;

/**
 * Works on one batch of an open resend, if there is one. What it queued and how far it is commit together, so that
 * nothing is passed over or queued twice by it, whenever it is cut off. Returns how many it queued; undefined when
 * there is no resend.
 */
export async function resendBatch(pool: Pool, nowMs: number): Promise<number | undefined> {
  return inTransaction(pool, async (query) => {
    const resend = await lockOpenResend(query);
    if (resend === undefined) return undefined;
    const { orgId, place } = resend;
    const look = await planLook(query, orgId, resend.range, place, LOOKED);
    const most = Math.min(BATCH, MAX_RESENT - resend.queued);
    const { matches, cutAt } = await newestMatches(query, orgId, look.range, resend, most);
    const queued = await queueAgain(query, orgId, matches, nowMs);
    // A full batch may have left matches in the same look.
    const last = matches.length === most ? matches.at(-1) : undefined;
    const end = last === undefined ? (cutAt ?? look.next) : uuidBefore(last.id);
    await noteResent(query, resend, {
      through: end ?? resend.range.after,
      queued,
      now: new Date(nowMs),
      isFinished: end === undefined || resend.queued + queued >= MAX_RESENT,
    });
    return queued;
  });
}
