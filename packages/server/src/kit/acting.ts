import { AsyncLocalStorage } from 'node:async_hooks';
import { undiverted, unshared } from './db/index.ts';

/** On whose behalf work runs. */
interface Acting {
  /** UUID. */
  orgId: string;
  /** Public id of the caller, `usr_…` or `key_…`. */
  actor: string;
  /** The request has been answered: work it started continues on nobody's behalf. */
  isOver: boolean;
}

const acting = new AsyncLocalStorage<Acting | undefined>();

/** Runs the work of a request on behalf of its caller. */
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

/** Runs work shared by many requests, so that it is not attributed to the one that happened to start it. */
export function actForAll<T>(run: () => T): T {
  return acting.run(undefined, () => undiverted(() => unshared(run)));
}

/** Public id of the caller on whose behalf work runs in this organization; undefined when there is none. */
export function actorIn(orgId: string): string | undefined {
  const state = acting.getStore();
  return state !== undefined && !state.isOver && state.orgId === orgId ? state.actor : undefined;
}
