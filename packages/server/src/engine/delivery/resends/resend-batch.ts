import type { Pool } from 'pg';
import { inTransaction } from '../../../kit/db/index.ts';
import { uuidBefore } from '../../../kit/ids.ts';
import { planScan } from '../log/delivery-search.ts';
import { lockOpenResend, newestMatches, noteResent, requeue } from './resend.repository.ts';

/** Rows scanned per batch, a few milliseconds of database time, and the maximum number of matches queued. */
const ROWS_PER_BATCH = 2_000;
const BATCH = 125;
/** Maximum queued by one resend; the next one can start where it ended. */
export const MAX_RESENT = 100_000;

/**
 * Processes one batch of an open resend, if there is one. Queued rows and progress commit together, so that
 * nothing is skipped or queued twice, whenever it is interrupted. Returns how many it queued; undefined when
 * there is no resend.
 */
export async function resendBatch(pool: Pool, nowMs: number): Promise<number | undefined> {
  return inTransaction(pool, async (query) => {
    const resend = await lockOpenResend(query);
    if (resend === undefined) return undefined;
    const { orgId, place } = resend;
    const look = await planScan(query, orgId, resend.range, place, ROWS_PER_BATCH);
    const most = Math.min(BATCH, MAX_RESENT - resend.queued);
    const { matches, cutAt } = await newestMatches(query, orgId, look.range, resend, most);
    const queued = await requeue(query, orgId, matches, nowMs);
    // A full batch may have left matches in the same scan.
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
