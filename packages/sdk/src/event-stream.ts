import { TriviumError } from './errors.ts';
import { pause, type Transport } from './transport.ts';

/** An event as the log has it, and its position there. */
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
  /** Begin at this position of the log; with what comes next unless told. */
  fromPosition?: number;
  signal?: AbortSignal;
  /** Told when the stream is open: what is published from then on is seen. */
  onOpen?: () => void;
}

const RECONNECT_MS = 1_000;

/**
 * Follows the log: every matching event once and in order, also over broken connections, until the signal is
 * aborted. Rejects when the service refuses.
 */
export async function* tailEvents(transport: Transport, options: TailOptions): AsyncGenerator<StreamedEvent> {
  const { signal, onOpen } = options;
  const query = new URLSearchParams();
  for (const name of ['type', 'source', 'correlationId'] as const) {
    if (options[name] !== undefined) query.set(name, options[name]);
  }
  // Known from the start, so that nothing is missed when the first connection breaks.
  query.set('from_position', String(options.fromPosition ?? (await readLogSize(transport, signal))));
  let lastId: string | undefined;
  while (!signal?.aborted) {
    try {
      const response = await transport.send({
        method: 'GET',
        path: `/v1/events/stream?${query}`,
        headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
        signal,
      });
      onOpen?.();
      for await (const message of readMessages(response.body!)) {
        if (message.id !== undefined) lastId = message.id;
        if (message.data !== undefined) yield { ...JSON.parse(message.data), position: Number(message.id) };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof TriviumError) throw error;
    }
    if (signal?.aborted) return;
    await pause(RECONNECT_MS, signal).catch(() => {});
  }
}

async function readLogSize(transport: Transport, signal?: AbortSignal): Promise<number> {
  const page = (await transport.json({ method: 'GET', path: '/v1/events?limit=1', signal })) as {
    as_of: number;
  };
  return page.as_of;
}

interface Message {
  id?: string;
  data?: string;
}

/** Server-sent events, as far as the service uses them. */
async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop()!;
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
