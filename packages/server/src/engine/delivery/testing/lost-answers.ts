import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestDatabase } from '../../../kit/embedded-postgres/test-database.ts';

/** A proxy between a node and its database that can withhold the database's answers. */
export async function startLostAnswers({ host, port, ...rest }: TestDatabase['connection']) {
  let isKept = false;
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    const database = host.startsWith('/')
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host, port });
    clients.add(client);
    const end = () => {
      clients.delete(client);
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => void database.write(bytes));
    database.on('data', (bytes) => {
      if (!isKept) client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: { ...rest, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    /** From now on the database receives and executes statements, but its answers are withheld. */
    keepAnswers(): void {
      isKept = true;
    },
    /** Breaks the connections, discarding what was withheld; new ones work normally. */
    cut(): void {
      isKept = false;
      for (const client of clients) client.destroy();
    },
    async close(): Promise<void> {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
