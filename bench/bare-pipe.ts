// The upper limit for deliveries: a node:http server that receives, forwards to the sink over HTTP and stores nothing.
// Of the clients we tried in it, undici's `dispatch` on a pool without pipelining was the fastest.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { required } from '../packages/server/src/kit/required.ts';
import { ignoreAnswer } from './harness/ignore-answer.ts';
import { serveCommands } from './harness/serve-commands.ts';

const ANSWER = JSON.stringify({ status: 'published' });

function openPool(origin: string): Pool {
  return new Pool(origin, { connections: 64, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
}

function startPipe(pool: Pool) {
  const headers = ['content-type', 'application/json'];
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = chunks.length === 1 ? required(chunks[0], 'the first of chunks') : Buffer.concat(chunks);
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': ANSWER.length });
      response.end(ANSWER);
      pool.dispatch({ method: 'POST', path: '/0', headers, body }, ignoreAnswer);
    });
  });
}

const commands = {
  listen: (sinkPort: number) =>
    new Promise<number>((resolve, reject) => {
      const server = startPipe(openPool(`http://127.0.0.1:${sinkPort}`));
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
};

export type BarePipeCommands = typeof commands;
serveCommands(commands);
