import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { callerOf } from '../../src/kit/http/testing/call-api.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openPage, useConsole } from './open-console.ts';

// What an operator on call does who has heard that requests of a program are refused.

let service: TestService;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();

async function makeKey(name: string) {
  const { body } = await service.call('POST', '/v1/keys', { name, scopes: ['events:write'] });
  return { id: body.id as string, call: callerOf(service.address, body.key) };
}

test('a refused request is found by its key and by its id, and shows the reason', async () => {
  const { page, problems } = opened;
  const shop = await makeKey('shop');
  const refused = await shop.call('POST', '/v1/events', { type: 'Order Paid', source: 'shop', data: {} });
  const id = refused.body.error.request_id;
  await openPage(page, service, `keys/${shop.id}`);
  await expect.poll(heading).toBe('shop');
  const failed = page.getByRole('region', { name: 'Refused requests' });
  await failed.getByText(refused.body.error.code).waitFor();
  await failed.getByRole('link', { name: /publishEvent/ }).click();
  await expect.poll(heading).toBe('POST /v1/events');
  await page.getByText(id).waitFor();
  await page.getByRole('link', { name: 'shop' }).waitFor();
  await openPage(page, service, 'requests');
  await page.getByRole('button', { name: /Response$/ }).click();
  await page.getByRole('option', { name: 'Errors' }).click();
  await page.getByRole('table', { name: 'Requests' }).getByText('shop').first().waitFor();
  await page.getByLabel('Id', { exact: true }).fill(id);
  await expect.poll(heading).toBe('POST /v1/events');
  expect(problems).toEqual([]);
});

test('an error in the console links to its request, even before it is recorded', async () => {
  const { page } = opened;
  await openPage(page, service, `events/evt_${'0'.repeat(32)}`);
  await page.getByRole('link', { name: 'The request' }).click();
  await expect.poll(heading).toBe('GET /v1/events/:eventId');
  await page.getByText('404').first().waitFor();
});

test('a key is limited to addresses in its form and on its page, described in words, without locking out its owner', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'keys/new');
  await page.getByLabel('Name').fill('office');
  await page.getByText('Everything, people and API keys too').click();
  const from = page.getByRole('combobox', { name: 'May be used from' });
  for (const address of ['10.0.0.0/8', '2001:db8::/32']) {
    await from.fill(address);
    await from.press('Enter');
  }
  await page.getByText('From 10.0.0.0/8 and 2001:db8::/32 alone.').waitFor();
  await page.getByRole('button', { name: 'Create the key' }).click();
  const secret = await page.locator('code', { hasText: 'trv_' }).textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  const office = callerOf(service.address, secret ?? '');
  expect((await office('GET', '/v1/organization')).status).toBe(403);
  await page.getByRole('link', { name: /^office/ }).click();
  await expect.poll(heading).toBe('office');
  await page.getByText('10.0.0.0/8 and 2001:db8::/32 alone').waitFor();
  await page.getByRole('button', { name: 'Actions for office' }).click();
  await page.getByRole('menuitem', { name: 'Change it …' }).click();
  const dialog = page.getByRole('dialog');
  for (const address of ['10.0.0.0/8', '2001:db8::/32'])
    await dialog.getByRole('button', { name: `Remove ${address}` }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Everywhere', { exact: true }).waitFor();
  expect((await office('GET', '/v1/organization')).status).toBe(200);
  await page.getByText('changed the key office: allowed addresses').first().waitFor();
  expect(problems).toEqual([]);
});

test('filters are saved with a name, shared, opened with one click, renamed and deleted', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'events?type=access.*&hours=24');
  await page.getByRole('button', { name: 'Save this view …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Access today');
  await dialog.getByText('Share with the organization').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const views = page.getByRole('list', { name: 'Saved views' });
  await expect
    .poll(() => views.getByRole('link', { name: 'Access today' }).getAttribute('aria-current'))
    .toBe('true');
  await openPage(page, service, 'events');
  await views.getByRole('link', { name: 'Access today' }).click();
  await expect.poll(() => page.url()).toContain('type=access.*');
  // Pressing it again removes the filter.
  await views.getByRole('link', { name: 'Access today' }).click();
  await expect.poll(() => page.url()).not.toContain('type=');
  await views.getByRole('link', { name: 'Access today' }).click();
  await page.getByRole('button', { name: 'Actions for the view Access today' }).click();
  await page.getByRole('menuitem', { name: 'Rename or share it …' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Who came in');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await views.getByRole('link', { name: 'Who came in' }).waitFor();
  await page.getByRole('button', { name: 'Actions for the view Who came in' }).click();
  await page.getByRole('menuitem', { name: 'Delete it …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await expect.poll(() => views.count()).toBe(0);
  expect(problems).toEqual([]);
});
