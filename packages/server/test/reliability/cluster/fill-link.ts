import { createSocket } from 'node:dgram';

const PACKET_BYTES = 1_200;
/** The port that throws away what comes, where anything listens at all. */
const DISCARD = 9;

/**
 * Sends a little more to a host than its link takes, so that its queue is always full: what passes then waits as long as
 * the queue is, and some of it is dropped, as on a line that somebody else uses up. The function ends it.
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
