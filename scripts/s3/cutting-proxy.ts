import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a store and breaks connections off, as a bad network does. */
export interface CuttingProxy extends Disposable {
  address: string;
  /** Breaks the next so many connections off once they brought this many bytes to the store, or from it. */
  cut(way: 'up' | 'down', times: number, afterBytes: number): void;
  /** How many are still to be broken off. */
  left(): number;
}

export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  let order = { way: 'up', times: 0, afterBytes: 0 };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const store = connect(Number(port), hostname);
    const end = () => {
      client.destroy();
      store.destroy();
    };
    const watch = (from: Socket, to: Socket, way: string) => {
      let bytes = 0;
      open.add(from);
      from.on('error', end).on('close', () => open.delete(from));
      from.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (way !== order.way || order.times === 0 || bytes < order.afterBytes) return;
        order.times -= 1;
        end();
      });
      from.pipe(to);
    };
    watch(client, store, 'up');
    watch(store, client, 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(way, times, afterBytes) {
      order = { way, times, afterBytes };
    },
    left: () => order.times,
    [Symbol.dispose]() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
