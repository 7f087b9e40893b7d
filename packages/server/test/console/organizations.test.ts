import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, openHome, openPage, showHome, useConsole } from './open-console.ts';

let service: TestService;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

test('the operator makes an organization, exports it, suspends it and erases it by its name', async () => {
  const { page, problems } = opened;
  await showHome(page, service);
  await page.getByRole('link', { name: 'Organizations' }).click();
  await page.getByRole('button', { name: 'New organization' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Acme');
  await page.getByRole('button', { name: 'Create the organization' }).click();
  const key = await page.getByRole('dialog').locator('code').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  const asked = await fetch(`${service.address}/v1/organization`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(await asked.json()).toMatchObject({ name: 'Acme' });
  await page.getByRole('link', { name: 'Acme' }).click();

  await page.getByRole('button', { name: 'Export everything' }).first().click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the export/ }).click();
  const archive = await readFile(await (await saved).path());
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  await page.getByText('Suspend the organization first').first().waitFor();
  await page.getByRole('button', { name: 'Suspend …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Suspended', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Erase for good …' }).click();
  const confirm = page.getByRole('alertdialog');
  expect(await confirm.getByRole('button', { name: 'Erase' }).isDisabled()).toBe(true);
  await confirm.getByLabel(/to confirm/).fill('Acme');
  await confirm.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Everything is deleted').waitFor();
  await page.getByRole('table', { name: 'Deleted, by table' }).getByText('api_keys').waitFor();
  expect(problems).toEqual([]);
});

test('a user of another organization sees no organizations', async () => {
  const { context, page } = await openConsole(shared.browser);
  await openHome(page, service, await service.addKey('other'));
  expect(await page.getByRole('link', { name: 'Organizations' }).count()).toBe(0);
  await openPage(page, service, 'organizations');
  await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('runs the service');
  await context.close();
});
