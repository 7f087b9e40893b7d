import { createSocket } from 'node:dgram';
import { required } from '../required.ts';

export interface NameServer {
  /** In the form that a resolver's `servers` takes. */
  address: string;
  close(): void;
}

/** A name server on loopback; `answer` returns the records for a question, or undefined to stay silent. */
export async function startNameServer(
  answer: (name: string, isV6: boolean) => Buffer[] | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += required(query[at], 'query[at]') + 1)
      labels.push(query.toString('ascii', at + 1, at + 1 + required(query[at], 'query[at]')));
    const question = query.subarray(12, at + 5);
    const type = query.readUInt16BE(at + 1);
    const records = answer(labels.join('.').toLowerCase(), type === 28);
    if (records === undefined) return;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const body = records.map((data) =>
      Buffer.concat([
        Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 1, data.length >> 8, data.length & 255]),
        data,
      ]),
    );
    socket.send(Buffer.concat([head, question, ...body]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
