import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { listen } from '../../src/kit/net/listen.fixture.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { type OpenConsole, openConsole, openHome, openPage } from './open-console.ts';

let service: TestService;
let trivium: Trivium;
let opened: OpenConsole;
/** Two pages of other sites; the first one is allowed to embed the portal. */
let embedder: FramePage;
let stranger: FramePage;

const shared = useBrowser();
beforeAll(async () => {
  [embedder, stranger] = await Promise.all([openFramePage(), openFramePage()]);
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0', PORTAL_EMBED_ORIGINS: embedder.origin });
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
  for (const { server } of [embedder, stranger]) server.close();
});
beforeEach(async () => {
  opened = await openConsole(shared.browser);
  return () => opened.context.close();
});

interface FramePage {
  server: Server;
  origin: string;
}

/** A page that embeds the address after `?` in a frame. */
async function openFramePage(): Promise<FramePage> {
  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url?.split('?')[1] ?? '');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>Of others</title><iframe title="Webhooks" src="${address}"></iframe>`);
  });
  return { server, origin: (await listen(server)).origin };
}

const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();
const GONE = 'http://127.0.0.1:9/hook';

async function subscribe(name: string, events: string[]): Promise<string> {
  const body = { name, url: GONE, secret: 'shh', events };
  return (await trivium.webhooks.subscribe(body)).subscription_id;
}

test('a portal link shows one subscription, changes its URL if allowed, replays its dead letters, and leaves no key in the address', async () => {
  const { page, problems } = opened;
  const receiver = await openReceiver('shh');
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Orders',
    url: GONE,
    secret: 'shh',
    events: ['order.portal'],
  });
  await trivium.events.publish({ type: 'order.portal', source: 'shop', data: { n: 1 } });
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total).toBe(1);
  const { url, key } = await trivium.api.createPortalLink({ params: { subId }, body: { may_change: true } });
  await page.goto(required(url, 'url'));
  await expect.poll(heading).toBe('Orders');
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByRole('textbox', { name: 'Receiver' }).fill(receiver.url);
  await page.getByRole('dialog').getByRole('button', { name: 'Change the address' }).dblclick();
  await page.getByText(receiver.url, { exact: true }).waitFor();
  expect(page.url()).toBe(`${service.address}/portal#/`);
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  await page.getByRole('button', { name: /^Send again evt_/ }).click();
  await expect.poll(() => receiver.verified).toMatchObject([{ payload: { event: 'order.portal' } }]);
  await page.getByText('None now.').waitFor();
  expect(await page.content()).not.toContain(key);
  expect(problems).toEqual([]);
  await receiver.close();
});

test('a link is made in a dialog with its choices and appearance, and its owner chooses', async () => {
  const { page, context, problems } = opened;
  const subId = await subscribe('Chosen', ['order.paid', 'invoice.sent']);
  await openHome(page, service);
  await openPage(page, service, `webhooks/${subId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create a portal link' }).click();
  const dialog = page.getByRole('dialog', { name: /portal link/ });
  await dialog.getByText('They may change the address and the secret').click();
  await dialog.getByRole('button', { name: 'Remove invoice.sent' }).click();
  const types = dialog.getByRole('combobox', { name: 'Events that they may choose from' });
  for (const type of ['order.sent', 'parcel.*']) {
    await types.fill(type);
    await types.press('Enter');
    await dialog.getByRole('button', { name: `Remove ${type}` }).waitFor();
  }
  await dialog.getByText('Appearance').click();
  await dialog.getByLabel('Name in the header').fill('Acme');
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffe100');
  await dialog.getByRole('button', { name: 'Create the link' }).click();
  const address = await dialog.getByRole('link', { name: 'Open it' }).getAttribute('href');

  const portal = await context.newPage();
  await portal.goto(required(address, 'the link'));
  await portal.getByRole('heading', { level: 1, name: 'Chosen' }).waitFor();
  await portal.getByRole('link', { name: 'Acme', exact: true }).waitFor();
  await portal.getByText('This link works until').waitFor();
  await portal.getByRole('button', { name: 'Choose events' }).click();
  const choice = portal.getByRole('dialog', { name: 'Choose events' });
  await choice.getByText('Always sent: invoice.sent').waitFor();
  await choice.getByText('order.paid', { exact: true }).click();
  await choice.getByText('parcel.*', { exact: true }).click();
  const save = choice.getByRole('button', { name: 'Choose these' });
  const drawn = 'getComputedStyle(document.querySelector(".dialog .button.main"))';
  // White text would be unreadable on yellow.
  expect(await portal.evaluate(`[${drawn}.backgroundColor, ${drawn}.color]`)).toEqual([
    'rgb(255, 225, 0)',
    'rgb(16, 19, 26)',
  ]);
  await save.click();
  await choice.waitFor({ state: 'detached' });
  const { events } = await trivium.api.getWebhookSubscription({ params: { subId } });
  expect(events).toEqual(['invoice.sent', 'parcel.*']);
  expect(problems).toEqual([]);
});

test('the sample only names events of the subscription', async () => {
  const { page } = opened;
  const subId = await subscribe('Samples', ['parcel.*']);
  const { url } = await trivium.api.createPortalLink({ params: { subId } });
  await page.goto(required(url, 'url'));
  const event = page.getByRole('region', { name: 'Send a sample' }).getByRole('combobox', { name: 'Event' });
  await event.waitFor();
  expect(await event.getAttribute('placeholder')).toBe('parcel.…');
});

test('an expired link says so, and what to do', async () => {
  const { page } = opened;
  const subId = await subscribe('Ended', ['order.none']);
  const { url } = await trivium.api.createPortalLink({ params: { subId } });
  await trivium.api.revokePortalLinks({ params: { subId } });
  await page.goto(required(url, 'url'));
  await page.getByText('This link no longer works.').waitFor();
});

test('only allowed pages can embed the portal in a frame', async () => {
  const { page } = opened;
  const subId = await subscribe('Framed', ['order.none']);
  const { url } = await trivium.api.createPortalLink({ params: { subId } });
  const shownBy = async ({ origin }: FramePage) => {
    await page.goto(`${origin}/?${encodeURIComponent(required(url, 'url'))}`);
    return page.frameLocator('iframe');
  };
  const frame = await shownBy(embedder);
  await frame.getByRole('heading', { level: 1, name: 'Framed' }).waitFor();
  expect(await frame.getByText('Webhook portal').count()).toBe(0);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await shownBy(stranger);
  await refused;
});
