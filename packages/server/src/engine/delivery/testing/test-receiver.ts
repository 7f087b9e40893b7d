import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from '../../../kit/net/listen.fixture.ts';

/** A request as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes. */
  body: Buffer;
  /** Unix milliseconds. */
  at: number;
}

/** Answers a request; called once its body was read. */
export type Answer = (received: Received, response: ServerResponse) => void;

/** A webhook receiver on loopback that records everything it is sent. */
export async function startReceiver(answer: Answer = (_received, response) => void response.end('ok')) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const state = { answer, openNow: 0, mostOpen: 0 };
  const server = createServer((request, response) => {
    state.openNow++;
    state.mostOpen = Math.max(state.mostOpen, state.openNow);
    response.once('close', () => {
      state.openNow--;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        at: Date.now(),
      };
      received.push(one);
      for (const check of [...waiting]) check();
      state.answer(one, response);
    });
  });
  const { port } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    origin: `http://127.0.0.1:${port}`,
    received,
    /** Peak number of concurrent requests. */
    get mostOpen() {
      return state.mostOpen;
    },
    /** Sets the answer to later requests. */
    answerWith(next: Answer) {
      state.answer = next;
    },
    /** Sets the status of later answers. */
    answerStatus(status: number) {
      state.answer = (_received, response) => void response.writeHead(status).end();
    },
    /** Resolves once `count` requests have arrived. */
    arrived(count: number, timeoutMs = 20_000): Promise<Received[]> {
      return new Promise((resolve, reject) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          clearTimeout(timer);
          resolve(received);
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`${received.length} of ${count} requests arrived in ${timeoutMs} ms`));
        }, timeoutMs);
        waiting.add(check);
        check();
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
