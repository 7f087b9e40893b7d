import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../../../../kit/net/listen.fixture.ts';
import { ImapReader } from './imap-reader.ts';
import type { InboundPorts } from './inbound-ports.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** What the server does at one command; for all others it answers correctly. */
type Trick = (socket: net.Socket, tag: string, line: string) => void;

/** Sends as fast as the other side reads, until it closes. */
function pour(socket: net.Socket, piece: string): void {
  const bytes = Buffer.from(piece);
  const go = () => {
    while (socket.writable && socket.write(bytes));
    socket.once('drain', go);
  };
  go();
}

const piece = 'x'.repeat(65_536);
const tricks: Record<string, { at: string; does: Trick }> = {
  'a greeting without end': { at: 'greeting', does: (socket) => pour(socket, piece) },
  'a literal of a gigabyte for a mail': {
    at: 'UID FETCH',
    does: (socket) => {
      socket.write('* 1 FETCH (UID 1 BODY[]<0> {1073741824}\r\n');
      pour(socket, piece);
    },
  },
  'literals without end for one mail': {
    at: 'UID FETCH',
    does: (socket) => {
      socket.write('* 1 FETCH (UID 1');
      pour(socket, ` BODY[] {${piece.length}}\r\n${piece}`);
    },
  },
  'a line without end': {
    at: 'UID SEARCH',
    does: (socket) => {
      socket.write('* SEARCH');
      pour(socket, ' 1234567890'.repeat(6_000));
    },
  },
  'lines without end that nobody asked for': {
    at: 'SELECT',
    does: (socket) => pour(socket, '* 1 EXISTS\r\n* 1 RECENT\r\n'.repeat(3_000)),
  },
  'news without end': {
    at: 'IDLE',
    does: (socket) => pour(socket, '+ idling\r\n* 1 EXISTS\r\n'.repeat(3_000)),
  },
  'a mail that is shorter than it says, and the end': {
    at: 'UID FETCH',
    does: (socket) => socket.end('* 1 FETCH (UID 1 BODY[]<0> {100}\r\nshort'),
  },
  'no answer but the end': { at: 'LOGIN', does: (socket) => socket.destroy() },
  'another protocol': { at: 'greeting', does: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') },
};

const honestly: Record<string, string> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1 IDLE\r\n',
  SELECT: '* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n',
  'UID SEARCH': '* SEARCH 1\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
};

function answerHonestly(
  says: Record<string, string>,
  socket: net.Socket,
  tag: string,
  command: string,
): void {
  if (command === 'IDLE') socket.write('+ idling\r\n');
  else socket.write(`${says[command] ?? ''}${tag} OK done\r\n`);
}

async function startServer({ at, does }: { at: string; does: Trick }) {
  const counts = {
    port: 0,
    connections: 0,
    tricks: 0,
    bytes: () => 0,
    says: { ...honestly },
    onFetch: (_uid: string) => {},
  };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    const trick = (tag: string, line: string) => {
      counts.tricks += 1;
      does(socket, tag, line);
    };
    if (at === 'greeting') trick('*', '');
    else socket.write('* OK ready\r\n');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        const [, tag, command] = /^(\S+) (UID \w+|\w+)/.exec(line) ?? [];
        text = text.slice(end + 2);
        if (tag === undefined || command === undefined) continue;
        // The client only sends IDLE after a search that finds no new mail.
        if (at === 'IDLE' && command === 'UID SEARCH') socket.write(`* SEARCH\r\n${tag} OK done\r\n`);
        else if (command === at) trick(tag, line);
        else answerHonestly(counts.says, socket, tag, command);
        if (command === 'UID FETCH') counts.onFetch(line.split(' ')[3] ?? '');
      }
    });
  });
  counts.port = (await listen(server)).port;
  counts.bytes = () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return counts;
}

test.each(Object.entries(tricks))(
  'a mail server that sends %s is disconnected after a few megabytes, and tried again later',
  async (_name, trick) => {
    const server = await startServer(trick);
    const warnings: unknown[] = [];
    const ports = { log: { warn: (fields: unknown) => void warnings.push(fields) } };
    const reader = new ImapReader(ports as unknown as InboundPorts, {
      url: `imap://user:secret@127.0.0.1:${server.port}/INBOX`,
      isLeader: () => true,
    });
    reader.start();
    open.push(() => reader.stop());
    await vi.waitFor(() => expect(server.tricks).toBeGreaterThan(1), { timeout: 30_000, interval: 50 });
    expect(server.connections).toBeGreaterThan(1);
    expect(warnings.length).toBeGreaterThan(0);
    expect(JSON.stringify(warnings)).not.toContain('secret');
    expect(server.bytes() / server.connections).toBeLessThan(200 * 1_048_576);
  },
  40_000,
);

test('a mailbox with 300,000 unread mails can be read', async () => {
  const exists = 300_000;
  const fetched = new Set<string>();
  const server = await startServer({
    at: 'UID SEARCH',
    does: (socket, tag, line) => {
      const [, first, last] = /(\d+):(\d+)/.exec(line) ?? [undefined, '1', `${exists}`];
      const uids = Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, i) => 4_000_000 + Number(first) + i,
      );
      socket.write(`* SEARCH ${uids.join(' ')}\r\n${tag} OK done\r\n`);
    },
  });
  server.says.SELECT = `* FLAGS (\\Seen)\r\n* ${exists} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n`;
  server.onFetch = (uid) => void fetched.add(uid);
  const ports = { log: { warn: () => {} } };
  const reader = new ImapReader(ports as unknown as InboundPorts, {
    url: `imap://user:secret@127.0.0.1:${server.port}/INBOX`,
    isLeader: () => true,
  });
  reader.start();
  open.push(() => reader.stop());
  await vi.waitFor(() => expect(fetched.size).toBeGreaterThan(100), { timeout: 20_000, interval: 50 });
}, 30_000);
