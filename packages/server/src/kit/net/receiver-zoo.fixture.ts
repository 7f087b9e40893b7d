import net from 'node:net';
import tls from 'node:tls';
import { createTestAuthority, type TestAuthority } from './certificates.fixture.ts';
import { listen } from './listen.fixture.ts';
import { failure, species, type ZooEnd } from './receiver-species.fixture.ts';

export interface ZooAnimal {
  url: string;
  end: ZooEnd;
  /** Connections accepted so far. */
  connections(): number;
  /** Bytes written to the wire so far, over all connections. */
  bytesSent(): number;
}

export interface ReceiverZoo {
  authority: TestAuthority;
  animals: ReadonlyMap<string, ZooAnimal>;
  close(): Promise<void>;
}

/** The names of all receivers of a zoo. */
export const zooSpecies: readonly string[] = [...Object.keys(species), 'refuses'];

/** Starts one receiver of each kind on loopback; their https URLs name `localhost`. */
export async function startReceiverZoo(): Promise<ReceiverZoo> {
  const authority = createTestAuthority();
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();
  const animals = new Map<string, ZooAnimal>();
  for (const [name, kind] of Object.entries(species)) {
    let connections = 0;
    let bytesClosed = 0;
    const own = new Set<net.Socket>();
    const onConnection = (socket: net.Socket) => {
      sockets.add(socket);
      own.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        own.delete(socket);
        bytesClosed += socket.bytesWritten;
      });
    };
    const server =
      kind.credentials === undefined
        ? net.createServer({ allowHalfOpen: true }, kind.behave)
        : tls.createServer(kind.credentials(authority), kind.behave).on('tlsClientError', () => {});
    server.on('connection', (socket: net.Socket) => {
      connections += 1;
      onConnection(socket);
    });
    server.on('secureConnection', (socket: tls.TLSSocket) => socket.on('error', () => {}));
    servers.push(server);
    const { port } = await listen(server);
    const isHttps = kind.credentials !== undefined || kind.isRawUnderHttps === true;
    animals.set(name, {
      url: isHttps ? `https://localhost:${port}/hook` : `http://127.0.0.1:${port}/hook`,
      end: kind.end,
      connections: () => connections,
      bytesSent: () => [...own].reduce((sum, socket) => sum + socket.bytesWritten, bytesClosed),
    });
  }
  animals.set('refuses', await findRefusing());
  return {
    authority,
    animals,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** A port that nobody listens on: one that was free a moment ago. */
async function findRefusing(): Promise<ZooAnimal> {
  const server = net.createServer();
  const { port } = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    end: failure('connect_failed'),
    connections: () => 0,
    bytesSent: () => 0,
  };
}
