import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFilesLimit } from '../../src/kit/processes/index.ts';
import { apiKey } from './harness/api-client.ts';
import { Installation } from './harness/installation.ts';

/** What connections do: send nothing, endless headers, or an endless body. */
const kinds = {
  idle: '',
  'slow head': 'POST /v1/events HTTP/1.1\r\nhost: trivium\r\nx-slow: ',
  'slow body': `POST /v1/events HTTP/1.1\r\nhost: trivium\r\nauthorization: Bearer ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
};
export type Kind = keyof typeof kinds;

const AT_ONCE = 250;
const KEPT_MS = 2_000;
const EVENT = { type: 'connections.sent', source: 'test', data: {} };

export interface ConnectionsReport {
  /** Statuses of the answers to other clients. */
  answers: Record<string, number>;
  /** Connections that the service closed or answered. */
  closed: number;
  residentMb: { before: number; most: number };
}

/** Whether this process, and one that it starts, may open this many files. */
export function canOpen(count: number): boolean {
  return openFilesLimit() > count * 1.2;
}

/**
 * Opens `count` connections of the kind, and meanwhile calls the service over another one, and for some time
 * afterwards.
 */
export async function openMany(kind: Kind, count: number): Promise<ConnectionsReport> {
  const installation = await Installation.make();
  const sockets: Socket[] = [];
  let closed = 0;
  try {
    await installation.start();
    const { api, process: service } = installation;
    const { port } = new URL(installation.address ?? '');
    const before = await service.residentMb();
    const report: ConnectionsReport = { answers: {}, closed: 0, residentMb: { before, most: before } };
    const ask = async () => {
      const { status } = await api.call('POST', '/v1/events', { body: EVENT });
      report.answers[status] = (report.answers[status] ?? 0) + 1;
      report.residentMb.most = Math.max(report.residentMb.most, await service.residentMb());
    };
    while (sockets.length < count) {
      const opened = await Promise.all(
        Array.from({ length: AT_ONCE }, () => open(Number(port), kinds[kind])),
      );
      for (const socket of opened) socket.once('close', () => closed++);
      sockets.push(...opened);
      await ask();
    }
    for (const until = performance.now() + KEPT_MS; performance.now() < until; ) {
      await ask();
      await sleep(100);
    }
    return { ...report, closed };
  } catch (error) {
    throw await installation.explain(error);
  } finally {
    for (const socket of sockets) socket.destroy();
    await installation.remove();
  }
}

/** A connection that the service closes at once also counts as opened. */
function open(port: number, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = () => resolve(socket);
    socket
      .on('connect', () => {
        if (text !== '') socket.write(text);
        settle();
      })
      .on('error', settle)
      .resume();
  });
}
