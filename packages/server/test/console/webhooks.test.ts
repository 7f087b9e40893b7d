import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { openConsole, openHome, openPage, showHome, useConsole, watchTexts } from './open-console.ts';

let service: TestService;
let trivium: Trivium;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_DELAYS: '0' });
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();
const GONE = 'http://127.0.0.1:9/hook';

test('a double click on Subscribe makes one subscription, and its page keeps no secret', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'webhooks/new');
  await page.getByLabel('Name').fill('Twice');
  await page.getByRole('textbox', { name: 'Receiver' }).fill(GONE);
  const events = page.getByRole('combobox', { name: 'Events' });
  await events.fill('order.twice');
  await events.press('Enter');
  await page.getByRole('button', { name: 'Remove order.twice' }).waitFor();
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).dblclick();
  await expect.poll(heading).toBe('Twice');
  expect(await page.content()).not.toContain(secret);
  const { subscriptions } = await trivium.api.listWebhookSubscriptions({});
  expect(subscriptions.filter(({ name }) => name === 'Twice')).toMatchObject([{ events: ['order.twice'] }]);
  await page.getByRole('button', { name: 'Pause' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('The key bootstrap paused the subscription Twice').waitFor();
  await history.getByText('The key bootstrap created the subscription Twice').waitFor();
  await openPage(page, service, 'audit?thing=webhook_subscription&hours=1');
  const told = page.getByRole('table', { name: 'Audit log' });
  await told.getByRole('link', { name: 'The key bootstrap paused the subscription Twice' }).click();
  await expect.poll(heading).toBe('access.configuration.changed');
  expect(problems).toEqual([]);
});

test('a refused address is reported at its field, and the input stays', async () => {
  const { page } = opened;
  await openPage(page, service, 'webhooks/new');
  await page.getByLabel('Name').fill('Refused');
  await page.getByRole('textbox', { name: 'Receiver' }).fill('ftp://example.com/hook');
  const events = page.getByRole('combobox', { name: 'Events' });
  await events.fill('order.refused');
  await events.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Receiver' });
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Name').inputValue()).toBe('Refused');
});

test('a failing receiver is shown on Home, acknowledged, fixed, and its dead letters are sent again', async () => {
  const { page, problems } = opened;
  const receiver = await openReceiver('shh');
  const body = { name: 'Warehouse', url: GONE, secret: 'shh', events: ['order.packed'] };
  await trivium.webhooks.subscribe(body);
  await showHome(page, service);
  await trivium.events.publish({ type: 'order.packed', source: 'shop', data: { n: 1 } });
  // It becomes a dead letter a moment after the failure, and no event announces this.
  const warning = page.getByRole('status').filter({ hasText: /not reach (?:its|their) receivers?/ });
  await expect
    .poll(() => warning.textContent(), { timeout: 60_000 })
    .toMatch(/Warehouse: Failing since .*, 1 dead/);
  await warning.getByRole('link', { name: 'Warehouse' }).click();
  await expect.poll(heading).toBe('Warehouse');
  await page.getByRole('button', { name: 'Acknowledge …' }).click();
  await page.getByLabel('Note').fill('It moves to another host.');
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).dblclick();
  await page.getByText(/^bootstrap has seen it .*: It moves to another host\.$/).waitFor();
  await page
    .getByRole('region', { name: 'History' })
    .getByText('The key bootstrap acknowledged the problem with the subscription Warehouse: note')
    .waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Receiver' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading).toBe('Warehouse');
  await page.getByRole('button', { name: /^Send again evt_/ }).click();
  await expect.poll(() => receiver.verified).toMatchObject([{ payload: { event: 'order.packed' } }]);
  await expect
    .poll(() => page.locator('.page-name .status').textContent(), { timeout: 60_000 })
    .toBe('Healthy');
  expect(await page.locator('.acknowledged').count()).toBe(0);
  expect(problems).toEqual([]);
  await receiver.close();
});

test('blocked keys are shown on Home, listed on the page of their subscription, and released without the failed delivery', async () => {
  const { page, problems } = opened;
  const { subscription_id: subId } = await trivium.api.createWebhookSubscription({
    body: {
      name: 'In order',
      url: GONE,
      secret: 'shh',
      events: ['order.queued'],
      ordering: { key: 'data.order_id' },
    },
  });
  const health = async () => (await trivium.api.getWebhookSubscription({ params: { subId } })).health;
  for (const n of [1, 2])
    await trivium.events.publish({ type: 'order.queued', source: 'shop', data: { order_id: 'o-7', n } });
  await expect.poll(async () => (await health()).state, { timeout: 60_000 }).toBe('blocked');
  await showHome(page, service);
  const warning = page.getByRole('status').filter({ hasText: /not reach (?:its|their) receivers?/ });
  await expect
    .poll(() => warning.textContent(), { timeout: 60_000 })
    .toMatch(/In order: 1 key blocked since .*, 1 waiting, 1 dead/);
  await warning.getByRole('link', { name: 'In order' }).click();
  await page.getByRole('table', { name: 'Blocked keys' }).getByRole('link', { name: 'o-7' }).waitFor();
  const failed = (await health()).blocked?.first[0]?.event_id;
  await page.getByRole('button', { name: 'Let o-7 go on' }).click();
  await page.getByRole('menuitem', { name: 'Skip it …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip it' }).click();
  await page.getByText('o-7 continues without it.').waitFor();
  // Then it is the turn of the next one, which also fails.
  await expect
    .poll(async () => (await health()).blocked?.first[0]?.event_id, { timeout: 60_000 })
    .not.toBe(failed);
  await expect.poll(async () => (await health()).state, { timeout: 60_000 }).toBe('blocked');
  expect(problems).toEqual([]);
});

test('dead letters that fail again after a replay reappear by themselves, and it is not shown as healthy meanwhile', async () => {
  const { page, problems } = opened;
  const body = { name: 'Gone', url: GONE, secret: 'shh', events: ['order.lost'] };
  const { subscription_id: subId } = await trivium.webhooks.subscribe(body);
  await trivium.events.publish({ type: 'order.lost', source: 'shop', data: { n: 1 } });
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total).toBe(1);
  await openPage(page, service, `webhooks/dead?subscription_id=${subId}`);
  await page.getByRole('button', { name: /^Send again evt_/ }).waitFor();
  const seen = await watchTexts(page);
  await page.getByRole('button', { name: 'Send it again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByText('1 dead letter is being sent again.').waitFor();
  const attempts = async () =>
    (await trivium.api.listWebhookDeliveries({ params: { subId } })).deliveries.length;
  await expect.poll(attempts, { timeout: 60_000 }).toBe(2);
  await page.getByRole('button', { name: /^Send again evt_/ }).waitFor();
  expect((await seen()).filter((text) => text.includes('There is no dead letter.'))).toEqual([]);
  expect(problems).toEqual([]);
});

test('of many dead letters a subscription shows the first ones, and all on request', async () => {
  const { page, problems } = opened;
  const body = { name: 'Many dead', url: GONE, secret: 'shh', events: ['order.dead'] };
  const { subscription_id: subId } = await trivium.webhooks.subscribe(body);
  const events = Array.from({ length: 7 }, (_, n) => ({ type: 'order.dead', source: 'shop', data: { n } }));
  await trivium.events.publishAll(events);
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total, { timeout: 60_000 }).toBe(7);
  await openPage(page, service, `webhooks/${subId}`);
  const letters = page.getByRole('table', { name: 'Dead letters' }).locator('.row-link');
  await expect.poll(() => letters.count()).toBe(5);
  await page.getByText('7 dead letters', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show all of Dead letters' }).click();
  await expect.poll(() => letters.count()).toBe(7);
  expect(problems).toEqual([]);
});

test('a delivery shows each attempt with its bytes and differences, and is sent again', async () => {
  const { page, problems } = opened;
  const body = { name: 'Bytes', url: GONE, secret: 'shh', events: ['order.bytes'] };
  const { subscription_id: subId } = await trivium.webhooks.subscribe(body);
  await trivium.events.publish({ type: 'order.bytes', source: 'shop', data: { sku: 'A-7' } });
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total).toBe(1);
  const [letter] = (await dead()).dead_letters;
  await openPage(page, service, `deliveries/${required(letter, 'letter').delivery_id}`);
  await expect.poll(heading).toBe('order.bytes to Bytes');
  await expect
    .poll(() => page.getByRole('region', { name: 'Attempt 1, body sent' }).first().textContent())
    .toContain('A-7');
  const receiver = await openReceiver('shh');
  await trivium.api.updateWebhookSubscription({ params: { subId }, body: { url: receiver.url } });
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => receiver.verified.length).toBe(1);
  await expect
    .poll(() => page.locator('.page-name .status').textContent(), { timeout: 60_000 })
    .toBe('Delivered');
  await page.getByText(/Differences from attempt/).click();
  await expect
    .poll(() => page.locator('.diff .diff-added').allTextContents())
    .toContainEqual(expect.stringContaining(receiver.url));
  expect(problems).toEqual([]);
  await receiver.close();
});

test('deliveries are found with filters that survive a reload', async () => {
  const { page } = opened;
  const body = { name: 'Filtered', url: GONE, secret: 'shh', events: ['order.filtered'] };
  const { subscription_id: subId } = await trivium.webhooks.subscribe(body);
  for (const n of [1, 2])
    await trivium.events.publish({ type: 'order.filtered', source: 'shop', data: { n } });
  const dead = () => trivium.api.listDeadLetters({ query: { subscription_id: subId } });
  await expect.poll(async () => (await dead()).total).toBe(2);
  await openPage(page, service, 'webhooks/deliveries');
  await page.getByRole('textbox', { name: 'In the payload' }).fill('data.n=2');
  await page.getByRole('button', { name: /Subscription$/ }).click();
  await page.getByRole('option', { name: 'Filtered' }).click();
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'order.filtered' });
  await expect.poll(() => rows.count()).toBe(1);
  await page.reload();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'In the payload' }).inputValue())
    .toBe('data.n=2');
  await expect.poll(() => rows.count()).toBe(1);
});

test('filter and transformation are tried on a past event while a subscription is made', async () => {
  const { page, problems } = opened;
  await trivium.events.publish({ type: 'order.tried', source: 'shop', data: { order_id: 7, amount: 40 } });
  await openPage(page, service, 'webhooks/new');
  await page.getByLabel('Name').fill('Tried');
  await page.getByRole('textbox', { name: 'Receiver' }).fill(GONE);
  const events = page.getByRole('combobox', { name: 'Events' });
  await events.fill('order.tried');
  await events.press('Enter');
  await page.getByRole('button', { name: 'Remove order.tried' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Filter and transformation, tried on a past event').click();
  await page.getByText('This event is sent.').waitFor();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Field 1' }).fill('amount');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Comparison 1$/ }).click();
  await page.getByRole('option', { name: 'is at least' }).click();
  const value = page.getByRole('textbox', { name: 'Value 1', exact: true });
  await value.fill('100');
  await page.getByText('its payload does not meet the filter').waitFor();
  await value.fill('10');
  await page.getByText('This event is sent.').waitFor();
  await page
    .getByRole('textbox', { name: /^Transformation/ })
    .fill('{ "text": "Order " & $string(data.order_id) }');
  const body = page.getByRole('region', { name: 'Body of the delivery' });
  await expect.poll(() => body.textContent(), { timeout: 60_000 }).toContain('"text": "Order 7"');
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect.poll(heading, { timeout: 60_000 }).toBe('Tried');
  const { subscriptions } = await trivium.api.listWebhookSubscriptions({});
  expect(subscriptions.find(({ name }) => name === 'Tried')).toMatchObject({
    filter: { amount: { $gte: 10 } },
    transform: '{ "text": "Order " & $string(data.order_id) }',
  });
  // The preview has sent nothing.
  expect((await trivium.api.searchWebhookDeliveries({ query: { event: 'order.tried' } })).total).toBe(0);
  expect(problems).toEqual([]);
});

test('a receiver’s own settings are in the form, and changing one keeps the secrets of the others', async () => {
  const { page, problems } = opened;
  const { subscription_id: subId } = await trivium.api.createWebhookSubscription({
    body: {
      name: 'Own ways',
      url: GONE,
      secret: 'shh',
      events: ['order.none'],
      headers: { 'X-Team': 'billing' },
      auth: { type: 'bearer', token: 'of the receiver' },
    },
  });
  const params = { subId };
  await openPage(page, service, `webhooks/${subId}/edit`);
  await page.getByRole('button', { name: /^Unordered, as soon as possible Order/ }).click();
  await page.getByRole('option', { name: /for each value of a field/ }).click();
  await page.getByLabel('Field', { exact: true }).fill('data.customer_id');
  await page.getByLabel('Seconds before each attempt').fill('0, 60, 300');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading).toBe('Own ways');
  expect(await trivium.api.getWebhookSubscription({ params })).toMatchObject({
    ordering: { key: 'data.customer_id' },
    on_failure: 'block',
    header_names: ['x-team'],
    auth: { type: 'bearer' },
    retry: { delays: [0, 60, 300] },
    batch: null,
    signature: 'hmac',
  });
  await page.getByText('By data.customer_id; later ones wait for a failed one').waitFor();
  await openPage(page, service, `webhooks/${subId}/edit`);
  await page.getByRole('button', { name: /^As they are Custom headers/ }).click();
  await page.getByRole('option', { name: 'These …' }).click();
  await page.getByLabel('One on each line').fill('X-Team: payments\nX-Place: Vienna');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading).toBe('Own ways');
  const { header_names: names } = await trivium.api.getWebhookSubscription({ params });
  expect(names.toSorted()).toEqual(['x-place', 'x-team']);
  await page.getByText('The key bootstrap changed the subscription Own ways: headers').waitFor();
  expect(problems).toEqual([]);
  await openPage(page, service, `webhooks/${subId}/edit`);
  await page.getByRole('button', { name: /^Unchanged Authentication/ }).click();
  await page.getByRole('option', { name: 'Client certificate (mTLS)' }).click();
  await page.getByLabel('Certificate (PEM)').fill('no certificate');
  await page.getByLabel('Private key (PEM)').fill('no key');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Certificate (PEM)').getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('button', { name: /^Client certificate/ }).click();
  await page.getByRole('option', { name: /OAuth 2\.0/ }).click();
  await page.getByLabel('Address of the token endpoint').fill('http://127.0.0.1:9/token');
  await page.getByLabel('Client id').fill('trivium');
  await page.getByLabel('Client secret').fill('of the client');
  await page.getByLabel('Scope').fill('orders.write');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('OAuth 2.0 token from 127.0.0.1:9, as trivium').waitFor();
  expect((await trivium.api.getWebhookSubscription({ params })).auth).toMatchObject({
    type: 'oauth2',
    token_url: 'http://127.0.0.1:9/token',
    client_id: 'trivium',
    scope: 'orders.write',
    audience: null,
    client_authentication: 'basic',
  });
});

test('a subscription is deleted only after its name is typed', async () => {
  const { page } = opened;
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Short-lived',
    url: GONE,
    secret: 'shh',
    events: ['order.none'],
  });
  await openPage(page, service, `webhooks/${subId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirm = page.getByRole('button', { name: 'Delete subscription' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await page.getByLabel(/to confirm/).fill('Short-lived');
  await confirm.click();
  await expect.poll(heading).toBe('Webhooks');
  await expect.poll(() => page.getByRole('link', { name: 'Short-lived' }).count()).toBe(0);
});

test('a viewer is offered no change, and is told so at links to one', async () => {
  const { context, page, problems } = await openConsole(shared.browser);
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Looked at',
    url: GONE,
    secret: 'shh',
    events: ['order.none'],
  });
  const { eventId } = await trivium.events.publish({ type: 'order.looked', source: 'shop', data: {} });
  const key = await service.addKey('default', ['events:read', 'webhooks:read']);
  await openHome(page, service, key);
  await openPage(page, service, `webhooks/${subId}`);
  await page.getByRole('heading', { level: 1, name: 'Looked at' }).waitFor();
  await page.getByRole('region', { name: 'Deliveries' }).waitFor();
  const buttons = await page.getByRole('main').getByRole('button').allTextContents();
  expect(buttons.filter((text) => /Pause|Send$|Delete|Rotate/.test(text))).toEqual([]);
  await openPage(page, service, `events/${eventId}`);
  await page.getByRole('heading', { level: 1, name: 'order.looked' }).waitFor();
  expect(await page.getByRole('link', { name: 'Publish one like it' }).count()).toBe(0);
  for (const path of ['webhooks/new', `webhooks/${subId}/edit`, 'workflows/new', 'events/publish']) {
    await openPage(page, service, path);
    await page.getByText(/^You may not (change|publish)/).waitFor();
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('a key that may not read a page is told which scope it lacks', async () => {
  const { context, page } = await openConsole(shared.browser);
  const key = await service.addKey('default', ['events:read']);
  await openHome(page, service, key);
  await openPage(page, service, 'webhooks');
  const alert = page.getByRole('alert').first();
  await expect.poll(() => alert.textContent()).toContain('webhooks:read');
  expect(await page.getByRole('link', { name: 'New subscription' }).count()).toBe(0);
  await context.close();
});

test('subscriptions are found by name and health, and the filters are removed at once', async () => {
  const { page, problems } = opened;
  const paused = await trivium.webhooks.subscribe({
    name: 'Search index',
    url: GONE,
    secret: 'shh',
    events: ['order.none'],
  });
  await trivium.webhooks.subscribe({ name: 'Search of leads', url: GONE, secret: 'shh', events: ['a.none'] });
  await trivium.api.pauseWebhookSubscription({ params: { subId: paused.subscription_id } });
  await openPage(page, service, 'webhooks');
  const rows = page.getByRole('table', { name: 'Subscriptions' }).locator('.row-link');
  await page.getByRole('textbox', { name: 'Name or address' }).fill('SEARCH');
  await expect.poll(() => rows.allTextContents()).toEqual(['Search of leads', 'Search index']);
  await page.getByRole('button', { name: /Health$/ }).click();
  await page.getByRole('option', { name: 'Paused' }).click();
  await expect.poll(() => rows.allTextContents()).toEqual(['Search index']);
  await page.reload();
  await expect.poll(() => rows.allTextContents()).toEqual(['Search index']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  expect(await page.getByRole('textbox', { name: 'Name or address' }).inputValue()).toBe('');
  expect(problems).toEqual([]);
});

test('typing a filter sends no invalid requests, and a single word finds all types that start with it', async () => {
  const { page, problems } = opened;
  await trivium.events.publish({ type: 'parcel.sent', source: 'shop', data: {} });
  await openPage(page, service, 'webhooks/deliveries');
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
  const answer = page.getByRole('textbox', { name: 'Response' });
  await answer.pressSequentially('4', { delay: 0 });
  await page.getByText('A status such as 404, a class such as 5xx, or none.').waitFor();
  await answer.pressSequentially('04', { delay: 0 });
  await expect.poll(() => new URL(page.url()).hash).toContain('response_code=404');
  await openPage(page, service, 'events');
  const type = page.getByRole('combobox', { name: 'Type' });
  await type.fill('parcel');
  await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'parcel.sent' }).waitFor();
  await type.fill('parcel. sent');
  await page.getByText('A type such as order.created, or order.* for everything below it.').waitFor();
  expect(refused).toEqual([]);
  expect(problems).toEqual([]);
});

test('a pause can be undone in its message, and a form in a dialog shows its API call', async () => {
  const { page, problems } = opened;
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Undone',
    url: GONE,
    secret: 'shh',
    events: ['order.none'],
  });
  await openPage(page, service, `webhooks/${subId}`);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Nothing is sent until you resume it.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  expect((await trivium.api.getWebhookSubscription({ params: { subId } })).status).toBe('active');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Create a portal link' }).click();
  const dialog = page.getByRole('dialog', { name: /portal link/ });
  await dialog.getByText('They may change the address and the secret').click();
  await dialog.getByRole('button', { name: 'As API calls' }).click();
  const call = page.getByRole('region', { name: 'Create a portal link, the call' });
  await expect.poll(() => call.first().textContent()).toContain('"may_change": true');
  expect(problems).toEqual([]);
});

test('an event is sent again to one receiver, and all deliveries of a subscription from its page', async () => {
  const { page, problems } = opened;
  const receiver = await openReceiver('shh');
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Again',
    url: receiver.url,
    secret: 'shh',
    events: ['order.again'],
  });
  const { eventId } = await trivium.events.publish({
    type: 'order.again',
    source: 'shop',
    data: { n: "it's" },
  });
  await expect.poll(() => receiver.verified.length).toBe(1);
  await openPage(page, service, `events/${eventId}`);
  await page.getByRole('button', { name: 'Send again to Again' }).click();
  await expect.poll(() => receiver.verified.length).toBe(2);
  await openPage(page, service, `webhooks/${subId}`);
  await page.getByRole('button', { name: 'Send these again' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Send these deliveries again?' });
  expect(await dialog.textContent()).toContain('Every delivery to Again is sent again. Again may get');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('1 delivery is back in the queue.').waitFor();
  await expect.poll(() => receiver.verified.length).toBe(3);
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'order.again' }).click();
  await page.getByText('As a curl command').first().click();
  const command = page.getByRole('region', { name: /as a curl command$/ }).first();
  expect(await command.textContent()).toMatch(
    /^curl -X POST 'http[\s\S]*X-Signature: sha256=[\s\S]*it'\\''s/i,
  );
  expect(problems).toEqual([]);
  await receiver.close();
});

test('Home shows what was sent, even if its subscription is deleted', async () => {
  const { page } = opened;
  const receiver = await openReceiver('shh');
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Short',
    url: receiver.url,
    secret: 'shh',
    events: ['order.short'],
  });
  const attempts = async () => (await trivium.api.readWebhookStats({})).totals.attempts;
  const before = await attempts();
  await trivium.events.publish({ type: 'order.short', source: 'shop', data: {} });
  await expect.poll(attempts).toBe(before + 1);
  await trivium.api.deleteWebhookSubscription({ params: { subId } });
  expect(await attempts()).toBe(before + 1);
  await showHome(page, service);
  await page
    .getByText(`${before + 1} attempt`)
    .first()
    .waitFor();
  expect(await page.getByText('Nothing was sent').count()).toBe(0);
  await receiver.close();
});

test('a type of the catalogue shows when it happens and its fields, and links to a new subscription', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'events/types');
  await page.getByRole('textbox', { name: 'Name or meaning' }).fill('upload');
  const rows = page.getByRole('table', { name: 'Event types' }).locator('.row-link');
  await expect.poll(() => rows.allTextContents()).toEqual(['application.uploaded', 'code.upload.complete']);
  await rows.first().click();
  await expect.poll(heading).toBe('application.uploaded');
  await page.getByText('code.upload.complete').first().waitFor();
  await page.getByRole('link', { name: 'Publish a test event' }).click();
  const type = page.getByRole('combobox', { name: 'Type' });
  await expect.poll(() => type.inputValue()).toBe('application.uploaded');
  expect(await page.getByRole('textbox', { name: 'Payload' }).inputValue()).toContain('"application_id"');
  await openPage(page, service, 'events/types/application.uploaded');
  await page.getByRole('link', { name: 'Subscribe to it' }).click();
  await page.getByRole('button', { name: 'Remove application.uploaded' }).waitFor();
  expect(problems).toEqual([]);
});

test('a filter is built line by line and read back, and a more complex one stays JSON', async () => {
  const { page, problems } = opened;
  const filter = { amount: { $gte: 10, $lt: 100 }, country: { $in: ['CH', 'AT'] } };
  const made = await trivium.api.createWebhookSubscription({
    body: { name: 'Lines', url: GONE, secret: 'shh', events: ['order.lines'], filter },
  });
  const params = { subId: made.subscription_id };
  await openPage(page, service, `webhooks/${params.subId}/edit`);
  const values = [1, 2, 3].map((n) => page.getByRole('textbox', { name: `Value ${n}`, exact: true }));
  await expect.poll(() => values[2]?.inputValue()).toBe('CH, AT');
  await values[1]?.fill('200');
  await page.getByRole('button', { name: 'Remove condition 3' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading).toBe('Lines');
  const read = async () => (await trivium.api.getWebhookSubscription({ params })).filter;
  expect(await read()).toEqual({ amount: { $gte: 10, $lt: 200 } });
  const nested = { $nor: [{ a: 1 }] };
  await trivium.api.updateWebhookSubscription({ params, body: { filter: nested } });
  await openPage(page, service, `webhooks/${params.subId}/edit`);
  // The form must not start with data from before the change.
  await page.reload();
  const json = page.getByRole('textbox', { name: 'Filter on the payload (optional)' });
  await expect.poll(() => json.textContent()).toContain('$nor');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading).toBe('Lines');
  expect(await read()).toEqual(nested);
  expect(problems).toEqual([]);
});
