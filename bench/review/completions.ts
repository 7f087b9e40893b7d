import { Trivium } from '../../packages/sdk/src/index.ts';
import type { Service } from '../harness/service.ts';

/** An analysis that is not complete by then never will be. */
const PATIENCE_MS = 120_000;

export interface Completions {
  /** When the client received the event, on the clock of `performance.now`. Rejects after two minutes. */
  completedAt(applicationId: string): Promise<number>;
  stop(): void;
}

/**
 * Follows the log for completed analyses, like a client that wants to know at once. Polling every few milliseconds
 * would take CPU time from the measurement.
 */
export async function followCompletions({ address, apiKey }: Service): Promise<Completions> {
  const heard = new Map<string, PromiseWithResolvers<number>>();
  const of = (id: string) => {
    const waiting = heard.get(id) ?? Promise.withResolvers<number>();
    heard.set(id, waiting);
    return waiting;
  };
  const end = new AbortController();
  const opened = Promise.withResolvers<void>();
  const client = new Trivium({ url: `http://${address.host}:${address.port}`, key: apiKey });
  const follow = async () => {
    const options = { type: 'code.analysis.complete', signal: end.signal, onOpen: opened.resolve };
    for await (const { data } of client.events.tail(options))
      of(String(data.application_id)).resolve(performance.now());
  };
  follow().catch(opened.reject);
  await opened.promise;
  return {
    async completedAt(id) {
      const late = setTimeout(() => of(id).reject(new Error(`no news about ${id}`)), PATIENCE_MS);
      try {
        return await of(id).promise;
      } finally {
        clearTimeout(late);
        heard.delete(id);
      }
    },
    stop: () => end.abort(),
  };
}
