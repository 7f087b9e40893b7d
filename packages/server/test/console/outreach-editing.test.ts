import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openPage, useConsole } from './open-console.ts';

let service: TestService;
let trivium: Trivium;

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService({});
  trivium = new Trivium({ url: service.address, key: service.key });
});
afterAll(async () => {
  await service?.stop();
});
const opened = useConsole(shared, () => service);

const SLOW = { timeout: 20_000 };
const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();

async function makeDraft(name: string, filter: { tag?: string } = {}): Promise<string> {
  const { id } = await trivium.api.createCampaign({
    body: {
      name,
      channels: ['email'],
      filter,
      messaging_strategy: {
        sender: { name: 'Sam', email: 'sam@seller.example' },
        legal: { postal_address: '1 Main Street', basis: 'consent' },
        booking: { sales_rep: 'sam@seller.example' },
        sequence: [{ step: 1, subject: 'Hello', body: 'Hello {{ first_name }}.' }],
      },
    },
  });
  return id;
}

test('a draft is edited next to its rendered mail, a field is inserted at the cursor, and hidden settings stay', async () => {
  const { page, problems } = opened;
  await trivium.leads.import(new Blob(['email,first_name,Shoe size\nada@engines.example,Ada,38\n']));
  const id = await makeDraft('Sprnig');
  await openPage(page, service, `outreach/${id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect.poll(heading, SLOW).toBe('Edit Sprnig');
  const mail = page.frameLocator('iframe[title="Step 1 to Ada as rendered"]');
  await mail.getByText('Hello Ada.').waitFor(SLOW);

  await page.getByLabel('Name', { exact: true }).fill('Spring');
  await page.getByLabel('Text', { exact: true }).fill('{{ first_name | upcase }}, your size is ');
  await page.getByRole('button', { name: /Insert a field/ }).click();
  await page.getByRole('option', { name: 'Shoe size' }).click();
  await expect
    .poll(() => page.getByLabel('Text', { exact: true }).inputValue())
    .toBe('{{ first_name | upcase }}, your size is {{ lead["Shoe size"] }}');
  await mail.getByText('ADA, your size is 38').waitFor(SLOW);
  await page.getByText('This mail may be sent.').waitFor(SLOW);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect.poll(heading, SLOW).toBe('Spring');
  await page.getByText('The key bootstrap changed the campaign Spring').waitFor(SLOW);
  const { messaging_strategy: saved } = await trivium.api.getCampaign({ params: { id } });
  expect(saved).toMatchObject({ booking: { sales_rep: 'sam@seller.example' }, sender: { name: 'Sam' } });
  expect((await trivium.api.listLeads({ query: { campaign_id: id } })).total).toBe(1);
  expect(problems).toEqual([]);
}, 60_000);

test('filtered leads are tagged together, found by the tag, and a campaign writes to them', async () => {
  const { page, problems } = opened;
  await trivium.leads.import(
    new Blob([
      'email,first_name,country\ndora@de.example,Dora,DE\ndirk@de.example,Dirk,DE\nfred@fr.example,Fred,FR\n',
    ]),
  );
  await openPage(page, service, 'outreach/leads?country=de');
  await page.getByRole('status').getByText('2 leads', { exact: true }).waitFor(SLOW);
  await page.getByRole('button', { name: 'Tag those found' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the tags of 2 leads' });
  await dialog.getByRole('combobox', { name: 'Tags to add' }).fill('Trade fair');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Change the tags' }).click();
  await page.getByText('Of 2 leads, 2 got a tag, and 0 lost one.').waitFor(SLOW);
  await openPage(page, service, 'outreach/leads?tag=trade%20fair');
  await page.getByRole('link', { name: 'Dora' }).click();
  await expect.poll(heading, SLOW).toBe('Dora');
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'trade fair' }).click();
  await page.getByRole('status').getByText('2 leads', { exact: true }).waitFor(SLOW);

  const id = await makeDraft('Fair', { tag: 'trade fair' });
  await openPage(page, service, `outreach/${id}`);
  await page.getByRole('region', { name: 'Audience' }).getByRole('link', { name: '2 leads' }).waitFor(SLOW);
  expect(problems).toEqual([]);
}, 60_000);

test('each of hundreds of columns in a file can be found, mapped, and read on the page of the lead', async () => {
  const { page, problems } = opened;
  const columns = Array.from({ length: 300 }, (_, at) => `Attribute ${at}`);
  const values = columns.map((_, at) => (at === 288 ? 'Grace' : `value ${at}`));
  const file = `Contact,${columns.join(',')}\ngrace@ships.example,${values.join(',')}\n`;
  await openPage(page, service, 'outreach/import');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  // One row is not enough to recognize the columns.
  await page.getByText('No column was recognised as the e-mail addresses.').waitFor(SLOW);
  await page.getByRole('combobox', { name: /Which column holds/ }).fill('Contact');
  await page.keyboard.press('Enter');
  await page.getByLabel('Find a column').fill('attribute 288');
  await page.getByRole('button', { name: 'Attribute 288' }).click();
  await page.getByRole('option', { name: 'First name', exact: true }).click();
  await page.getByRole('combobox', { name: 'Tags of these leads' }).fill('wide');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Import them' }).click();
  await page.getByText('1 lead imported').waitFor(SLOW);
  const { leads } = await trivium.api.listLeads({ query: { tag: 'wide' } });
  expect(leads).toMatchObject([{ email: 'grace@ships.example', first_name: 'Grace' }]);
  await openPage(page, service, `outreach/leads/${leads[0]?.id}`);
  await page.getByLabel('Column or value').fill('value 299');
  const found = page.getByRole('region', { name: 'Other columns of the import' });
  await found.getByText('Attribute 299').waitFor(SLOW);
  expect(await found.getByText('Attribute 12', { exact: true }).count()).toBe(0);
  // The first trial, which was refused.
  expect(problems).toEqual([expect.stringContaining('400')]);
}, 60_000);

test('on a tablet, wide lists are cards, so that no word breaks letter by letter', async () => {
  const { page, problems } = opened;
  await trivium.leads.import(new Blob(['email,first_name,company\nmary@tablet.example,Mary,Tablets\n']));
  await page.setViewportSize({ width: 768, height: 1024 });
  await openPage(page, service, 'outreach/leads?q=mary@tablet');
  const status = page.getByRole('cell').getByText('New', { exact: true });
  await status.waitFor(SLOW);
  const line = await status.evaluate((one) => {
    const { lineHeight } = one.ownerDocument.defaultView?.getComputedStyle(one) ?? { lineHeight: '0' };
    return one.getBoundingClientRect().height / Number.parseFloat(lineHeight);
  });
  expect(line).toBeLessThan(1.8);
  expect(problems).toEqual([]);
}, 60_000);
