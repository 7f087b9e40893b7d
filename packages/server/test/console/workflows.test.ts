import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openConsole, openHome, openPage, useConsole } from './open-console.ts';

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

const slow = { timeout: 20_000 };
const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();
const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const publish = (type: string, data: Record<string, unknown>) =>
  trivium.events.publish({ type, source: 'shop', data });

/** Switches from the editor with lines to JSON. */
const asJson = (page: Page, name: string) => page.getByRole('button', { name: `${name} as JSON` }).click();
const CONDITION = 'Condition (optional)';

async function addAction(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Add an action' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('a workflow is made and tried in the editor, runs, fails, shows its error, is corrected, and its run retried', async () => {
  const { page, problems } = opened;
  await publish('order.sold', { order_id: 1, total: 40 });
  await openPage(page, service, 'workflows');
  await page.getByRole('link', { name: 'New workflow' }).first().click();
  await box(page, 'Name').fill('Invoice');
  await page.getByRole('combobox', { name: 'Event type' }).fill('order.sold');
  await page.keyboard.press('Escape');
  await addAction(page, /^Publish an event/);
  await box(page, 'Type').fill('invoice.wanted');
  await asJson(page, 'Data of action 1');
  await box(page, 'Data').fill(
    '{ "order": "{{ event.data.order_id }}", "gross": "{{ event.data.total * 2 }}" }',
  );
  const tried = page.getByRole('region', { name: 'publish, tried' });
  await expect.poll(() => tried.textContent(), slow).toMatch(/Would run[\s\S]*"order": 1[\s\S]*"gross": 80/);
  await page.getByText('This event starts it.').waitFor();
  // The condition is evaluated while it is typed.
  await asJson(page, `${CONDITION},`);
  await box(page, CONDITION).fill('{"data.total": {"$gte": 100}}');
  await page.getByText('it does not meet the condition').waitFor();
  await box(page, CONDITION).fill('{"data.total": {"$gte": 10}}');
  await page.getByText('This event starts it.').waitFor();
  expect((await trivium.api.queryEvents({ query: { type: 'invoice.wanted' } })).total).toBe(0);
  await page.getByRole('button', { name: 'Create the workflow' }).click();
  await expect.poll(heading, slow).toBe('Invoice');

  await publish('order.sold', { order_id: 2, total: 30 });
  const runs = page.getByRole('table', { name: 'Runs' });
  await expect.poll(() => runs.getByText('Succeeded').count(), slow).toBe(1);
  await runs.getByRole('link', { name: 'order.sold' }).click();
  await expect.poll(heading, slow).toBe('Run of Invoice');
  await page.getByText(/ \(publish\): done/).click();
  await expect
    .poll(() => page.getByRole('region', { name: 'Input of publish' }).textContent(), slow)
    .toContain('"gross": 60');

  await page.getByRole('link', { name: 'Invoice' }).first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await asJson(page, 'Data of action 1');
  await box(page, 'Data').fill('{ "order": "{{ $error(\\"no such order\\") }}" }');
  await page.getByText('This event starts it, and publish would fail.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading, slow).toBe('Invoice');
  await publish('order.sold', { order_id: 3, total: 50 });
  await expect.poll(() => page.locator('.page-name .status').textContent(), slow).toMatch(/^Failing since/);
  await publish('order.sold', { order_id: 4, total: 70 });
  await expect.poll(() => runs.getByText('Failed', { exact: true }).count(), slow).toBe(2);
  await page.getByRole('link', { name: 'See the run' }).click();
  await expect.poll(heading, slow).toBe('Run of Invoice');
  await page.getByText(/^It failed\. publish: .*no such order/).waitFor(slow);

  await page.getByRole('link', { name: 'Fix the workflow' }).click();
  await asJson(page, 'Data of action 1');
  await box(page, 'Data').fill('{ "order": "{{ event.data.order_id }}" }');
  await expect.poll(() => tried.textContent(), slow).toMatch(/"order": 4/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(heading, slow).toBe('Invoice');
  await page
    .getByRole('button', { name: /^Try again run_/ })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => runs.getByText('Failed', { exact: true }).count(), slow).toBe(1);
  await page.getByRole('button', { name: 'Try all failed runs again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try all again' }).click();
  await page.getByText('1 run tried again.').waitFor(slow);
  await expect.poll(() => page.locator('.page-name .status').textContent(), slow).toBe('Healthy');
  const wanted = () => trivium.api.queryEvents({ query: { type: 'invoice.wanted' } });
  await expect
    .poll(async () => (await wanted()).events.map(({ data }) => data), slow)
    .toEqual([{ order: 4 }, { order: 3 }, { order: 2, gross: 60 }]);
  expect(problems).toEqual([]);
});

test('a workflow is made without code, with fields of a past event', async () => {
  const { page, problems } = opened;
  await publish('order.plain', { order_id: 7, total: 40, zip: '0815' });
  const application = await trivium.upload(
    'uploadApplication',
    await zipOf({ 'a.js': '1;' }),
    'application/zip',
    {
      query: { name: 'Shop' },
    },
  );
  await openPage(page, service, 'workflows/new?type=order.plain');
  await box(page, 'Name').fill('Plain');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Field 1' }).fill('data.zip');
  await page.keyboard.press('Escape');
  await box(page, /^Value 1$/).fill('815');
  await page.getByRole('button', { name: 'Another condition' }).click();
  await page.getByRole('combobox', { name: 'Field 2' }).fill('data.total');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Comparison 2$/ }).click();
  await page.getByRole('option', { name: 'is at least' }).click();
  await box(page, /^Value 2$/).fill('30');
  await addAction(page, /^Publish an event/);
  await box(page, 'Type').fill('invoice.plain');
  await box(page, 'Name 1 of Data').fill('order');
  await page.getByRole('button', { name: 'From the event: value 1 of Data' }).click();
  await page.getByRole('menuitem', { name: 'event.data.order_id: 7' }).click();
  // The field contains a text, so it is compared with a text.
  await page.getByText('it does not meet the condition').waitFor();
  await box(page, /^Value 1$/).fill('0815');
  await page.getByText('This event starts it.').waitFor();
  const listed = page.waitForResponse(/\/review\/applications\?/);
  await addAction(page, /^Review an application/);
  await listed;
  await page.getByRole('combobox', { name: 'Application id' }).fill('Sho');
  await page.getByRole('option', { name: /^Shop/ }).click();
  await page.getByRole('button', { name: 'Create the workflow' }).click();
  await expect.poll(heading, slow).toBe('Plain');
  const { workflows } = await trivium.api.listWorkflows({ query: { limit: 100 } });
  expect(workflows.find(({ name }) => name === 'Plain')).toMatchObject({
    trigger: { condition: { 'data.zip': '0815', 'data.total': { $gte: 30 } } },
    actions: [
      {
        action: 'events.publish',
        input: { type: 'invoice.plain', data: { order: '{{ event.data.order_id }}' } },
      },
      { action: 'review.request_review', input: { application_id: application.id } },
    ],
  });
  // The saved workflow is shown in the same lines.
  await page.getByRole('link', { name: 'Edit' }).click();
  expect(await box(page, /^Value 1$/).inputValue()).toBe('0815');
  expect(await box(page, 'Value 1 of Data').inputValue()).toBe('event.data.order_id');
  expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
});

test('invalid JSON and expressions are reported while typing, and a refusal at its field', async () => {
  const { page, problems } = opened;
  await publish('order.typed', { n: 1 });
  await openPage(page, service, 'workflows/new?type=order.typed');
  await box(page, 'Name').fill('Typed');
  await asJson(page, `${CONDITION},`);
  await box(page, CONDITION).fill('{"data.n": }');
  await page.getByText(/This is not JSON, line 1/).waitFor();
  await box(page, CONDITION).fill('{"data.n": {"$where": 1}}');
  await addAction(page, /^Publish an event/);
  await box(page, 'Type').fill('order.noted');
  await asJson(page, 'Data of action 1');
  await box(page, 'Data').fill('{}');
  await page
    .getByText(/`trigger.condition` /)
    .first()
    .waitFor();
  await box(page, CONDITION).fill('');
  await page.getByText('Condition and failure handling').click();
  await box(page, 'Only if (optional)').fill('event.data.(');
  await page.getByText(/This does not compile/).waitFor();
  await box(page, 'Only if (optional)').fill('event.data.n > 1');
  const tried = page.getByRole('region', { name: 'publish, tried' });
  await expect.poll(() => tried.textContent(), slow).toBe('Would be skipped');
  // The same input as JSON, and back.
  await page.getByRole('button', { name: 'Input of action 1 as JSON' }).click();
  await expect.poll(() => box(page, 'Input of action 1').textContent()).toContain('"order.noted"');
  await page.getByRole('button', { name: 'Input of action 1 as fields' }).click();
  expect(await box(page, 'Type').inputValue()).toBe('order.noted');
  expect(await trivium.api.listWorkflows({ query: { limit: 100 } })).toMatchObject({
    workflows: expect.not.arrayContaining([expect.objectContaining({ name: 'Typed' })]),
  });
  expect(problems.filter((text) => !text.includes('400'))).toEqual([]);
});

test('the input stays if somebody else changes the workflow meanwhile, and this is shown', async () => {
  const { page } = opened;
  const body = {
    name: 'Shared',
    trigger: { type: 'order.shared' },
    actions: [{ action: 'events.publish', input: { type: 'order.told', data: {} } }],
  };
  const { workflow_id: workflowId } = await trivium.api.createWorkflow({ body });
  await openPage(page, service, `workflows/${workflowId}/edit`);
  await asJson(page, 'Data of action 1');
  await box(page, 'Data').fill('{ "mine": true }');
  await trivium.api.updateWorkflow({ params: { workflowId }, body: { trigger: { type: 'order.other' } } });
  await publish('order.any', {});
  await page.getByText('The workflow was changed by somebody else meanwhile.').waitFor(slow);
  expect(await box(page, 'Data').textContent()).toContain('"mine": true');
});

test('a read-only key sees runs and no button for changes', async () => {
  const { context, page } = await openConsole(shared.browser);
  const { workflow_id: workflowId } = await trivium.api.createWorkflow({
    body: {
      name: 'Read only',
      trigger: { type: 'order.looked' },
      actions: [{ action: 'events.publish', input: { type: 'Bad', data: {} } }],
    },
  });
  await publish('order.looked', {});
  const failed = () => trivium.api.listWorkflowRuns({ params: { workflowId }, query: { status: 'failed' } });
  await expect.poll(async () => (await failed()).total, slow).toBe(1);
  const key = await service.addKey('default', ['events:read']);
  await openHome(page, service, key);
  await openPage(page, service, `workflows/${workflowId}`);
  await page.getByRole('table', { name: 'Runs' }).getByText('Failed').waitFor();
  expect(await page.getByRole('button', { name: /Try again|Disable/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await context.close();
});
