import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/kit/net/listen.fixture.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { eventually, type OutreachService, startOutreach } from './harness.ts';

let service: OutreachService;
let site: Server;
let siteUrl: string;

const shared = useBrowser();
beforeAll(async () => {
  service = await startOutreach();
  site = createServer((_request, response) => response.end('<title>Their site</title>'));
  const { origin } = await listen(site);
  siteUrl = `${origin}/page?a=1&b=2`;
});
afterAll(async () => {
  await service?.stop();
  site?.close();
});

/** Sends a mail and returns it as its reader gets it. */
async function sent(to: string, more = {}) {
  const body = { to, subject: 'Q', body: `Hello, see ${siteUrl}\n\nBook: {{ booking_url }}`, ...more };
  const { communication_id: id } = (await service.post('communications', body)).body;
  await eventually(async () => expect((await service.get(`communications/${id}`)).body.status).toBe('sent'));
  const { messages } = (await service.get(`sandbox/messages?to=${to}`)).body;
  const { html, text } = (await service.get(`sandbox/messages/${messages[0].id}`)).body;
  const link = (form: RegExp) =>
    required(form.exec(html), 'a match of the pattern')[0].replaceAll('&amp;', '&');
  return {
    id,
    html: html as string,
    text: text as string,
    unsubscribe: link(/http[^"]+\/o\/u\/[0-9a-f]{32}/),
    pixel: link(/http[^"]+\/o\/p\/[0-9a-f]{32}\.gif/),
    click: link(/http[^"]+\/o\/c\/[^"]+/),
    book: link(/http[^"]+\/o\/b\/[0-9a-f]{32}/),
  };
}

const read = async (id: string) => (await service.get(`communications/${id}`)).body;
const canWriteTo = async (to: string) =>
  (await service.post('communications', { to, subject: 'Q', body: 'x' })).status;
const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';

test('the page in a browser asks first; only its button unsubscribes the reader', async () => {
  const mail = await sent('reader@page.example.test');
  const page = await shared.browser.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(mail.unsubscribe);
  await expect(page.title()).resolves.toBe('Unsubscribe');
  expect(await page.locator('main').textContent()).toContain('re…@page.example.test');
  // Opening the page changes nothing, because scanners open it too.
  expect(await canWriteTo('reader@page.example.test')).toBe(202);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('status').textContent()).resolves.toContain('You are unsubscribed');
  expect(await canWriteTo('reader@page.example.test')).toBe(422);
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  await page.close();
});

test('one click in a mail program unsubscribes, once, and no queued mail is sent after the answer', async () => {
  const mail = await sent('oneclick@page.example.test');
  const queued = {
    to: 'oneclick@page.example.test',
    subject: 'Q2',
    body: 'x',
    send_at: new Date(Date.now() + 1_500).toISOString(),
  };
  const { communication_id } = (await service.post('communications', queued)).body;
  for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(mail.unsubscribe, { method });
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(mail.unsubscribe, { method: 'POST', body });
    expect(answer.status).toBe(200);
  }
  expect(await read(communication_id)).toMatchObject({ status: 'failed', failure_code: 'suppressed' });
  const told = (await service.events('lead.unsubscribed')).filter(
    ({ data }) => data.communication_id === mail.id,
  );
  expect(told).toHaveLength(1);
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(mail.unsubscribe, { method: 'POST', body: multipart })).status).toBe(200);
});

test('opens and clicks of people and of machines are distinguished, and a campaign shows which links were followed', async () => {
  const { body: campaign } = await service.post('campaigns', { name: 'Links', lead_ids: [] });
  const links = async () => (await service.get(`campaigns/${campaign.id}/links`)).body;
  const mail = await sent('opens@page.example.test', { campaign_id: campaign.id });
  const get = (url: string, agent: string, headers = {}) =>
    fetch(url, { redirect: 'manual', headers: { 'user-agent': agent, ...headers } });
  // An opening so soon after the delivery comes from a scanner.
  await get(mail.pixel, person);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  for (const [agent, headers] of [
    ['Mozilla/5.0', {}],
    ['curl/8.0', {}],
    ['SomeSecurityScanner/1.0', {}],
    [person, { 'sec-purpose': 'prefetch' }],
  ] as const) {
    await get(mail.pixel, agent, headers);
    await get(mail.click, agent, headers);
  }
  await eventually(async () =>
    expect((await service.events('communication.opened')).length).toBeGreaterThanOrEqual(5),
  );
  expect(await read(mail.id)).toMatchObject({ opened_at: null, clicked_at: null });
  expect(await links()).toMatchObject({ links: [], total: 0 });
  expect((await get(mail.pixel, person)).headers.get('content-type')).toBe('image/gif');
  const click = await get(mail.click, person);
  expect([click.status, click.headers.get('location')]).toEqual([302, siteUrl]);
  await eventually(async () => {
    const one = await read(mail.id);
    expect(one.opened_at).not.toBeNull();
    expect(one.clicked_at).not.toBeNull();
  });
  const opens = (await service.events('communication.opened')).filter(
    ({ data }) => data.communication_id === mail.id,
  );
  expect(opens.filter(({ data }) => data.machine === false)).toHaveLength(1);
  await get(mail.click, person);
  await eventually(async () =>
    expect(await links()).toMatchObject({ links: [{ url: siteUrl, clicks: 2, messages: 1 }], total: 1 }),
  );
  expect((await service.get('campaigns/cmp_none/links')).status).toBe(404);
});

test('nobody can make the service redirect people elsewhere', async () => {
  const mail = await sent('redirect@page.example.test');
  const forged = mail.click.replace(/\?u=.*/, `?u=${encodeURIComponent('https://evil.example/')}`);
  const other = await sent('redirect2@page.example.test');
  const token = /\/o\/c\/([0-9a-f]{32})/;
  const swapped = mail.click.replace(
    required(required(token.exec(mail.click), 'a match of the pattern')[1], 'a group of the pattern'),
    required(required(token.exec(other.click), 'a match of the pattern')[1], 'a group of the pattern'),
  );
  for (const url of [forged, swapped, mail.click.replace(/\/[^/?]+\?/, '/x?')]) {
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('location')).toBeNull();
  }
});

test('a lead books a meeting on its page, once, and the event has what led to it', async () => {
  const mail = await sent('booker@page.example.test');
  const page = await shared.browser.newPage();
  await page.goto(mail.book);
  const first = page.getByRole('button').first();
  const label = await first.textContent();
  await first.click();
  await expect(page.getByRole('status').textContent()).resolves.toContain(label);
  await page.goto(mail.book);
  expect(await page.getByRole('button').first().textContent()).not.toBe(label);
  await page.close();
  const [meeting] = (await service.events('meeting.booked')).slice(-1);
  expect(required(meeting, 'meeting').data).toMatchObject({
    duration_minutes: 30,
    attribution: { first_touch: 'email', last_touch: 'email', touchpoints: 1 },
  });
  await eventually(async () => {
    const { messages } = (await service.get('sandbox/messages?to=booker@page.example.test')).body;
    expect(messages).toHaveLength(2);
    const raw = (await service.get(`sandbox/messages/${messages[0].id}/raw`)).text;
    expect(raw).toMatch(/Content-Type: text\/calendar;[^\n]*method=REQUEST/i);
  });
});

test('a cancelled meeting frees its time, and its guests get one cancellation', async () => {
  const book = (more = {}) =>
    service.post('meetings', {
      email: 'off@page.example.test',
      meeting_time: '2027-03-01T10:00:00Z',
      sales_rep: 'rep@example.test',
      ...more,
    });
  const { body: meeting } = await book();
  const mails = async () => (await service.get('sandbox/messages?to=off@page.example.test')).body.messages;
  await eventually(async () => expect(await mails()).toHaveLength(1));
  const first = await service.post(`meetings/${meeting.id}/cancel`);
  const again = await service.post(`meetings/${meeting.id}/cancel`);
  expect([first.body.status, again.body.status]).toEqual(['cancelled', 'cancelled']);
  await eventually(async () => expect(await mails()).toHaveLength(2));
  const [cancelled, invited] = await Promise.all(
    (await mails()).map(
      async ({ id }: { id: string }) => (await service.get(`sandbox/messages/${id}/raw`)).text,
    ),
  );
  expect(cancelled).toMatch(/method=CANCEL/i);
  const uidOf = (raw: string) => /^UID:(.+)$/m.exec(raw)?.[1];
  expect([uidOf(cancelled), /^SEQUENCE:1/m.test(cancelled)]).toEqual([uidOf(invited), true]);
  const quiet = (await book({ send_invitation: false })).body;
  await service.post(`meetings/${quiet.id}/cancel`);
  expect((await service.post(`meetings/mtg_${'0'.repeat(32)}/cancel`)).status).toBe(404);
  expect(await mails()).toHaveLength(2);
});

test('touches are counted by person, whatever links them with other events', async () => {
  const to = 'linked@page.example.test';
  const { body } = await service.post('communications', {
    to,
    subject: 'Q',
    body: 'Hi',
    correlation_id: 'deal-7',
  });
  await eventually(async () =>
    expect((await service.get(`communications/${body.communication_id}`)).body.status).toBe('sent'),
  );
  const meeting = await service.post('meetings', {
    email: to,
    meeting_time: '2027-03-02T10:00:00Z',
    sales_rep: 'rep@example.test',
    send_invitation: false,
  });
  expect(meeting.body.attribution).toEqual({ first_touch: 'email', last_touch: 'email', touchpoints: 1 });
});

test('a calendar reports bookings with a signature; a wrong signature changes nothing', async () => {
  const { createHmac } = await import('node:crypto');
  await sent('calendar@page.example.test');
  const { url, secret } = (await service.post('booking-webhook')).body;
  const body = JSON.stringify({
    triggerEvent: 'BOOKING_CREATED',
    payload: {
      uid: 'cal-1',
      startTime: '2027-02-01T10:00:00Z',
      endTime: '2027-02-01T10:45:00Z',
      organizer: { email: 'rep@example.test' },
      attendees: [{ email: 'calendar@page.example.test' }],
    },
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const tell = (given: string) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-cal-signature-256': given },
    });
  expect((await tell('0'.repeat(64))).status).toBe(401);
  for (let i = 0; i < 2; i++) expect((await tell(signature)).status).toBe(200);
  const { meetings, total } = (await service.get('meetings')).body;
  expect(total).toBe(5);
  expect(meetings[0]).toMatchObject({
    duration_minutes: 45,
    sales_rep: 'rep@example.test',
    source: 'webhook',
  });
});
