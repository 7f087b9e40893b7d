import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../../net/listen.fixture.ts';

export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number; message?: string };
}

export interface OtlpCollector {
  url: string;
  received: { headers: IncomingMessage['headers']; spans: OtlpSpan[]; resource: Record<string, unknown> }[];
  /** Its next answers; 200 when empty. */
  answers: { status: number; body?: string; headers?: Record<string, string> }[];
  close(): void;
}

/** A collector that records what it receives. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = collector.answers.shift() ?? { status: 200 };
    if (answer.status < 300) {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      for (const { resource, scopeSpans } of body.resourceSpans) {
        collector.received.push({
          headers: request.headers,
          resource,
          spans: scopeSpans.flatMap((one: { spans: OtlpSpan[] }) => one.spans),
        });
      }
    }
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body ?? '{"partialSuccess":{}}');
  });
  const { origin } = await listen(server);
  const collector: OtlpCollector = {
    url: `${origin}/v1/traces`,
    received: [],
    answers: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return collector;
}
