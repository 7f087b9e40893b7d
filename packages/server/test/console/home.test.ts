import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openPage, showHome, useConsole } from './open-console.ts';

let service: TestService;
let trivium: Trivium;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService();
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

const card = () => opened.page.getByRole('link', { name: /^Mails waiting/ });
const SLOW = { timeout: 30_000 };

test('mails that wait are told on Home with what holds them up, and the card leads to where they are let go', async () => {
  const { page, problems } = opened;
  const { api } = trivium;
  await api.createMailbox({ body: { address: 'idle@us.example' } });
  const { id } = await api.createMailbox({ body: { address: 'sam@us.example' } });
  await api.changeMailbox({ params: { id }, body: { status: 'paused' } });
  const mail = { subject: 'Hello', body: 'Good day.', mailbox_id: id };
  await api.queueCommunication({ body: { ...mail, to: 'ada@them.example' } });
  await api.queueCommunication({ body: { ...mail, to: 'grace@them.example' } });
  await showHome(page, service);
  await expect
    .poll(() => card().textContent(), SLOW)
    .toMatch(/^Mails waiting2sam@us\.example: Mailbox is paused$/);
  expect(await card().locator('.card-figure').getAttribute('class')).toContain('bad');
  await card().click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('sam@us.example');
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await expect
    .poll(async () => (await api.listSandboxMessages({ query: { to: 'grace@them.example' } })).total, SLOW)
    .toBe(1);
  await showHome(page, service);
  await expect.poll(() => card().textContent(), SLOW).toMatch(/^Mails waiting0None$/);
  expect(problems).toEqual([]);
}, 90_000);

test('a mail that only waits for its time is no fault, and a paused mailbox without mails is none either', async () => {
  const { page, problems } = opened;
  const { api } = trivium;
  const { id } = await api.createMailbox({ body: { address: 'resting@us.example' } });
  await api.changeMailbox({ params: { id }, body: { status: 'paused' } });
  const { mailboxes } = await api.listMailboxes({});
  const idle = mailboxes.find(({ address }) => address === 'idle@us.example')?.id ?? '';
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await api.queueCommunication({
    body: {
      subject: 'Later',
      body: 'Good day.',
      to: 'ada@them.example',
      mailbox_id: idle,
      send_at: inAnHour,
    },
  });
  await openPage(page, service, '');
  await expect
    .poll(() => card().textContent(), SLOW)
    .toMatch(/^Mails waiting1Next in (?:1 h|60 min|59 min)$/);
  expect(await card().locator('.card-figure').getAttribute('class')).not.toMatch(/bad|warn/);
  expect(problems).toEqual([]);
}, 60_000);
