import type { OutRule } from '../../../flow/out-arguments.ts';

const message = { kind: 'message', exposure: 'external' } as const;
const read: OutRule = { to: 0, from: ['recv'] };

/** Calls in Java and C# that return their result through an argument, such as reads into a buffer. */
export const managedOuts: Readonly<Record<string, OutRule>> = {
  read,
  readFully: read,
  readNBytes: read,
  Read: read,
  ReadAsync: read,
  ReadBlock: read,
  CopyTo: read,
  CopyToAsync: read,
  transferTo: read,
  receive: { to: 0, source: message, on: /DatagramSocket|MulticastSocket/ },
  Receive: { to: 0, source: message, on: /\bSocket\b/ },
  ReceiveAsync: { to: 0, source: message, on: /Socket\b/ },
  ReceiveFrom: { to: 0, source: message, on: /\bSocket\b/ },
  TryCreate: { to: 2, from: [0, 1] },
};
