import net from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConnectionPool } from './connection-pool.ts';
import type { MailError } from './mail.ts';
import { parseSmtpUrl } from './smtp-relay.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of open.splice(0).toReversed()) await close();
});

type Step = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text' | 'RSET';
/** What the server does at a step instead of the correct response. */
type Tricks = Partial<Record<Step, (socket: net.Socket) => void>>;

const honest: Record<Step | 'QUIT', string> = {
  greeting: '220 here\r\n',
  EHLO: '250-here\r\n250-AUTH PLAIN\r\n250 SMTPUTF8\r\n',
  STARTTLS: '220 go\r\n',
  AUTH: '235 welcome\r\n',
  MAIL: '250 fine\r\n',
  RCPT: '250 fine\r\n',
  DATA: '354 go on\r\n',
  text: '250 taken\r\n',
  RSET: '250 fine\r\n',
  QUIT: '221 bye\r\n',
};

/** A mail server whose tricks can be removed later. */
async function startServer(tricks: Tricks) {
  const state = { url: '', tricks, connections: 0, taken: 0 };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    state.connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    let text = '';
    let inText = false;
    const answer = (step: Step | 'QUIT') => {
      inText = step === 'DATA';
      const trick = state.tricks[step as Step];
      if (trick !== undefined) return trick(socket);
      if (step === 'text') state.taken++;
      socket.write(honest[step]);
    };
    answer('greeting');
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      for (;;) {
        const end = text.indexOf(inText ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inText ? 5 : 2));
        const step = inText ? 'text' : (line.slice(0, 4).toUpperCase().trim() as Step);
        if (step in honest) answer(step);
        else if (line.startsWith('STARTTLS')) answer('STARTTLS');
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  state.url = `smtp://user:secret@127.0.0.1:${(server.address() as net.AddressInfo).port}?connections=1`;
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return state;
}

function openPool(url: string): ConnectionPool {
  const pool = new ConnectionPool(parseSmtpUrl(url), 'client.example');
  open.push(() => pool.close());
  return pool;
}

const send = (pool: ConnectionPool): Promise<string | MailError> =>
  pool
    .use((connection) =>
      connection.send({ from: 'a@example.com', to: 'b@example.org' }, Buffer.from('Hi\r\n')),
    )
    .catch((error: MailError) => error);

const say = (text: string) => (socket: net.Socket) => void socket.write(text);
const sayAndGo = (text: string) => (socket: net.Socket) => void socket.end(text);
const go = (socket: net.Socket) => void socket.destroy();
const pour = (piece: string) => (socket: net.Socket) => {
  const on = () => {
    while (socket.writable && socket.write(piece));
    socket.once('drain', on);
  };
  on();
};

/** The name of a trick, what the server does, and the result of the mail. */
const cases: [string, Tricks, object][] = [
  ['goes at the greeting', { greeting: go }, { failure: 'unreachable' }],
  ['says that it is busy', { greeting: sayAndGo('421 busy\r\n') }, { failure: 'unreachable' }],
  [
    'speaks another protocol',
    { greeting: say('HTTP/1.1 400 Bad Request\r\n\r\n') },
    { failure: 'unreachable' },
  ],
  ['greets without end', { greeting: pour('220-welcome\r\n'.repeat(5_000)) }, { failure: 'unreachable' }],
  ['goes while one logs in', { AUTH: go }, { failure: 'unreachable' }],
  ['goes after a wrong password', { AUTH: sayAndGo('535 5.7.8 no\r\n') }, { failure: 'unreachable' }],
  ['goes at the sender', { MAIL: go }, { failure: 'unreachable' }],
  ['puts a recipient off', { RCPT: say('450 4.2.0 greylisted\r\n') }, { failure: 'deferred', code: 450 }],
  [
    'puts a recipient off and goes',
    { RCPT: sayAndGo('450 4.2.0 greylisted\r\n') },
    { failure: 'deferred', code: 450 },
  ],
  [
    'refuses a recipient and goes',
    { RCPT: sayAndGo('550 5.1.1 nobody\r\n') },
    { failure: 'refused', code: 550 },
  ],
  [
    'refuses a recipient, and goes when one starts anew',
    { RCPT: say('550 5.1.1 nobody\r\n'), RSET: go },
    { failure: 'refused', code: 550 },
  ],
  [
    'refuses a recipient, and has enough of it',
    { RCPT: say('550 5.1.1 nobody\r\n'), RSET: sayAndGo('421 4.7.0 too many errors\r\n') },
    { failure: 'refused', code: 550 },
  ],
  ['answers without a code', { RCPT: say('what?\r\n') }, { failure: 'unreachable' }],
  ['answers a line without end', { RCPT: pour('x'.repeat(65_536)) }, { failure: 'unreachable' }],
  ['goes on without an end', { RCPT: pour('250-more\r\n'.repeat(5_000)) }, { failure: 'unreachable' }],
  ['goes when it has asked for the text', { DATA: sayAndGo('354 go on\r\n') }, { failure: 'unknown' }],
  ['goes when it has the text', { text: go }, { failure: 'unknown' }],
  ['puts the text off', { text: say('451 4.3.0 later\r\n') }, { failure: 'deferred', code: 451 }],
  ['refuses the text and goes', { text: sayAndGo('554 5.7.1 spam\r\n') }, { failure: 'refused', code: 554 }],
  ['takes the text and goes', { text: sayAndGo('250 taken\r\n') }, {}],
];

describe('a server that', () => {
  test.each(cases)(
    '%s does not block a connection, and the next mail is sent',
    async (_what, tricks, outcome) => {
      const server = await startServer(tricks);
      const pool = openPool(server.url);
      for (let round = 0; round < 2; round++) {
        const ended = await send(pool);
        if ('failure' in outcome) expect(ended).toMatchObject(outcome);
        else expect(String(ended)).toContain('taken');
      }
      server.tricks = {};
      expect(await send(pool)).toContain('taken');
    },
  );

  test('offers TLS with an untrusted certificate gets nothing, not even the password', async () => {
    const heard: string[] = [];
    const server = await startServer({
      EHLO: say('250-here\r\n250 STARTTLS\r\n'),
      STARTTLS: (socket) => {
        socket.write('220 go\r\n');
        socket.on('data', (bytes) => heard.push(bytes.toString('latin1')));
        // Not a valid handshake.
        socket.write('HELLO\r\n');
      },
    });
    const pool = openPool(server.url);
    expect(await send(pool)).toMatchObject({ failure: 'unreachable' });
    expect(heard.join('')).not.toContain('AUTH');
  });

  test('does not respond to a new connection is given up after seconds', async () => {
    const server = await startServer({ RCPT: say('550 5.1.1 nobody\r\n'), RSET: () => {} });
    const pool = openPool(server.url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = send(pool);
    let isOver = false;
    void refused.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.useRealTimers();
    expect(await refused).toMatchObject({ failure: 'refused', code: 550 });
    server.tricks = {};
    expect(await send(pool)).toContain('taken');
  });
});
