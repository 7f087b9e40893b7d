import { createConnection, type Socket } from 'node:net';
// @ts-expect-error It brings no types.
import hoodiecrow from 'hoodiecrow-imap';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSettings } from '../../src/app/settings.ts';
import { classifyMail } from '../../src/areas/outreach/answers/inbound/classify-mail.ts';
import { readInboundMail } from '../../src/areas/outreach/answers/inbound/inbound-mail.ts';
import { createPool } from '../../src/kit/db/index.ts';
import { createTestAuthority } from '../../src/kit/net/certificates.fixture.ts';
import { freePort } from '../../src/kit/net/free-port.fixture.ts';
import { required } from '../../src/kit/required.ts';
import { addLeads, anyTime, eventually, type OutreachService, SmtpSink, startOutreach } from './harness.ts';
import { cases, reply } from './inbound-mails.ts';

let sink: SmtpSink;
let service: OutreachService;
let smtpPort: number;
const authority = createTestAuthority();
const certificate = authority.issue({ names: ['mx.in.example.test', '127.0.0.1'] });

beforeAll(async () => {
  sink = await SmtpSink.start();
  smtpPort = await freePort();
  service = await startOutreach({
    SMTP_URL: sink.url,
    BOUNCE_ADDRESS: 'bounces@in.example.test',
    INBOUND_SMTP_PORT: String(smtpPort),
    INBOUND_SMTP_TLS_CERT: certificate.cert,
    INBOUND_SMTP_TLS_KEY: certificate.key,
  });
  await service.post('mailboxes', {
    address: 'sales@in.example.test',
    name: 'Sales',
    postal_address: '1 Main Street',
  });
});
afterAll(async () => {
  await service?.stop();
  await sink?.stop();
});

/** Sends a message and returns what its recipient knows about it. */
async function sendTo(to: string, more = {}) {
  const { body } = await service.post('communications', {
    to,
    subject: 'A question',
    body: 'Hello',
    ...more,
  });
  await eventually(() => expect(sink.to(to)).toHaveLength(1));
  const { from, raw } = required(sink.to(to)[0], 'the first of to');
  const messageId = required(
    required(/^Message-ID: (<[^>]+>)/im.exec(raw), 'a match of the pattern')[1],
    'a group of the pattern',
  );
  await eventually(async () => expect((await read(body.communication_id)).status).toBe('sent'));
  return { id: body.communication_id as string, bounceTo: from, messageId };
}

const read = async (id: string) => (await service.get(`communications/${id}`)).body;

async function deliver(to: string, raw: string, from = 'somebody@else.example.test') {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}

describe('raw mails in several languages are classified correctly', () => {
  test.each(cases)('$name', async ({ raw, classification, away }) => {
    const { classified } = classifyMail(await readInboundMail(Buffer.from(raw)), new Date());
    expect(classified.classification).toBe(classification);
    if (away !== undefined) expect(classified.awayUntil?.toISOString().slice(0, 10)).toBe(away);
  });
});

test.each([
  [
    'parts in parts without end',
    Array.from(
      { length: 200 },
      (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`,
    ).join(''),
  ],
  [
    'a part that never ends',
    'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Transfer-Encoding: base64\r\n\r\n====%%%',
  ],
  ['a charset that is none', 'Content-Type: text/plain; charset=klingon\r\n\r\nHello'],
  ['headers that go on and on', `X-Long: ${'y'.repeat(800_000)}\r\n\r\nHello`],
])('a mail of %s is accepted, and its headers read', async (_name, rest) => {
  const { status, body } = await service.post('inbound', {
    raw: `From: broken@mime.example.test\r\nSubject: Out of office\r\n${rest}`,
  });
  expect(status).toBe(202);
  const kept = (await service.get(`inbound/${body.inbound_id}`)).body;
  expect(kept).toMatchObject({ from: 'broken@mime.example.test', subject: 'Out of office' });
});

test('an invalid mail is refused', async () => {
  const { status, body } = await service.post('inbound', { raw: ' hello' });
  expect([status, body.error.field]).toEqual([400, 'raw']);
});

test('a reply by SMTP is matched by the Message-ID that it answers, with one event however often it arrives', async () => {
  const { id, messageId } = await sendTo('ann@reply.example.test');
  const raw = reply({
    from: 'ann@private.example.test',
    inReplyTo: messageId,
    text: 'Sounds good, tell me more.',
  });
  await deliver('sales@in.example.test', raw);
  await deliver('sales@in.example.test', raw);
  await eventually(async () => expect((await read(id)).replied_at).not.toBeNull());
  const events = (await service.events('outreach.replied')).filter(
    ({ data }) => data.communication_id === id,
  );
  expect(events.map(({ data }) => data.classification)).toEqual(['positive']);
});

test('a reply without references is matched by its sender and its mailbox', async () => {
  const { id } = await sendTo('bea@sender.example.test');
  await deliver(
    'sales@in.example.test',
    reply({ from: 'bea@sender.example.test', text: 'No thanks, not interested.' }),
  );
  await eventually(async () => {
    const { messages } = (await service.get('inbound?classification=negative')).body;
    expect(messages).toContainEqual(expect.objectContaining({ communication_id: id, matched_by: 'sender' }));
  });
});

test('a bounce to the address of its message suppresses the recipient', async () => {
  const { id, bounceTo } = await sendTo('dead@bounce.example.test');
  const raw = required(
    cases.find(({ name }) => name.startsWith('bounce: RFC 3464')),
    'one of cases',
  ).raw;
  await deliver(bounceTo.toUpperCase(), raw.replace('<mx1@', '<mx-own@'), '');
  await eventually(async () => expect((await read(id)).bounced_at).not.toBeNull());
  const again = await service.post('communications', {
    to: 'dead@bounce.example.test',
    subject: 'x',
    body: 'y',
  });
  expect(again.body.error.code).toBe('lead_suppressed');
});

test('a full mailbox is reported, and suppresses nobody', async () => {
  const { id, bounceTo } = await sendTo('full@bounce.example.test');
  const raw = required(
    cases.find(({ name }) => name.startsWith('soft bounce')),
    'one of cases',
  ).raw;
  await deliver(bounceTo, raw.replace('<mx2@', '<mx-own2@'), '');
  await eventually(async () => {
    const bounced = (await service.events('communication.bounced')).filter(
      ({ data }) => data.communication_id === id,
    );
    expect(bounced.map(({ data }) => data.bounce_type)).toEqual(['soft']);
  });
  expect(
    (await service.post('communications', { to: 'full@bounce.example.test', subject: 'x', body: 'y' }))
      .status,
  ).toBe(202);
});

test('a complaint suppresses its sender', async () => {
  const { id, messageId } = await sendTo('angry@complaint.example.test');
  const raw = required(
    cases.find(({ name }) => name.startsWith('complaint')),
    'one of cases',
  ).raw.replace(/<com_[^>]+>/, messageId);
  await deliver('sales@in.example.test', raw.replace('<arf1@', '<arf-own@'));
  await eventually(async () => {
    const told = (await service.events('communication.complained')).filter(
      ({ data }) => data.communication_id === id,
    );
    expect(told).toHaveLength(1);
  });
  const again = await service.post('communications', {
    to: 'angry@complaint.example.test',
    subject: 'x',
    body: 'y',
  });
  expect(again.body.error.code).toBe('lead_suppressed');
});

test('mail can be delivered encrypted: the listener offers STARTTLS with the configured certificate', async () => {
  const { id, messageId } = await sendTo('tls@reply.example.test');
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    requireTLS: true,
    tls: { ca: authority.certificate, servername: 'mx.in.example.test' },
  });
  try {
    const raw = reply({ from: 'tls@reply.example.test', inReplyTo: messageId, text: 'Sounds good.' });
    await transport.sendMail({ envelope: { from: 'a@b.example.test', to: 'sales@in.example.test' }, raw });
  } finally {
    transport.close();
  }
  await eventually(async () => expect((await read(id)).replied_at).not.toBeNull());
});

test('a certificate with a wrong key stops the start, naming the setting', () => {
  const INBOUND_SMTP_TLS_CERT = certificate.cert;
  expect(() => loadSettings({ INBOUND_SMTP_TLS_CERT })).toThrow(/INBOUND_SMTP_TLS_KEY/);
  const { key } = authority.issue({ names: ['other.example.test'] });
  expect(() => loadSettings({ INBOUND_SMTP_TLS_CERT, INBOUND_SMTP_TLS_KEY: key })).toThrow(/not the key/);
});

test('nobody can relay through the listener', async () => {
  const raw = reply({ from: 'x@y.example.test', text: 'spam' });
  await expect(deliver('victim@elsewhere.example.test', raw)).rejects.toThrow(/5\.1\.1/);
});

test('the listener survives clients that send garbage', async () => {
  await new Promise<void>((resolve) => {
    const socket = createConnection(smtpPort, '127.0.0.1', () =>
      socket.end('\0\r\nMAIL FROM:<\r\nDATA\r\n.\r\n'),
    );
    socket.on('close', () => resolve()).on('error', () => resolve());
    socket.resume();
  });
  const { id, messageId } = await sendTo('after@nonsense.example.test');
  await deliver(
    'sales@in.example.test',
    reply({ from: 'after@nonsense.example.test', inReplyTo: messageId, text: 'Why?' }),
  );
  await eventually(async () => expect((await read(id)).replied_at).not.toBeNull());
});

test('a sender whose mail is too expensive to receive is disconnected, and others are served', async () => {
  const head = 'EHLO a\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<sales@in.example.test>\r\nDATA\r\n';
  const heard = await new Promise<string>((resolve) => {
    let text = '';
    const socket = createConnection(smtpPort, '127.0.0.1');
    socket.on('close', () => resolve(text)).on('error', () => {});
    socket.on('data', (chunk) => {
      const isGreeted = text !== '';
      text += chunk;
      if (!isGreeted) socket.write(head);
      if (text.includes('354 ')) socket.write('..\r\n'.repeat(60_000));
    });
  });
  // The connection ended before the end of the mail, so there is no response to it.
  expect(heard).toMatch(/354 [^\r\n]*\r\n$/);
  await deliver(
    'sales@in.example.test',
    reply({ from: 'b@else.example.test', inReplyTo: '<none@a>', text: 'Hi' }),
  );
});

test('the connections of one host are limited, and another host is served at the same time', async () => {
  const sockets: Socket[] = [];
  const greeting = (from: string) =>
    new Promise<string>((resolve) => {
      const socket = createConnection({ port: smtpPort, host: '127.0.0.1', localAddress: from });
      sockets.push(socket);
      socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(0, 3)));
      socket.on('error', () => resolve('lost'));
    });
  const first = await Promise.all(Array.from({ length: 50 }, () => greeting('127.0.0.2')));
  expect(new Set(first)).toEqual(new Set(['220']));
  expect(await greeting('127.0.0.2')).toBe('421');
  expect(await greeting('127.0.0.3')).toBe('220');
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect(await greeting('127.0.0.2')).toBe('220'));
  for (const socket of sockets) socket.destroy();
});

test('a lead who replies gets no more mail; one who is away gets it after the return', async () => {
  const lead_ids = await addLeads(service, 2, 'sequence');
  const { body: campaign } = await service.post('campaigns', {
    name: 'Stop on reply',
    lead_ids,
    messaging_strategy: {
      send_window: anyTime,
      legal: { postal_address: '1 Main Street', basis: 'consent' },
      sequence: [1, 2].map((step) => ({
        step,
        delay_hours: step === 1 ? 0 : 1,
        subject: `S${step}`,
        body: 'Hi',
      })),
    },
  });
  await service.post(`campaigns/${campaign.id}/launch`);
  await eventually(() =>
    expect(
      sink.mails.filter(({ to }) => required(to[0], 'the first of to').endsWith('@sequence.example')),
    ).toHaveLength(2),
  );
  const idOf = (to: string) =>
    required(
      required(
        /^Message-ID: (<[^>]+>)/im.exec(required(sink.to(to)[0], 'the first of to').raw),
        'a match of the pattern',
      )[1],
      'a group of the pattern',
    );
  await eventually(async () => {
    expect((await service.get(`campaigns/${campaign.id}`)).body.metrics.emails_sent).toBe(2);
  });
  const back = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const away = `From: sequence1@sequence.example\r\nTo: sales@in.example.test\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\nIn-Reply-To: ${idOf('sequence1@sequence.example')}\r\nMessage-ID: <ooo@sequence.example>\r\n\r\nI am on vacation and back on ${back}.\r\n`;
  await deliver('sales@in.example.test', away);
  await deliver(
    'sales@in.example.test',
    reply({
      from: 'sequence0@sequence.example',
      inReplyTo: idOf('sequence0@sequence.example'),
      text: 'Let us talk, I am interested.',
    }),
  );
  await eventually(async () => {
    const { metrics } = (await service.get(`campaigns/${campaign.id}`)).body;
    expect(metrics).toMatchObject({ replies: 1, positive_replies: 1, auto_replies: 1, reply_rate: 0.5 });
  });
  const why = (await service.get(`campaigns/${campaign.id}/why`)).body;
  expect(why.reasons).toContainEqual(
    expect.objectContaining({ reason: 'next_step', messages: 1, until: `${back}T00:00:00.000Z` }),
  );
});

test('replies are read from an IMAP mailbox as they arrive', async () => {
  const imap = hoodiecrow({
    plugins: [
      'IDLE',
      'STARTTLS',
      'LOGINDISABLED',
      'SASL-IR',
      'AUTH-PLAIN',
      'NAMESPACE',
      'ID',
      'ENABLE',
      'LITERALPLUS',
      'UNSELECT',
      'SPECIAL-USE',
      'CREATE-SPECIAL-USE',
    ].filter((name) => name !== 'LOGINDISABLED' && name !== 'STARTTLS'),
    users: { reader: { password: 'secret' } },
    storage: { INBOX: { messages: [] } },
  });
  await new Promise<void>((resolve) => imap.listen(0, () => resolve()));
  const port = imap.server.address().port;
  const other = await startOutreach({ IMAP_URL: `imap://reader:secret@127.0.0.1:${port}/INBOX` });
  try {
    const { body } = await other.post('communications', {
      to: 'imap@read.example.test',
      subject: 'Q',
      body: 'Hello',
    });
    const { message_id } = (await other.get(`communications/${body.communication_id}`)).body;
    await eventually(async () => {
      expect((await other.get(`communications/${body.communication_id}`)).body.status).toBe('sent');
    });
    const raw = reply({ from: 'imap@read.example.test', inReplyTo: message_id, text: 'Sounds good.' });
    imap.appendMessage('INBOX', [], false, raw);
    await eventually(async () => {
      expect((await other.get(`communications/${body.communication_id}`)).body.replied_at).not.toBeNull();
    });
    expect((await other.get('inbound')).body.messages[0]).toMatchObject({
      source: 'imap',
      classification: 'positive',
    });
    // A mail that cannot be stored now is not lost: it stays unread until it can be.
    const pool = createPool(other.database.owner, {
      max: 1,
      applicationName: 'test',
      onError: () => {},
    });
    // A sequence keeps its value when a transaction is rolled back.
    await pool.query(`create sequence tries;
      create function refuse() returns trigger language plpgsql security definer as $$
        begin perform nextval('tries'); raise exception 'not now'; end $$;
      create trigger refuse before insert on inbound_messages for each row execute function refuse()`);
    const later = reply({ from: 'imap@read.example.test', inReplyTo: message_id, text: 'No thanks.' });
    imap.appendMessage('INBOX', [], false, later);
    await eventually(async () =>
      expect((await pool.query('select from tries where is_called')).rowCount).toBe(1),
    );
    await pool.query('drop trigger refuse on inbound_messages');
    await pool.end();
    await eventually(async () => expect((await other.get('inbound')).body.total).toBe(2));
  } finally {
    await other.stop();
    await new Promise<void>((resolve) => imap.close(() => resolve()));
  }
});
