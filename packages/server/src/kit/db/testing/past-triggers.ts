import type { ClientBase } from 'pg';

/**
 * For the rest of a superuser's transaction, no trigger refuses a change of the log. Where tables are spread over machines
 * (Citus), the triggers are on each of them, and only what is set for a transaction is set there too.
 */
export async function liftTriggers(superuser: ClientBase): Promise<void> {
  await superuser.query(`set local citus.propagate_set_commands = 'local'`);
  await superuser.query('set local session_replication_role = replica');
}

/** Does it in a transaction without those triggers. */
export async function pastTriggers<T>(superuser: ClientBase, work: () => Promise<T>): Promise<T> {
  await superuser.query('begin');
  try {
    await liftTriggers(superuser);
    const done = await work();
    await superuser.query('commit');
    return done;
  } catch (error) {
    await superuser.query('rollback');
    throw error;
  }
}
