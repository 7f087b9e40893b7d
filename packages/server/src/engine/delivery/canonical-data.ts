import { SandboxFailure, SandboxTasks } from '../../kit/sandbox/index.ts';
import { CanonicalText } from '../../kit/signing/index.ts';
import { type CanonicalTasks, toCanonical } from './canonical.sandbox.ts';
import type { DeliveredEvent } from './subscription.ts';

type Payload = Pick<DeliveredEvent, 'orgId' | 'data'>;

/** This many characters take the serving thread a millisecond or two. */
const MAX_HERE = 16_384;
const TIMEOUT_MS = 5_000;
/** Numbers may become five times as long. */
const MAX_OUTPUT = 6_000_000;

const tasks = new SandboxTasks<CanonicalTasks>(new URL('./canonical.sandbox.ts', import.meta.url));
/** For events in memory: every receiver and attempt needs the same text. */
const known = new WeakMap<Payload, CanonicalText>();

/** An event's payload in canonical form. */
export function canonicalData(event: Payload): CanonicalText {
  let text = known.get(event);
  if (text === undefined) {
    text = new CanonicalText(toCanonical(event.data));
    known.set(event, text);
  }
  return text;
}

/** Whether `prepareCanonical` must compute the canonical form elsewhere first. */
export function needsPreparing(event: Payload): boolean {
  return event.data.length > MAX_HERE && !known.has(event);
}

/** Computes the canonical form of a large payload in the sandbox. */
export async function prepareCanonical(event: Payload): Promise<void> {
  try {
    const options = { owner: `${event.orgId} deliveries`, timeoutMs: TIMEOUT_MS, maxOutput: MAX_OUTPUT };
    known.set(event, new CanonicalText(await tasks.run('canonical', event.data, options)));
  } catch (error) {
    // The sandbox is full or stopping: a delivery must not wait for it, and payloads have a size limit.
    if (!(error instanceof SandboxFailure)) throw error;
  }
}
