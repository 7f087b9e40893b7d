import { createSocket } from 'node:dgram';

const PACKET_BYTES = 1_200;
/** The port of the discard service, if anything listens at all. */
const DISCARD = 9;

/**
 * Sends slightly more to a host than its link can carry, so that its queue is always full: other packets wait for the
 * length of the queue, and some are dropped, as on a line used up by others. Returns a function that stops it.
 */
export function fillLink(address: string, kbitPerSecond: number): () => void {
  const socket = createSocket('udp4');
  socket.on('error', () => {});
  const packet = Buffer.alloc(PACKET_BYTES);
  const perMs = (kbitPerSecond * 1.05) / 8 / PACKET_BYTES;
  let owed = 0;
  let lastAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    owed += (now - lastAt) * perMs;
    lastAt = now;
    for (; owed >= 1; owed--) socket.send(packet, DISCARD, address, () => {});
  }, 5);
  return () => {
    clearInterval(timer);
    socket.close();
  };
}
