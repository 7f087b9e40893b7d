import { describe, expect, test } from 'vitest';
import { threadMs } from '../../../../kit/threads/thread-ms.fixture.ts';
import { classifyReply } from './classify-reply.ts';
import { readInboundMail } from './inbound-mail.ts';
import { readReport } from './read-report.ts';

const now = new Date('2026-11-21T12:00:00Z');

async function read(text: string, headers: readonly string[] = [], type = 'text/plain') {
  const head = [
    'From: p@person.example',
    'Subject: Re: A question',
    ...headers,
    `Content-Type: ${type}; charset=utf-8`,
  ];
  return readInboundMail(Buffer.from(`${head.join('\r\n')}\r\n\r\n${text.replace(/\n/g, '\r\n')}`));
}
const classOf = async (text: string, headers?: readonly string[], type?: string) =>
  classifyReply(await read(text, headers, type), now).classification;
const dayOf = async (text: string) =>
  classifyReply(await read(text, ['Auto-Submitted: auto-replied']), now)
    .awayUntil?.toISOString()
    .slice(0, 10);

const disclaimer =
  'This message is confidential. If you are not the intended recipient, delete it and do not contact anybody about it.';

describe('only the writer’s own text counts', () => {
  test('a company’s disclaimer does not unsubscribe anybody', async () => {
    expect(await classOf(`Yes, happy to talk. Tuesday works.\n\n${disclaimer}`)).toBe('positive');
    const html = `<div>Ja, gerne.</div><p>${disclaimer}</p><div><b>Von:</b> Sales &lt;s@in.example&gt;<br>Unsubscribe</div>`;
    expect(await classOf(html, [], 'text/html')).toBe('positive');
  });

  test('nor does text below a signature mark, or quoted text', async () => {
    expect(await classOf('Sounds good.\n-- \nAnn\nUnsubscribe from our news: http://x')).toBe('positive');
    expect(await classOf('Sounds good.\n\nOn Fri, Nov 20, 2026 Sales wrote:\n> unsubscribe')).toBe(
      'positive',
    );
  });

  test('words about lists, ends and removals in another sense are not a request to unsubscribe', async () => {
    expect(await classOf('I will stop by on Friday, let us talk then.')).toBe('positive');
    expect(await classOf('Does it remove duplicates from a list?')).not.toBe('unsubscribe');
  });

  test.each([
    'Kindly strike my details from your records.',
    'Cease all further communication.',
    'Bitte streichen Sie mich aus dem Verteiler.',
    "Je vous prie d'effacer mes coordonnées de vos fichiers.",
    'Quiten mi dirección de su lista, por favor.',
    '今後のメールは不要です。',
  ])('%s means no more mail', async (text) => expect(await classOf(text)).toBe('unsubscribe'));
});

describe('the day of a return', () => {
  test.each([
    ['I am out of office from 23.11.2026 to 04.12.2026, back on 07.12.2026.', '2026-12-07'],
    ['I am away until 12/07.', '2026-12-07'],
    ['I am on leave until 05/12.', '2026-12-05'],
    ['I am out of the office and back on Monday.', '2026-11-23'],
    ['Ich bin im Urlaub und am Donnerstag wieder erreichbar.', '2026-11-26'],
    ['Ich bin vom 23.11.2026 bis einschließlich 04.12.2026 abwesend.', '2026-12-04'],
    ['11月24日から11月30日まで休暇をいただきます。', '2026-11-30'],
  ])('%s', async (text, day) => expect(await dayOf(text)).toBe(day));
});

describe('what the form of a mail shows, in any language', () => {
  test('entities in an HTML part are decoded, and a line above the quoted mail ends the text', async () => {
    const html =
      '<p>Je ne suis pas int&eacute;ress&eacute;, d&#233;sol&eacute;.</p><hr><div>Yes, let us talk.</div>';
    const mail = await read(html, [], 'text/html');
    expect(mail.text).toBe('Je ne suis pas intéressé, désolé.');
    expect(classifyReply(mail, now).classification).toBe('negative');
  });

  test('HTML with endlessly open tags is read in linear time', async () => {
    const before = threadMs();
    await read(`Yes${'<style><blockquote <div <!-- '.repeat(20_000)}`, [], 'text/html');
    expect(threadMs() - before).toBeLessThan(400);
  });

  test.each([
    ['W dniu 20.11.2026 o 10:02, Sam <s@in.example> pisze:', 'Polish'],
    ['Den 20 nov. 2026 kl. 10:02 skrev Sam <s@in.example>:', 'Swedish'],
    ['20.11.2026, 10:02, "Sam" <s@in.example> kirjoitti:', 'Finnish'],
    ['Frå: Sam\nSendt: 20. november 2026\nTil: p@person.example', 'a head of fields'],
  ])('%s introduces a quote (%s)', async (line) => {
    expect((await read(`Tak\n\n${line}\n\nunsubscribe`)).text).toBe('Tak');
  });

  test.each([
    ['Return-Path: <>', 'We got it.'],
    ['X-Auto-Response-Suppress: All', 'We got it.'],
    ['Precedence: bulk', 'We got it.'],
    ['Auto-Submitted: auto-replied', 'As of 1 December I have left the company.'],
  ])(
    'under %s it is not written by a person, and a person who has left is not just away',
    async (header, text) => {
      expect(await classOf(text, [header])).toBe('auto_reply');
    },
  );

  test.each([
    ['Przebywam na urlopie do 27.11.2026. Wracam 30 listopada.', '2026-11-30'],
    ['Jag är på semester och åter den 8 december.', '2026-12-08'],
    ['Sarò di nuovo in ufficio da mercoledì 9 dicembre.', '2026-12-09'],
    ['Palaan töihin 7. joulukuuta.', '2026-12-07'],
  ])('%s names a day in its language', async (text, day) => {
    expect(await dayOf(text)).toBe(day);
  });

  test.each([
    ['552 Mailbox size limit exceeded', false],
    ['The mailbox is full, try again later.', false],
    ['No such user here', true],
    ['550 5.7.1 blocked', false],
  ])('a server’s notice with "%s" suppresses the address: %s', async (text, isHard) => {
    const mail = await read(`could not be delivered\n<ann@far.example>: ${text}`, ['Return-Path: <>']);
    expect(readReport({ ...mail, from: 'postmaster@far.example' })).toMatchObject({ isHard });
  });
});

test('texts of machines and servers are told from texts of people', async () => {
  expect(await classOf('Diese Nachricht wurde automatisch erstellt. Vorgangsnummer 4711.')).toBe(
    'auto_reply',
  );
  const returned = await read('<ann@far.example>:\n550 5.1.1 User unknown', [
    'From: MAILER-DAEMON@far.example',
  ]);
  expect(readReport({ ...returned, from: 'mailer-daemon@far.example' })).toMatchObject({
    kind: 'bounce',
    isHard: true,
    recipient: 'ann@far.example',
  });
});

test.each([
  ['a receipt', 'disposition-notification', 'Disposition: manual-action/MDN-sent-manually; displayed'],
  ['a delivery', 'delivery-status', 'Action: delivered\nStatus: 2.0.0'],
  ['a report that it was no spam', 'feedback-report', 'Feedback-Type: not-spam'],
])('%s is no reply of a person', async (_name, type, fields) => {
  const raw = `From: a@b.example\nSubject: Read: A question\nContent-Type: multipart/report; report-type=${type}; boundary=b\n\n--b\nContent-Type: text/plain\n\nYes, it was displayed.\n--b\nContent-Type: message/${type}\n\n${fields}\n\n--b--\n`;
  const mail = await readInboundMail(Buffer.from(raw.replace(/\n/g, '\r\n')));
  expect(readReport(mail)).toBeUndefined();
  expect(classifyReply(mail, now).classification).toBe('auto_reply');
});

test('a long mail is cheap to read, whatever it contains', async () => {
  const words =
    'not remove the delete my please do never stop your list contract until next would you like a ';
  const mail = { ...(await read('x')), text: words.repeat(220).slice(0, 20_000) };
  classifyReply(mail, now);
  const before = threadMs();
  for (let i = 0; i < 5; i++) classifyReply(mail, now);
  expect((threadMs() - before) / 5).toBeLessThan(40);
});

test('a mail with only quoted text has no meaning, whatever it quotes', async () => {
  const mail = await read('> Hello, shall we talk?\n> not interested?\n>> unsubscribe\n');
  expect(mail.text).toBe('');
  expect(classifyReply(mail, now).classification).toBe('neutral');
  expect(await classOf('On Fri, Nov 20, 2026 Sales wrote:\n> unsubscribe')).toBe('neutral');
});

test('a person who wants to continue is not unsubscribed', async () => {
  expect(await classOf("Please don't stop sending these. Let's schedule a call.")).toBe('positive');
  expect(await classOf('Please do not stop writing to us.')).not.toBe('unsubscribe');
  expect(await classOf("Don't write to me. Please stop sending these.")).toBe('unsubscribe');
});

test.each([
  ['REPLY', 'ACCEPTED', 'positive'],
  ['REPLY', 'DECLINED', 'negative'],
  ['REPLY', 'TENTATIVE', 'neutral'],
  ['COUNTER', 'ACCEPTED', 'positive'],
  ['REQUEST', 'NEEDS-ACTION', 'positive'],
])(
  'a calendar’s %s with %s counts as %s, although a machine sent it for its owner',
  async (method, status, found) => {
    const attendee = `ATTENDEE;CN="Bee, Ann";ROLE=REQ-PARTICIPANT;PART\r\n STAT=${status}:mailto:ann@a.example`;
    const calendar = `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nBEGIN:VEVENT\r\n${attendee}\r\nEND:VEVENT\r\nEND:VCALENDAR`;
    const answer = async (text: string) => {
      const parts = `--b\n\n${text}\n--b\nContent-Type: text/calendar; method=${method}\n\n${calendar}\n--b--\n`;
      const raw = `From: ann@a.example\nSubject: Call\nAuto-Submitted: auto-generated\nContent-Type: multipart/alternative; boundary=b\n\n${parts}`;
      const mail = await readInboundMail(Buffer.from(raw.replace(/\r?\n/g, '\r\n')));
      return classifyReply(mail, now).classification;
    };
    expect(await answer('')).toBe(found);
    expect(await answer('Please remove me from your list.')).toBe('unsubscribe');
  },
);

test.each(['abuse', 'opt-out', undefined])(
  'a feedback report of the type %s is a complaint',
  async (type) => {
    const fields = `${type === undefined ? '' : `Feedback-Type: ${type}\n`}Original-Rcpt-To: ann@a.example`;
    const raw = `From: fbl@isp.example\nContent-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\nContent-Type: message/feedback-report\n\n${fields}\n\n--b--\n`;
    const mail = await readInboundMail(Buffer.from(raw.replace(/\n/g, '\r\n')));
    expect(readReport(mail)).toMatchObject({ kind: 'complaint', recipient: 'ann@a.example' });
  },
);
