// The receivers: a raw HTTP server in a separate process, so that the service and the bare pipe have the same small
// cost of receiving.
import net from 'node:net';
import { nowMs } from './harness/monotonic-clock.ts';
import { serveCommands } from './harness/serve-commands.ts';
import { DeliveryLedger, type LedgerOptions } from './load/delivery-ledger.ts';
import { readFrame } from './load/http-framing.ts';
import { sequenceIn } from './load/request-template.ts';

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
const COUNT_INTERVAL_MS = 2;

let ledger = new DeliveryLedger({ firstSequence: 0, fanOut: 1, firstReceiver: 0 });
/** Receivers below this number accept a request and never answer. */
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

/** Sends the growing count of distinct deliveries to every client that connects. */
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
  /** From now on the first `count` receivers hang; those that stop hanging drop their requests. */
  hang(count: number) {
    hanging = count;
    for (const socket of hung) socket.destroy();
  },
};

export type SinkCommands = typeof commands;
serveCommands(commands);
