import { createHash } from 'node:crypto';
import { createServer } from 'node:net';

const RETRY_MS = 150;

/**
 * Waits until no other process installs into this directory, then makes others wait; resolves with a function that
 * releases the lock. The lock is a listening socket, which disappears with its process: an abstract socket on Linux, a
 * loopback port elsewhere.
 */
export async function holdInstallLock(root, onWait) {
  const digest = createHash('sha256').update(root).digest();
  const address =
    process.platform === 'linux'
      ? { path: `\0trivium-install-${digest.toString('hex').slice(0, 32)}` }
      : { host: '127.0.0.1', port: 20_000 + (digest.readUInt32BE(0) % 20_000) };
  for (let waited = false; ; waited = true) {
    const server = await listen(address);
    if (server !== undefined) return () => server.close();
    if (!waited) onWait();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** The listening server, or undefined if another process uses the address. */
function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server));
  });
}
