import type { Pool } from 'pg';
import type { WaitingPlace } from '../../../../engine/cluster/index.ts';

// Windows, limits and gaps are evaluated whenever a message is checked, so an extra check does no harm.
// Messages meant to go at once are moved from the future to now; those scheduled for later keep their time.
const WAKE_WAITING = `
  update communications c
  set scheduled_at = w.at, next_attempt_at = greatest(w.at, to_timestamp($1 / 1000.0))
  from (
    select org_id, id,
      case when scheduled_at <= created_at then least(scheduled_at, to_timestamp($1 / 1000.0)) else scheduled_at end as at
    from communications
    where is_open and status = 'pending' and lease_node is null and next_attempt_at > to_timestamp($1 / 1000.0)
      and waiting_for is distinct from 'out_of_office'
    for update
  ) w
  where c.org_id = w.org_id and c.id = w.id`;

// For runs that started, or sent their last mail, while the clock was ahead.
const STEPS = `
  update sequence_runs r set due_at = greatest(r.due_at - $2 * interval '1 ms', to_timestamp($1 / 1000.0), r.away_until)
  from campaign_executions e
  where r.status = 'active' and r.due_at > to_timestamp($1 / 1000.0)
    and e.org_id = r.org_id and e.id = r.execution_id
    and (r.delivered_at > to_timestamp($1 / 1000.0) + interval '5 seconds'
      or e.created_at > to_timestamp($1 / 1000.0) + interval '5 seconds' and e.start_at <= e.created_at)`;

/** Queued messages, and leads waiting for the next step of a campaign. */
export function waitingMail(pool: Pool): WaitingPlace {
  return {
    async bringForward(nowMs, byMs) {
      await pool.query(WAKE_WAITING, [nowMs]);
      await pool.query(STEPS, [nowMs, byMs]);
    },
  };
}
