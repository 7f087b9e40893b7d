// Worker thread of a sandbox process, which handles user-written input. It may hang, crash or hog memory.

import { parentPort, workerData } from 'node:worker_threads';
import { cutText } from '../cut-text.ts';
import { required } from '../required.ts';
import { fieldsOf } from '../threads/index.ts';
import { type Crossing, type Item, type ItemResult, type Report, sizeOf } from './sandbox-messages.ts';
import { missed } from './stripped-modules.mjs';

type Handlers = Record<string, (input: Crossing) => Crossing | Promise<Crossing>>;

/** After this, results are reported before the next item, which might end this thread. */
const REPORT_MS = 5;
/** After this, the batch ends: the rest waits while others get their turn. */
const TURN_MS = 50;
const MAX_MESSAGE = 2_000;

const port = required(parentPort, 'the thread that hands over');
/** Id of the current item, for the watchdog; 0 between items. */
const underWay = new Int32Array(workerData as SharedArrayBuffer);
const entries = new Map<string, Promise<{ sandboxHandlers: Handlers }>>();

async function runItem({ id, entry, name, input, maxOutput }: Item): Promise<ItemResult> {
  try {
    let loading = entries.get(entry);
    if (loading === undefined) {
      loading = import(entry) as Promise<{ sandboxHandlers: Handlers }>;
      entries.set(entry, loading);
    }
    const { sandboxHandlers } = await loading;
    // Reported before the work, which may never end.
    if (missed.length > 0)
      port.postMessage({ results: [], isFree: false, missed: missed.splice(0) } satisfies Report);
    // From here on the time is charged to the requester; loading the module was on us.
    Atomics.store(underWay, 0, id);
    const output = await required(sandboxHandlers[name], name)(input);
    if (sizeOf(output) <= maxOutput) return { id, output };
    return {
      id,
      failure: 'output_too_large',
      message: `It came to more than ${maxOutput} characters.`,
    };
  } catch (error) {
    return { id, failure: 'threw', message: messageOf(error), thrown: fieldsOf(error) };
  }
}

function messageOf(error: unknown): string {
  const message = (error as Error | undefined)?.message;
  return cutText(typeof message === 'string' ? message : String(error), MAX_MESSAGE);
}

port.on('message', async (items: Item[]) => {
  const begun = performance.now();
  let told = begun;
  let results: ItemResult[] = [];
  for (const item of items) {
    const now = performance.now();
    if (now - begun > TURN_MS) break;
    if (now - told > REPORT_MS && results.length > 0) {
      port.postMessage({ results, isFree: false } satisfies Report);
      results = [];
      told = now;
    }
    results.push(await runItem(item));
    Atomics.store(underWay, 0, 0);
  }
  port.postMessage({ results, isFree: true } satisfies Report);
});
