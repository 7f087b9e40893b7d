import type { Call } from '../../src/kit/http/testing/call-api.ts';

/** Calls the service for one organization. */
export type Ask = Call;

/** Input that a user or a stranger may send, and that is expensive without precautions. */
export interface HostileInput {
  name: string;
  /** Sends it, and waits until all resulting work has ended. Resolves with the statuses of all answers. */
  send(ask: Ask): Promise<number[]>;
}

/** Input that consists of one request. */
export function request(
  name: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): HostileInput {
  return {
    name,
    async send(ask) {
      return [(await ask(method, path, body, headers)).status];
    },
  };
}

/** Repeats a read until the work has ended; throws if it never does. */
export async function ended(read: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 2_500; tries++) {
    if (await read()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} does not end`);
}

export const times = (count: number, text: string | ((i: number) => string)): string =>
  Array.from({ length: count }, (_, i) => (typeof text === 'string' ? text : text(i))).join('');
