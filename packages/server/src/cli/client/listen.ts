import { randomBytes } from 'node:crypto';
import type { StreamedEvent } from '../../../../sdk/src/index.ts';
import { buildRequest } from '../../engine/delivery/index.ts';
import { newUuid, parseId } from '../../kit/ids.ts';
import { type ClientOptions, CommandError, connect } from './connect.ts';
import { print } from './print.ts';

interface ListenOptions extends ClientOptions {
  forward?: string;
  secret?: string;
  api: 'webhooks' | 'events';
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
 * A local receiver without a tunnel: follows the log and hands each event to a local address as the service
 * would deliver it, signed with a secret of this run.
 */
export async function listen(pattern: string | undefined, options: ListenOptions): Promise<void> {
  const { forward, json } = options;
  if (forward !== undefined && !URL.canParse(forward)) {
    throw new CommandError(
      `--forward ${forward} is not an address. Use one such as http://localhost:3000/webhooks.`,
    );
  }
  const secret = options.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  const subscriptionId = newUuid();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let left = options.count === undefined ? Number.POSITIVE_INFINITY : Number(options.count);
  const following = connect(options).events.tail({
    ...(pattern !== undefined && { type: pattern }),
    signal: stop.signal,
    onOpen: () => {
      if (json) return;
      const where = forward === undefined ? 'Printing' : `Forwarding to ${forward}:`;
      process.stderr.write(`${where} ${pattern ?? 'all events'}. Signed with ${secret}\nCtrl+C ends it.\n`);
    },
  });
  for await (const event of following) {
    const request = sign(event, { subscriptionId, secret, api: options.api });
    if (forward === undefined) {
      print(
        json,
        { headers: request.headers, body: JSON.parse(request.body) },
        `${event.type}  ${request.body}`,
      );
    } else {
      const result = await deliver(forward, request, event);
      print(json, result, describe(result));
    }
    if (--left <= 0) stop.abort();
  }
}

function sign(
  event: StreamedEvent,
  { subscriptionId, secret, api }: { subscriptionId: string; secret: string; api: 'webhooks' | 'events' },
) {
  return buildRequest({
    deliveryId: newUuid(),
    eventName: event.type,
    event: {
      id: parseId('evt', event.eventId)!,
      orgId: parseId('org', event.orgId)!,
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
      url: '',
      secrets: [{ secret, version: 1, expiresAt: null }],
    },
    sentAt: Date.now(),
  });
}

async function deliver(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  event: StreamedEvent,
): Promise<Delivered> {
  const startedAt = performance.now();
  const done = (status: number | null, error: string | null): Delivered => ({
    event_id: event.eventId,
    event: event.type,
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
    const { cause, message } = error as { cause?: { code?: string }; message: string };
    return done(null, cause?.code ?? message);
  }
}

function describe({ event, event_id, status, error, took_ms }: Delivered): string {
  return `${event}  ${event_id}  ${status === null ? `no answer (${error})` : status}  ${took_ms} ms`;
}
