import type { Ask, Transport } from './transport.ts';

/** The records of an export in JSON Lines, as they arrive: each time all that are whole by then. */
export async function* readRecords<T>(transport: Transport, ask: Ask): AsyncGenerator<T[]> {
  const { body } = await transport.send({ ...ask, isFile: true });
  if (body === null) return;
  for await (const lines of readLines(body)) yield lines.map((line) => transport.parse(line) as T);
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      const lines = (rest + value).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      const whole = lines.filter((line) => line !== '');
      if (whole.length > 0) yield whole;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
