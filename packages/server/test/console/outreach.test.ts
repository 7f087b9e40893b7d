import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';
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
const main = () => opened.page.textContent('main');

/** The names of the first two columns cannot be recognized. */
const leadsCsv = `Draht;Rufzeichen;Firma
ada@engines.example;Ada;Engines
grace@ships.example;Grace;Ships
;Nobody;Nowhere
`;

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('leads are imported with a reviewed mapping, written to, and their mails shown as rendered', async () => {
  const { page, problems } = opened;
  await openPage(page, service, 'outreach/import');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'kontakte.csv', mimeType: 'text/csv', buffer: Buffer.from(leadsCsv) });
  await page.getByRole('heading', { name: 'Preview' }).waitFor(SLOW);
  await page.getByText('grace@ships.example').first().waitFor();
  expect((await trivium.api.listLeads({})).total).toBe(0);
  await choose(page, 'Rufzeichen', 'First name');
  await page.getByRole('button', { name: 'Import them' }).click();
  await page.getByText('2 leads imported').waitFor(SLOW);
  await page.getByRole('link', { name: 'Show the leads' }).click();
  await page.getByRole('link', { name: 'Ada' }).waitFor();

  await openPage(page, service, 'outreach/new');
  await page.getByLabel('Name', { exact: true }).fill('Spring');
  await page.getByLabel('Subject').fill('A question for {{ company }}');
  await page.getByLabel('Text', { exact: true }).fill('Hello {{ first_name }}, how are {{ missing_one }}?');
  await page.getByRole('combobox', { name: "Sender's address" }).fill('sam@seller.example');
  await page.getByLabel('Postal address').fill('1 Main Street, 12345 Town');
  await page.getByText('Only at certain hours').click();
  await page.getByText(/Nothing stands for “missing_one”/).waitFor(SLOW);
  const lead = page.getByRole('combobox', { name: 'Lead', exact: true });
  await lead.click();
  await lead.pressSequentially('grace');
  await page.getByRole('option', { name: /grace@ships/ }).click();
  await page.getByText('A question for Ships').waitFor(SLOW);
  await page.getByText('This mail would be held back.').waitFor(SLOW);
  await page.getByLabel('Text', { exact: true }).fill('Hello {{ first_name }}, how do you do?');
  await page.getByText('This mail may be sent.').waitFor(SLOW);
  await page.getByRole('button', { name: 'Create the campaign' }).click();
  await expect.poll(heading, SLOW).toBe('Spring');
  await page.getByText('This is a draft').waitFor();

  await page.getByRole('button', { name: 'Launch', exact: true }).click();
  await page.getByLabel('Budget in US dollars').fill('5');
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await page.getByText('2 mails to 2 leads').waitFor(SLOW);
  await page.getByRole('button', { name: 'Show the campaign' }).click();
  await page.getByRole('list', { name: 'Funnel' }).waitFor(SLOW);
  await expect.poll(main, SLOW).toMatch(/of \$5\.00/);

  await openPage(page, service, 'outreach/sandbox?to=ada@engines.example');
  await page.getByRole('link', { name: 'A question for Engines' }).click();
  const mail = page.frameLocator('iframe[title="The mail as rendered"]');
  await mail.getByText('Hello Ada, how do you do?').waitFor(SLOW);
  expect(problems).toEqual([]);
}, 90_000);

test('a mail is shown with its styles, runs no scripts, and loads nothing that would inform its sender', async () => {
  const { page, problems } = opened;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const html = `<html><head><style>h1 { color: rgb(0, 102, 51) } p { background: url(${service.address}/o/style) }</style></head>
<body><h1 style="padding-left: 7px">Styled</h1><img src="${service.address}/o/picture" alt="A picture">
<script>document.title = 'taken'; parent.document.title = 'taken';</script><p onclick="alert(1)">Text</p></body></html>`;
  const body = { to: 'carol@gamma.example', subject: 'Styled', body: 'Styled', html };
  await trivium.api.queueCommunication({ body });
  const find = () => trivium.api.listSandboxMessages({ query: { to: body.to } });
  const { messages } = await trivium.waitFor(find, ({ total }) => total > 0);
  await openPage(page, service, `outreach/sandbox/${required(messages[0], 'the first of messages').id}`);
  const title = page.frameLocator('iframe').getByRole('heading', { name: 'Styled' });
  await title.waitFor(SLOW);
  const style = await title.evaluate((one) => {
    const seen = one.ownerDocument.defaultView?.getComputedStyle(one);
    return { color: seen?.color, paddingLeft: seen?.paddingLeft };
  });
  expect(style).toEqual({ color: 'rgb(0, 102, 51)', paddingLeft: '7px' });
  expect(await page.title()).toBe('Styled · Trivium');
  expect(asked.filter((url) => url.includes('/o/'))).toEqual([]);
  expect(problems).toEqual([]);
}, 60_000);

test('the reason why nothing is sent is at the top, and a campaign is paused, resumed and cancelled by its name', async () => {
  const { page, problems } = opened;
  const { id: leadId } = await leadOf('linus@kernel.example');
  const { id } = await trivium.api.createCampaign({
    body: {
      name: 'Later',
      channels: ['email'],
      lead_ids: [leadId],
      messaging_strategy: {
        sender: { name: 'Sam', email: 'sam@seller.example' },
        legal: { postal_address: '1 Main Street', basis: 'consent' },
        sequence: [{ step: 1, delay_hours: 48, subject: 'Hello', body: 'Hello.' }],
      },
    },
  });
  await trivium.api.launchCampaign({ params: { id }, body: {} });
  await openPage(page, service, `outreach/${id}`);
  await page
    .getByRole('region', { name: 'Why nothing is sent' })
    .getByText('Leads wait for their next step')
    .waitFor(SLOW);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Later is paused.').waitFor(SLOW);
  await page
    .getByRole('region', { name: 'Why nothing is sent' })
    .getByText('Campaign is paused')
    .waitFor(SLOW);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor(SLOW);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click();
  await page.getByLabel(/Type “Later”/).fill('Later');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel campaign' }).click();
  await page.getByText('Later is cancelled.').waitFor(SLOW);
  expect((await trivium.api.getCampaign({ params: { id } })).status).toBe('cancelled');
  expect(problems).toEqual([]);
}, 60_000);

test('a campaign whose mails were all blocked is not shown as healthy', async () => {
  const { page, problems } = opened;
  const { id: leadId } = await leadOf('dennis@unix.example');
  const { id } = await trivium.api.createCampaign({
    body: {
      name: 'Gaps',
      channels: ['email'],
      lead_ids: [leadId],
      messaging_strategy: {
        sender: { name: 'Sam', email: 'sam@seller.example' },
        legal: { postal_address: '1 Main Street', basis: 'consent' },
        sequence: [{ step: 1, subject: 'Hello', body: 'Hello {{ nobody_knows }}.' }],
      },
    },
  });
  await trivium.api.launchCampaign({ params: { id }, body: {} });
  await openPage(page, service, `outreach/${id}`);
  await page.getByText('Nobody was reached.').waitFor(SLOW);
  await page.getByText('Nothing stands for “nobody_knows”.').waitFor(SLOW);
  expect(problems).toEqual([]);
}, 60_000);

test('a text is stored and sent to oneself, its reply is uploaded, and its trace shows it', async () => {
  const { page, problems } = opened;
  const to = 'erin@delta.example';
  await openPage(page, service, 'outreach/templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Reminder');
  await form.getByLabel('Subject').fill('A reminder');
  await form.getByLabel('Text', { exact: true }).fill('Hello {{ first_name | default: "there" }}');
  await form.getByRole('button', { name: 'Create the template' }).click();
  await expect.poll(heading).toBe('Reminder');
  await page.getByText('The key bootstrap created the template Reminder').waitFor(SLOW);
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const find = () => trivium.api.listSandboxMessages({ query: { to } });
  const { messages } = await trivium.waitFor(find, ({ total }) => total > 0);
  expect(messages[0]?.subject).toBe('A reminder');
  await openPage(page, service, 'outreach/receiving');
  await page
    .getByLabel('The whole mail, with its headers')
    .fill(`From: ${to}\nSubject: Re: A reminder\n\nYes, please call me.\n`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'See it' }).click();
  await expect.poll(heading).toBe('Re: A reminder');
  await openPage(page, service, 'outreach/receiving');
  await page.getByRole('button', { name: 'Create the address and a secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create it' }).click();
  await page.getByText(/^bks_/).waitFor(SLOW);
  await page.getByText('The key bootstrap created the address for bookings').waitFor(SLOW);
  const { communications } = await trivium.api.listCommunications({ query: { limit: 1 } });
  await openPage(page, service, `outreach/mails/${communications[0]?.communication_id}`);
  await page.getByRole('link', { name: 'Everything done for this lead' }).click();
  await page.getByText('The mail was handed to the mail server').waitFor(SLOW);
  expect(await page.getByRole('list', { name: 'Steps' }).textContent()).not.toMatch(
    /trivium\.|messaging\.|gen_ai\.|smtp\.send/,
  );
  expect(problems).toEqual([]);
}, 60_000);

test('a mail is written from the page of a lead, and its reply answered in the same thread', async () => {
  const { page, problems } = opened;
  const lead = await leadOf('radia@bridge.example');
  await openPage(page, service, `outreach/leads/${lead.id}`);
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Write to Linus' });
  await form.getByLabel('Subject').fill('RE: our call');
  await form.getByLabel('Text', { exact: true }).fill('Hello {{ first_name }}, when may I call?');
  await form.getByRole('button', { name: 'Send the mail' }).click();
  await form.getByText('The subject pretends to be a reply').waitFor(SLOW);
  await form.getByLabel('Subject').fill('Our call');
  await form.getByRole('button', { name: 'Send the mail' }).click();
  await page.getByText('Your mail to Linus is on its way.').waitFor(SLOW);
  const find = () => trivium.api.listCommunications({ query: { lead_id: lead.id, status: 'sent' } });
  const { communications } = await trivium.waitFor(find, ({ total }) => total > 0);
  const { message_id: sent } = required(communications[0], 'the mail that was sent');

  const raw = `From: ${lead.email}\nSubject: Re: Our call\nMessage-ID: <7@bridge.example>\nIn-Reply-To: ${sent}\n\nYes, please call me tomorrow.\n`;
  const { inbound_id: answer } = await trivium.api.receiveMail({ body: { raw } });
  await openPage(page, service, `outreach/answers/${answer}`);
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  const reply = page.getByRole('dialog', { name: `Reply to ${lead.email}` });
  expect(await reply.getByLabel('Subject').inputValue()).toBe('Re: Our call');
  await reply.getByLabel('Text', { exact: true }).fill('Then tomorrow at nine.');
  await reply.getByRole('button', { name: 'Send the mail' }).click();
  await page.getByText(`Your mail to ${lead.email} is on its way.`).waitFor(SLOW);
  const inSandbox = () => trivium.api.listSandboxMessages({ query: { to: lead.email } });
  const { messages } = await trivium.waitFor(inSandbox, ({ total }) => total === 2);
  const { id } = required(
    messages.find(({ subject }) => subject === 'Re: Our call'),
    'the answer in the sandbox',
  );
  const mail = await service.call('GET', `/v1/outreach/sandbox/messages/${id}/raw`);
  expect(mail.text).toContain(`In-Reply-To: ${sent}`);
  // Automatic replies are not answered.
  const away = raw.replace('Yes, please', 'I am out of the office. Do not').replace('<7@', '<8@');
  const automatic = away.replace('Subject: Re:', 'Auto-Submitted: auto-replied\nSubject: Re:');
  const { inbound_id: other } = await trivium.api.receiveMail({ body: { raw: automatic } });
  await openPage(page, service, `outreach/answers/${other}`);
  await page.getByRole('heading', { name: 'Text' }).waitFor(SLOW);
  expect(await page.getByRole('button', { name: 'Reply', exact: true }).count()).toBe(0);
  // Browsers report each refused request in the console.
  expect(problems.filter((text) => !/status of 4/.test(text))).toEqual([]);
}, 60_000);

async function leadOf(email: string) {
  await trivium.leads.import(new Blob([`email,first_name\n${email},Linus\n`]));
  const { leads } = await trivium.api.listLeads({ query: { q: email } });
  return required(leads[0], 'the first of leads');
}
