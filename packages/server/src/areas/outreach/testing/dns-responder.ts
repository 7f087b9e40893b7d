import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsRecords {
  mx?: { exchange: string; priority: number }[];
  txt?: string[];
}

const TYPES = { 15: 'mx', 16: 'txt' } as const;

/** A DNS server on a loopback port that knows a few names; of all others it says that they do not exist. */
export async function startDnsResponder(names: Record<string, DnsRecords>) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = readName(query, 12);
    const kind = TYPES[query.readUInt16BE(end) as keyof typeof TYPES];
    asked.push(`${kind} ${name}`);
    const known = names[name];
    const records = kind === undefined || known === undefined ? [] : encodeRecords(kind, known);
    const head = Buffer.from(query.subarray(0, end + 4));
    // An answer, recursion done; NXDOMAIN for a name that is not known.
    head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

function readName(bytes: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) {
    labels.push(bytes.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function encodeRecords(kind: 'mx' | 'txt', { mx = [], txt = [] }: DnsRecords): Buffer[] {
  if (kind === 'mx') {
    return mx.map(({ exchange, priority }) => {
      const preference = Buffer.alloc(2);
      preference.writeUInt16BE(priority);
      return encodeRecord(15, Buffer.concat([preference, encodeName(exchange)]));
    });
  }
  return txt.map((text) => encodeRecord(16, Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])));
}

function encodeRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter(Boolean);
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);
}
