// The receivers: a raw HTTP server in a process of its own, so that the same small cost of receiving
// falls on the service and on the bare pipe.
import net from 'node:net';
import { nowMs } from './harness/monotonic-clock.ts';
import { serveCommands } from './harness/serve-commands.ts';
import { DeliveryLedger, type LedgerOptions } from './load/delivery-ledger.ts';
import { readFrame } from './load/http-framing.ts';
import { sequenceIn } from './load/request-template.ts';

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const COUNT_INTERVAL_MS = 2;

let ledger = new DeliveryLedger({ firstSequence: 0, fanOut: 1, firstReceiver: 0 });
/** Receivers below this number take a request and never answer. */
let hanging = 0;
const hung = new Set<net.Socket>();

/** `POST /<receiver> HTTP/1.1` */
function receiverOf(head: string): number {
  return Number.parseInt(head.slice(6, head.indexOf(' ', 6)), 10);
}

const receivers = net.createServer({ noDelay: true }, (socket) => {
  let rest: Buffer | undefined;
  socket.on('error', () => {});
  socket.on('close', () => hung.delete(socket));
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let answers = 0;
    for (let frame = readFrame(bytes); frame !== undefined; frame = readFrame(bytes)) {
      const receiver = receiverOf(frame.head);
      if (receiver < hanging) hung.add(socket);
      else {
        ledger.record(sequenceIn(bytes, frame.bodyStart), receiver);
        answers++;
      }
      bytes = bytes.subarray(frame.end);
    }
    rest = bytes.length === 0 ? undefined : bytes;
    if (answers === 1) socket.write(ANSWER);
    else for (let i = 0; i < answers; i++) socket.write(ANSWER);
  });
});

/** Whoever connects here is told the count of distinct deliveries as it grows. */
const counts = net.createServer({ noDelay: true }, (socket) => {
  let told = -1;
  const timer = setInterval(() => {
    if (ledger.distinct === told) return;
    told = ledger.distinct;
    const message = Buffer.allocUnsafe(8);
    message.writeDoubleLE(told);
    socket.write(message);
  }, COUNT_INTERVAL_MS);
  socket.on('error', () => {});
  socket.on('close', () => clearInterval(timer));
});

function listen(server: net.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
  });
}

const commands = {
  listen: async () => ({ port: await listen(receivers), countPort: await listen(counts) }),
  reset(options: LedgerOptions) {
    ledger = new DeliveryLedger(options);
  },
  mark: () => ({
    atMs: nowMs(),
    distinct: ledger.distinct,
    backlog: ledger.backlog,
    repeated: ledger.repeated,
  }),
  entries: () => ledger.entries(),
  /** The first `count` receivers hang from now on; those that stop hanging drop what they hold. */
  hang(count: number) {
    hanging = count;
    for (const socket of hung) socket.destroy();
  },
};

export type SinkCommands = typeof commands;
serveCommands(commands);
