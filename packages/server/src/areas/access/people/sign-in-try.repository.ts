import { hash } from 'node:crypto';
import { only, rowsIn } from '../../../kit/db/index.ts';
import type { AccessDatabase } from '../access-tables.ts';

/** A window that ends further ahead than one that begins now was opened before the clock was set back. */
const AHEAD_MS = 5_000;

/** Counts a try to sign in as somebody, known or not; tells how many there were in the window, and when it ends. */
export async function countTry(
  db: AccessDatabase,
  email: string,
  { now, windowEnds }: { now: Date; windowEnds: Date },
): Promise<{ tries: number; windowEnds: Date }> {
  return only(
    await rowsIn(db)<{ tries: number; windowEnds: Date }>(
      `with ended as (delete from sign_in_tries where window_ends <= $2 and address_hash <> $1)
       insert into sign_in_tries as t (address_hash, tries, window_ends) values ($1, 1, $3)
       on conflict (address_hash) do update set
         tries = case when t.window_ends <= $2 or t.window_ends > $4 then 1 else t.tries + 1 end,
         window_ends = case when t.window_ends <= $2 or t.window_ends > $4 then $3 else t.window_ends end
       returning tries, window_ends as "windowEnds"`,
      [addressHash(email), now, windowEnds, new Date(windowEnds.getTime() + AHEAD_MS)],
    ),
  );
}

/** After a try that succeeded. */
export async function forgetTries(db: AccessDatabase, email: string): Promise<void> {
  await rowsIn(db)('delete from sign_in_tries where address_hash = $1', [addressHash(email)]);
}

function addressHash(email: string): Buffer {
  return hash('sha256', email, 'buffer');
}
