import { hash } from 'node:crypto';
import { only, rowsIn } from '../../../kit/db/index.ts';
import type { AccessDatabase } from '../access-tables.ts';

/** A window ending later than one opened now was opened before the clock was set back. */
const AHEAD_MS = 5_000;
const isOver = `t.window_ends <= excluded.window_ends - $3 * interval '1 ms'
  or t.window_ends > excluded.window_ends + $4 * interval '1 ms'`;

/**
 * Counts a sign-in attempt for an address, known or not; returns the number of attempts in the window, and
 * the milliseconds until it ends.
 *
 * @param at The time that decides when windows end; null for the database's time.
 */
export async function countTry(
  db: AccessDatabase,
  email: string,
  { at, windowMs }: { at: Date | null; windowMs: number },
): Promise<{ tries: number; endsInMs: number }> {
  return only(
    await rowsIn(db)<{ tries: number; endsInMs: number }>(
      `with moment as materialized (select coalesce($2::timestamptz, now()) as at),
         ended as (delete from sign_in_tries where window_ends <= (select at from moment) and address_hash <> $1)
       insert into sign_in_tries as t (address_hash, tries, window_ends)
       select $1, 1, at + $3 * interval '1 ms' from moment
       on conflict (address_hash) do update set
         tries = case when ${isOver} then 1 else t.tries + 1 end,
         window_ends = case when ${isOver} then excluded.window_ends else t.window_ends end
       returning tries, extract(epoch from window_ends - coalesce($2::timestamptz, now()))::float8 * 1000 as "endsInMs"`,
      [addressHash(email), at, windowMs, AHEAD_MS],
    ),
  );
}

/** Called after a successful attempt. */
export async function forgetTries(db: AccessDatabase, email: string): Promise<void> {
  await rowsIn(db)('delete from sign_in_tries where address_hash = $1', [addressHash(email)]);
}

function addressHash(email: string): Buffer {
  return hash('sha256', email, 'buffer');
}
