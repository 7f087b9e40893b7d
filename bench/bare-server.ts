// The upper limit for publishing: a node:http server that reads a body and answers, and does nothing else.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCommands } from './harness/serve-commands.ts';

let count = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const eventId = `evt_${String(++count).padStart(32, '0')}`;
    const body = JSON.stringify({ eventId, bytes: Buffer.concat(chunks).length, status: 'published' });
    response.writeHead(201, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});

const commands = {
  listen: () =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
};

export type BareServerCommands = typeof commands;
serveCommands(commands);
