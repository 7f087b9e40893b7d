// The lower limit for the cost of a single event: a node:http server that stores it and its delivery in one statement,
// answers, and forwards it to the sink. It does not check, sign or retry anything, and writes nothing after the sink's
// response.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Pool } from 'undici';
import { ignoreAnswer } from './harness/ignore-answer.ts';
import { serveCommands } from './harness/serve-commands.ts';

export interface StoredPipeOptions {
  sinkPort: number;
  /** The database in which it creates the tables `bench_events` and `bench_deliveries`. */
  database: pg.PoolConfig;
}

const ANSWER = JSON.stringify({ status: 'published' });
const TABLES = `
  create table if not exists bench_events (id bigserial primary key, type text, body jsonb, at timestamptz default now());
  create table if not exists bench_deliveries (event_id bigint, id uuid primary key, status text)`;
const STATEMENT = {
  name: 'store',
  text: `with stored as (insert into bench_events (type, body) values ($1, $2) returning id)
    insert into bench_deliveries select id, gen_random_uuid(), 'pending' from stored`,
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const commands = {
  async listen({ sinkPort, database }: StoredPipeOptions): Promise<number> {
    const receivers = new Pool(`http://127.0.0.1:${sinkPort}`, { connections: 64, pipelining: 1 });
    const db = new pg.Pool({ ...database, max: 4 });
    await db.query(TABLES);
    const server = createServer(async (request, response) => {
      const body = await readBody(request);
      await db.query({ ...STATEMENT, values: [JSON.parse(body).type, body] });
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': ANSWER.length });
      response.end(ANSWER);
      const headers = ['content-type', 'application/json'];
      receivers.dispatch({ method: 'POST', path: '/0', headers, body }, ignoreAnswer);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return (server.address() as AddressInfo).port;
  },
};

export type StoredPipeCommands = typeof commands;
serveCommands(commands);
