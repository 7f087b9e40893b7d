import { randomBytes } from 'node:crypto';
import type { StreamedEvent } from '../../../../sdk/src/index.ts';
import { factByName, namesOf } from '../../engine/catalog/index.ts';
import { prepareRequest } from '../../engine/delivery/index.ts';
import { matchesPattern } from '../../engine/spine/index.ts';
import { newUuid, uuidOf } from '../../kit/ids.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, numberOf, parseExactly } from './connect.ts';
import { connectionMessages, print, styled } from './print.ts';

interface ListenOptions extends ClientOptions {
  forward?: string;
  secret?: string;
  api: 'webhooks' | 'events';
  from?: string;
  count?: string;
}

interface Delivered {
  event_id: string;
  event: string;
  status: number | null;
  error: string | null;
  took_ms: number;
}

const FORWARD_TIMEOUT_MS = 10_000;

/**
 * Tests a local receiver without a tunnel: follows the log and sends each event to a local address in the form of a
 * delivery, signed with a secret that is only for this run.
 */
export async function listen(pattern: string | undefined, options: ListenOptions): Promise<void> {
  const { forward, api } = options;
  if (forward !== undefined && !/^https?:$/.test(URL.parse(forward)?.protocol ?? '')) {
    throw new CommandError(
      `--forward ${forward} is not an address. Use one such as http://localhost:3000/webhooks.`,
    );
  }
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  const sender = { subscriptionId: newUuid(), secret, api };
  let left = options.count === undefined ? Number.POSITIVE_INFINITY : numberOf(options.count, '--count', 1);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  for await (const event of follow(pattern, options, { secret, signal: stop.signal })) {
    const eventName = nameFor(event, pattern);
    const request = await sign(event, eventName, sender);
    if (forward === undefined) {
      await print(
        options,
        { headers: request.headers, body: parseExactly(request.body) },
        `${styled('bold', eventName)}  ${request.body}`,
      );
    } else {
      const result = await deliver(forward, request, { event_id: event.eventId, event: eventName });
      await print(options, result, describe(result));
    }
    if (--left <= 0) break;
  }
}

function follow(
  pattern: string | undefined,
  options: ListenOptions,
  { secret, signal }: { secret: string; signal: AbortSignal },
): AsyncGenerator<StreamedEvent> {
  const { forward, from } = options;
  const where = forward === undefined ? 'Printing' : `Forwarding to ${forward}:`;
  const opening = `${where} ${pattern ?? 'all events'}. Signed with ${secret}\nCtrl+C ends it.`;
  return connect(options).events.tail({
    ...(pattern !== undefined && { type: pattern }),
    ...(from !== undefined && { fromPosition: numberOf(from, '--from') }),
    signal,
    ...connectionMessages(opening, options),
  });
}

/**
 * The name of the event for a subscription to the pattern, because an event of a platform has a name in each catalogue.
 */
function nameFor({ type }: StreamedEvent, pattern: string | undefined): string {
  if (pattern === undefined || matchesPattern(pattern, type)) return type;
  const fact = factByName(type);
  return (fact && namesOf(fact).find((name) => matchesPattern(pattern, name))) ?? type;
}

interface Sender {
  subscriptionId: string;
  secret: string;
  api: 'webhooks' | 'events';
}

function sign(event: StreamedEvent, eventName: string, { subscriptionId, secret, api }: Sender) {
  return prepareRequest([
    {
      deliveryId: newUuid(),
      eventName,
      event: {
        id: uuidOf(event.eventId),
        orgId: uuidOf(event.orgId),
        position: event.position,
        type: event.type,
        source: event.source,
        occurredAt: Date.parse(event.timestamp),
        data: JSON.stringify(event.data),
      },
      subscription: {
        id: subscriptionId,
        face: api,
        platform: null,
        receiver: null,
        url: '',
        secrets: [{ secret, version: 1, expiresAt: null }],
      },
      sentAt: Date.now(),
    },
  ]);
}

async function deliver(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  about: { event_id: string; event: string },
): Promise<Delivered> {
  const startedAt = performance.now();
  const done = (status: number | null, error: string | null): Delivered => ({
    ...about,
    status,
    error,
    took_ms: Math.round(performance.now() - startedAt),
  });
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.arrayBuffer();
    return done(response.status, null);
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
    return done(null, cause?.code ?? cause?.message ?? message);
  }
}

function describe({ event, event_id, status, error, took_ms }: Delivered): string {
  const isTaken = status !== null && status >= 200 && status < 300;
  const outcome = status === null ? `no answer (${error})` : String(status);
  return `${event}  ${event_id}  ${styled(isTaken ? 'green' : 'red', outcome)}  ${took_ms} ms`;
}
