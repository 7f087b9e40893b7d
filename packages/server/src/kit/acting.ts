import { AsyncLocalStorage } from 'node:async_hooks';
import { undiverted, unshared } from './db/index.ts';

/** In whose name something is done. */
interface Acting {
  /** UUID. */
  orgId: string;
  /** The public id of who asked, `usr_…` or `key_…`. */
  actor: string;
  /** The request was answered: what it set going goes on in nobody's name. */
  isOver: boolean;
}

const acting = new AsyncLocalStorage<Acting | undefined>();

/** Runs what a request asks for, in the name of who asked. */
export function actAs<T>(who: { orgId: string; actor: string }, run: () => T | Promise<T>): T | Promise<T> {
  const state: Acting = { ...who, isOver: false };
  const over = () => {
    state.isOver = true;
  };
  let answer: T | Promise<T>;
  try {
    answer = acting.run(state, run);
  } catch (error) {
    over();
    throw error;
  }
  if (answer instanceof Promise) return answer.finally(over);
  over();
  return answer;
}

/** Runs what is done for many requests at once, of which the present one is only the first. */
export function actForAll<T>(run: () => T): T {
  return acting.run(undefined, () => undiverted(() => unshared(run)));
}

/** The public id of who asked for what is done now in the organization; undefined when nobody did. */
export function actorIn(orgId: string): string | undefined {
  const state = acting.getStore();
  return state !== undefined && !state.isOver && state.orgId === orgId ? state.actor : undefined;
}
