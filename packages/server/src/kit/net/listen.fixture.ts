import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Makes a server listen on a free loopback port. */
export async function listen(server: Server): Promise<{ port: number; origin: string }> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}` };
}
