import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a store that breaks connections, like a bad network. */
export interface CuttingProxy extends Disposable {
  address: string;
  /**
   * Breaks the next `times` connections after they have sent this many bytes to the store, or received them from it.
   */
  cut(way: 'up' | 'down', times: number, afterBytes: number): void;
  /** The number of connections that will still be broken. */
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
