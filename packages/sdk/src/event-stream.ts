import { TriviumError } from './errors.ts';
import { anySignal, pause } from './signals.ts';
import type { Transport } from './transport.ts';

/** An event in the log, with its position. */
export interface StreamedEvent {
  position: number;
  eventId: string;
  type: string;
  source: string;
  orgId: string;
  timestamp: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

export interface TailOptions {
  /** A type, or a pattern such as `contract.*`. */
  type?: string;
  source?: string;
  correlationId?: string;
  /** Start at this position of the log; by default with the next event. */
  fromPosition?: number;
  signal?: AbortSignal;
  /** Called when the stream is open: everything published from then on is seen. */
  onOpen?: () => void;
  /** Called when the stream breaks: it is reopened and continues where it was. */
  onBreak?: () => void;
}

const RECONNECT_MS = 1_000;
/** The service sends something every 15 s; a connection silent for this long is dead. */
const SILENCE_MS = 45_000;

/**
 * Follows the log: yields every matching event once and in order, even across broken connections, until the
 * signal is aborted. Rejects when the service refuses.
 */
export async function* tailEvents(transport: Transport, options: TailOptions): AsyncGenerator<StreamedEvent> {
  const { signal, onOpen, onBreak } = options;
  const query = new URLSearchParams();
  for (const name of ['type', 'source', 'correlationId'] as const) {
    if (options[name] !== undefined) query.set(name, options[name]);
  }
  // Determined at the start, so that nothing is missed if the first connection breaks.
  const from = options.fromPosition ?? (await readLogSize(transport, signal));
  if (from === undefined) return;
  query.set('from_position', String(from));
  let lastId: string | undefined;
  while (!signal?.aborted) {
    const silence = watchSilence();
    try {
      const response = await transport.send({
        method: 'GET',
        path: `/v1/events/stream?${query}`,
        headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        signal: anySignal([silence.signal, ...(signal ? [signal] : [])]),
      });
      onOpen?.();
      if (response.body === null) throw new TypeError('The stream has no body.');
      for await (const message of readMessages(response.body, silence.heard)) {
        if (message.id !== undefined) lastId = message.id;
        if (signal?.aborted) return;
        if (message.data === undefined) continue;
        const event = transport.parse(message.data) as Omit<StreamedEvent, 'position'>;
        yield { ...event, position: Number(message.id) };
      }
    } catch (error) {
      if (signal?.aborted) return;
      // While the service restarts, it may refuse for a moment.
      if (error instanceof TriviumError && error.status < 500) throw error;
    } finally {
      silence.stop();
    }
    if (signal?.aborted) return;
    onBreak?.();
    await pause(RECONNECT_MS, signal).catch(() => {});
  }
}

/** Undefined when aborted meanwhile. */
async function readLogSize(transport: Transport, signal?: AbortSignal): Promise<number | undefined> {
  try {
    const page = await transport.json({ method: 'GET', path: '/v1/events?limit=1', signal });
    return (page as { as_of: number }).as_of;
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}

/** A signal that aborts when nothing was received for too long. */
function watchSilence(): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const controller = new AbortController();
  const start = () => setTimeout(() => controller.abort(new Error('The stream fell silent.')), SILENCE_MS);
  let timer = start();
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}

interface Message {
  id?: string;
  data?: string;
}

/** The subset of server-sent events that the service uses. */
async function* readMessages(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<Message> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield parseMessage(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseMessage(block: string): Message {
  const message: Message = {};
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('id:')) message.id = line.slice(3).trimStart();
    if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  if (data.length > 0) message.data = data.join('\n');
  return message;
}
