import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { type OpenConsole, openConsole, openHome, openPage } from './open-console.ts';

let service: TestService;
let trivium: Trivium;
let opened: OpenConsole;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService();
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  opened = await openConsole(shared.browser);
  return () => opened.context.close();
});

/** The accessible name of the focused element. */
const focused = () =>
  opened.page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
  })()`);

test('a dialog starts at its first field, and a refusal is shown at its field, which gets the focus', async () => {
  const { page, problems } = opened;
  await openHome(page, service);
  await openPage(page, service, 'outreach/suppressions');
  await page.getByRole('button', { name: 'Add', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Suppress an address or domain' });
  const who = dialog.getByLabel('Address or domain');
  await expect.poll(focused).toBe('Address or domain');
  await who.fill('no domain');
  await dialog.getByLabel('Reason').fill('They asked.');
  await dialog.getByRole('button', { name: 'Suppress' }).click();
  await dialog.getByText('Must be a domain such as example.com.').waitFor();
  expect(await who.getAttribute('aria-invalid')).toBe('true');
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await expect.poll(focused).toBe('Address or domain');
  await who.fill('acme.example');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect((await trivium.api.listSuppressions({})).suppressions).toMatchObject([{ domain: 'acme.example' }]);
  expect(problems.filter((text) => !text.includes('status of 400'))).toEqual([]);
});

test('Escape does not lose the input of a dialog', async () => {
  const { page } = opened;
  await openHome(page, service);
  await openPage(page, service, 'contracts/backups');
  await page.getByRole('button', { name: 'Back up now' }).first().click();
  await page.getByLabel('Days to keep').fill('7');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  expect(await page.getByLabel('Days to keep').inputValue()).toBe('7');
});

test('a confirmation starts at Cancel, so that Enter does no harm', async () => {
  const { page } = opened;
  const { subscription_id: subId } = await trivium.webhooks.subscribe({
    name: 'Kept',
    url: 'http://127.0.0.1:9/hook',
    secret: 'shh',
    events: ['order.none'],
  });
  await openHome(page, service);
  await openPage(page, service, `webhooks/${subId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /Revoke/ }).click();
  await page.getByRole('alertdialog').waitFor();
  await expect.poll(focused).toBe('Cancel');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
});

test('filters are shown in a wide window, and folded in a narrow one', async () => {
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page, service);
  await openPage(page, service, 'events');
  const type = page.getByRole('combobox', { name: 'Type' });
  await page.getByText('Filters', { exact: true }).waitFor();
  expect(await type.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await type.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await type.waitFor({ state: 'hidden' });
});

test('the API calls are closed by a button that stays in view, and the focus returns to where it was', async () => {
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await openHome(page, service);
  await page.getByRole('button', { name: 'As API calls' }).click();
  const dialog = page.getByRole('dialog', { name: 'As API calls' });
  await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await dialog.getByRole('button', { name: 'Close the dialog' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('As API calls');
});

test.each(['Rotate the secret …', 'Delete …'])(
  'after the dialog of the menu item “%s”, the focus is on the button of the menu',
  async (item) => {
    const { page } = opened;
    const { subscription_id: subId } = await trivium.webhooks.subscribe({
      name: 'Focused',
      url: 'http://127.0.0.1:9/hook',
      secret: 'shh',
      events: ['order.none'],
    });
    await openHome(page, service);
    await openPage(page, service, `webhooks/${subId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByRole('textbox').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('More actions');
  },
);
