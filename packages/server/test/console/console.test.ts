import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, openHome, openPage, showHome, signIn, useConsole, watch } from './open-console.ts';

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

test('a wrong key is refused, with a link to the explanation; a right one opens Home', async () => {
  const { context, page, problems } = await openConsole(shared.browser);
  await signIn(page, service, 'wrong');
  const alert = page.getByRole('alert');
  await expect.poll(() => alert.textContent()).toContain('not valid');
  expect(await alert.getByRole('link').getAttribute('href')).toBe(
    `${service.address}/docs/errors/unauthorized`,
  );
  problems.length = 0;
  await openHome(page, service);
  expect(problems).toEqual([]);
  await context.close();
});

test('a session survives a reload and a new tab, and no script can read its secret', async () => {
  const { page, context, problems } = await openConsole(shared.browser);
  await openHome(page, service);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const tab = await context.newPage();
  watch(tab, problems);
  await tab.goto(`${service.address}/#/webhooks`);
  await tab.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  const readable = await page.evaluate(
    'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
  );
  expect(readable).not.toContain(service.key);
  expect(readable).not.toContain('trivium_session');
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'trivium_session', httpOnly: true, sameSite: 'Strict' });
  expect(problems).toEqual([]);
  await context.close();
});

test('signing out ends the session in every tab, even with a copied cookie', async () => {
  const { page, context } = await openConsole(shared.browser);
  await openHome(page, service);
  const [cookie] = await context.cookies();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const headers = { cookie: `trivium_session=${required(cookie, 'cookie').value}`, 'x-trivium-session': '1' };
  const answer = await fetch(`${service.address}/v1/session`, { headers });
  expect(answer.status).toBe(401);
  await context.close();
});

test('an address with an invalid escape shows that there is no such page', async () => {
  const { page, problems } = opened;
  await showHome(page, service);
  await page.evaluate("location.hash = '#/%'");
  await expect.poll(heading).toBe('There is no such page');
  expect(problems).toEqual([]);
});

test('the navigation marks the section also on the page of one thing, and title and focus follow', async () => {
  const { page } = opened;
  await trivium.events.publish({ type: 'order.marked', source: 'shop', data: { n: 1 } });
  await showHome(page, service);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByRole('link', { name: 'order.marked' }).first().click();
  await expect.poll(heading).toBe('order.marked');
  await expect.poll(() => page.title()).toBe('order.marked · Trivium');
  const marked = page.getByRole('navigation', { name: 'Console' }).locator('[aria-current=page]');
  expect(await marked.textContent()).toBe('Events');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
  await page.goBack();
  await expect.poll(heading).toBe('Events');
});

test('the palette opens a page, the thing of an id or a name, and the events of a type', async () => {
  const { page, problems } = opened;
  const { eventId } = await trivium.events.publish({ type: 'order.found', source: 'shop', data: { n: 1 } });
  await showHome(page, service);
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    const field = page.getByRole('searchbox', { name: /Search pages/ });
    await field.fill(text);
    await expect.poll(() => field.getAttribute('aria-activedescendant')).toBeTruthy();
    await field.press('Enter');
  };
  await find('Dead let');
  await expect.poll(heading).toBe('Dead letters');
  await find(eventId);
  await expect.poll(heading).toBe('order.found');
  await trivium.api.createWorkflow({
    body: {
      name: 'Thank who paid',
      trigger: { type: 'order.paid' },
      actions: [{ action: 'events.publish', input: { type: 'order.thanked', source: 'workflow', data: {} } }],
    },
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: /Search pages/ }).fill('thank WHO');
  await page.getByRole('menuitem', { name: 'Thank who paid' }).click();
  await expect.poll(heading).toBe('Thank who paid');
  await find('order.found');
  await expect.poll(() => page.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('order.found');
  await expect.poll(() => page.getByRole('row', { name: /order.found/ }).count()).toBe(1);
  expect(problems).toEqual([]);
});

test('late names move nothing in the palette, and an earlier Enter opens what they find', async () => {
  const { page, problems } = opened;
  await trivium.webhooks.subscribe({
    name: 'Dead ringers',
    url: 'http://127.0.0.1:9/x',
    secret: 'shh',
    events: ['order.rung'],
  });
  await showHome(page, service);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: /Search pages/ });
  await field.fill('dead');
  const entries = page.getByRole('menuitem');
  const marked = () =>
    page.evaluate<string>(
      "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent ?? ''",
    );
  await expect.poll(marked).toContain('Dead letters');
  await page.getByRole('menuitem', { name: 'Dead ringers' }).waitFor();
  expect(await entries.first().textContent()).toContain('Dead letters');
  expect(await marked()).toContain('Dead letters');
  await field.fill('dead ringers');
  await field.press('Enter');
  await expect.poll(heading).toBe('Dead ringers');
  expect(problems).toEqual([]);
});

test('j and k move through a list and Enter opens the focused item', async () => {
  const { page } = opened;
  await trivium.events.publishAll(
    [1, 2, 3].map((n) => ({ type: 'order.keys', source: 'shop', data: { n } })),
  );
  await openPage(page, service, 'events?type=order.keys');
  await expect.poll(() => page.getByRole('link', { name: 'order.keys' }).count()).toBe(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect
    .poll(() => page.evaluate('document.activeElement.closest("[data-index]")?.dataset.index'))
    .toBe('1');
  await page.keyboard.press('Enter');
  await expect.poll(heading).toBe('order.keys');
});

test('an event appears when it is published, text of strangers stays text, and its page shows the verified proof', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'events?source=stranger');
  await page.getByText('No event matches.').waitFor();
  const data = { note: '<img src=x onerror=alert(1)>' };
  await trivium.events.publish({ type: 'order.made', source: 'stranger', data });
  await page.getByRole('link', { name: 'order.made' }).click();
  await expect.poll(() => page.textContent('main')).toContain('onerror=alert(1)');
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContainEqual(expect.stringMatching(/^Verified/));
  const { checkpoint } = await trivium.api.readCheckpoint({});
  await trivium.events.publish({ type: 'order.later', source: 'stranger', data: {} });
  await openPage(page, service, 'events/log');
  const kept = page.getByRole('region', { name: 'Check a checkpoint that you kept' });
  await kept.getByLabel('Checkpoint').fill(checkpoint);
  await kept.getByRole('button', { name: 'Check it' }).click();
  await kept.getByText('your browser computed both roots').waitFor();
  // A different root for the same size: this is another log.
  const lines = checkpoint.split('\n');
  await kept.getByLabel('Checkpoint').fill([...lines.slice(0, 2), `${'A'.repeat(43)}=`, ''].join('\n'));
  await kept.getByRole('button', { name: 'Check it' }).click();
  await kept.getByText('The log does not match this checkpoint').waitFor();
  expect(problems).toEqual([]);
});

test('an event is published from the example of its type, and its API call can be copied', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'events/publish');
  const type = page.getByRole('combobox', { name: 'Type' });
  await type.fill('review.started');
  await page.getByRole('option', { name: 'review.started' }).click();
  await expect.poll(() => page.getByLabel('Payload').inputValue()).toContain('agents_total');
  await page.getByRole('button', { name: 'As API calls' }).click();
  const call = page.getByRole('region', { name: 'Publish this event, the call' });
  await expect.poll(() => call.first().textContent()).toContain('agents_total');
  await page.keyboard.press('Escape');
  await type.fill('order.tried');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(heading).toBe('order.tried');
  expect(problems).toEqual([]);
});

test('an event like an earlier one is published from its page', async () => {
  const { page } = opened;
  const { eventId } = await trivium.events.publish({
    type: 'order.again',
    source: 'shop',
    data: { sku: 'A-7' },
  });
  await openPage(page, service, `events/${eventId}`);
  await page.getByRole('link', { name: 'Publish one like it' }).click();
  await expect.poll(() => page.getByLabel('Payload').inputValue()).toContain('A-7');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(heading).toBe('order.again');
  expect((await trivium.api.queryEvents({ query: { type: 'order.again' } })).total).toBe(2);
});

test('an event is found by a value in its payload, even after a reload', async () => {
  const { page, problems } = opened;
  for (const sku of ['A-7', 'B-8'])
    await trivium.events.publish({
      type: 'order.searched',
      source: 'shop',
      data: { lines: [{ sku }], of: sku },
    });
  await openPage(page, service, 'events');
  await page.getByRole('textbox', { name: 'In the payload' }).fill('data.lines.0.sku=A-7');
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'order.searched' });
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(1);
  await page.reload();
  await expect.poll(() => rows.count(), { timeout: 15_000 }).toBe(1);
  await page.getByText('of: A-7').waitFor();
  expect(problems).toEqual([]);
});

test('everything that one action caused is shown as one trace', async () => {
  const { page } = opened;
  const metadata = { correlationId: 'checkout-7' };
  const types = ['order.placed', 'lead.asked', 'contract.wanted'];
  for (const type of types) await trivium.events.publish({ type, source: 'shop', data: {}, metadata });
  await openPage(page, service, 'events?correlationId=checkout-7&type=lead.asked');
  await page.getByRole('link', { name: 'lead.asked' }).click();
  const trace = page.getByRole('list', { name: /Events of this trace/ });
  await expect.poll(() => trace.getByRole('link').allTextContents()).toEqual(types);
  expect(await trace.locator('[aria-current]').textContent()).toContain('lead.asked');
});

test('all rows of a long list can be reached, and only those near the view are rendered', async () => {
  const { page } = opened;
  const events = Array.from({ length: 400 }, (_, n) => ({ type: 'order.many', source: 'shop', data: { n } }));
  await trivium.events.publishAll(events);
  await openPage(page, service, 'events?type=order.many');
  const table = page.getByRole('table', { name: 'Events' });
  await expect
    .poll(
      async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        return table.getAttribute('aria-rowcount');
      },
      { timeout: 20_000 },
    )
    .toBe('401');
  const last = table.locator('[data-index="399"]');
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return (await last.allTextContents()).join();
    })
    .toContain('n: 0');
  expect(await table.locator('[data-index]').count()).toBeLessThan(80);
  await expect.poll(() => page.getByRole('button', { name: 'Reload' }).count()).toBe(1);
});

test('Back returns to where a long list was scrolled to, also after a reload, and another page begins at its top', async () => {
  const { page, problems } = opened;
  const events = Array.from({ length: 150 }, (_, n) => ({ type: 'order.deep', source: 'shop', data: { n } }));
  await trivium.events.publishAll(events);
  await openPage(page, service, 'events?type=order.deep');
  const table = page.getByRole('table', { name: 'Events' });
  await expect
    .poll(async () => {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      return table.getAttribute('aria-rowcount');
    })
    .toBe('151');
  // The last rows may have come after the last scroll.
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  const row = table.locator('[data-index="140"]');
  await row.scrollIntoViewIfNeeded();
  const seen = () => page.evaluate<number>('Math.round(scrollY)');
  await expect.poll(async () => (await seen()) > 2_000).toBe(true);
  const before = await seen();
  await row.getByRole('link').first().click();
  await expect.poll(heading).toBe('order.deep');
  await expect.poll(seen).toBe(0);
  await page.goBack();
  await expect.poll(seen).toBeGreaterThan(before - 200);
  await row.waitFor();
  expect(Math.abs((await seen()) - before)).toBeLessThan(200);
  await page.goForward();
  await page.reload();
  await page.goBack();
  // The rows are read again, page by page.
  await expect.poll(seen, { timeout: 10_000 }).toBeGreaterThan(before - 400);
  expect(problems).toEqual([]);
}, 60_000);

test('a form with unsaved changes asks before a link, Back or closing its dialog', async () => {
  const { page, problems } = opened;
  await showHome(page, service);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('link', { name: 'New subscription' }).first().click();
  await expect.poll(heading).toBe('New subscription');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half done');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  expect([await name.inputValue(), new URL(page.url()).hash]).toEqual(['Half done', '#/webhooks/new']);
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  expect([await name.inputValue(), new URL(page.url()).hash]).toEqual(['Half done', '#/webhooks/new']);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(heading).toBe('Events');

  await openPage(page, service, 'outreach/suppressions');
  await page.getByRole('button', { name: /^Add/ }).first().click();
  const who = page.getByRole('dialog').getByLabel('Address or domain');
  await who.fill('ann@acme.example');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => question.count()).toBe(0);
  expect(await who.inputValue()).toBe('ann@acme.example');
  await who.press('Escape');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('if a session ends while a form is filled, signing in again loses nothing of it', async () => {
  const { page, context } = await openConsole(shared.browser);
  await openHome(page, service);
  await openPage(page, service, 'webhooks/new');
  await page.getByLabel('Name').fill('Half typed');
  await context.clearCookies();
  await trivium.events.publish({ type: 'session.ended', source: 'test', data: {} });
  const dialog = page.getByRole('alertdialog', { name: 'You are signed out' });
  await dialog.waitFor({ timeout: 30_000 });
  await dialog.getByLabel('API key').fill(service.key);
  await dialog.getByRole('button', { name: 'Sign in with the key' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
  await context.close();
});

test('a page whose service stops answering says so, and continues when it answers', async () => {
  const { page } = opened;
  await showHome(page, service);
  await page.route('**/v1/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'has not answered since' });
  await told.waitFor({ timeout: 30_000 });
  await page.unroute('**/v1/**');
  await told.waitFor({ state: 'detached', timeout: 30_000 });
});

test('files outside of the console are not served', async () => {
  const paths = ['pages.json', '..%2f..%2fpackage.json', 'main.js', 'console/src/main.tsx', '.br'];
  for (const path of paths) {
    expect([path, (await fetch(`${service.address}/console/${path}`)).status]).toEqual([path, 404]);
  }
});

test('a first view loads less than 200 KB, compressed', async () => {
  const { context, page } = await openConsole(shared.browser);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/console/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await trivium.webhooks.subscribe({
    name: 'Any',
    url: 'http://127.0.0.1:9/x',
    secret: 'shh',
    events: ['order.first'],
  });
  await trivium.events.publish({ type: 'order.first', source: 'shop', data: {} });
  await openHome(page, service);
  await page.getByRole('img', { name: /Attempts per hour/ }).waitFor({ timeout: 20_000 });
  const size = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
  expect(size).toBeGreaterThan(100_000);
  expect(size).toBeLessThan(200_000);
  await context.close();
});
