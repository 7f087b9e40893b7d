import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openReceiver } from '../../test/webhook-receiver.ts';
import { consolePages } from './client/console-pages.ts';
import { useCommandLine } from './testing/command-line.ts';

const { run, json, records } = useCommandLine();

describe('trivium webhooks', () => {
  test('makes a subscription, tests it, shows its health and its deliveries', async () => {
    const receiver = await openReceiver('of the test');
    const create = ['webhooks', 'create', receiver.url, '--events', 'order.*,invoice.paid'];
    const { body } = await json([...create, '--secret', 'of the test', '--name', 'shop']);
    const id = body.subscription_id;
    expect(body).toMatchObject({ name: 'shop', events: ['order.*', 'invoice.paid'] });
    // The event type that the subscription names without `*`.
    const tested = await json(['webhooks', 'test', id]);
    expect(tested).toMatchObject({ code: 0, body: { event: 'invoice.paid', status: 'success', test: true } });
    const { stdout: listed } = await run(['webhooks', 'list']);
    expect(listed).toBe(`${id}\tshop\thealthy\t0\t0\torder.*,invoice.paid\t${receiver.url}\n`);

    const published = await json(['events', 'publish', 'order.created', '--data', '{"order_id":"77"}']);
    const logs = ['webhooks', 'logs', id, '--event-id', published.body.eventId];
    await expect.poll(() => records(logs), { timeout: 30_000 }).toMatchObject([{ status: 'success' }]);
    expect(receiver.verified).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ event: 'order.created' }) }),
    );
    const { stdout: delivery } = await run([...logs, '--select', 'delivery_id']);
    const attempts = await run(['webhooks', 'logs', delivery.trim()]);
    expect(attempts.stdout).toMatch(/order\.created .*\nsuccess\n\nattempt 1 {2}\d+ .*\nPOST http/);
    expect(attempts.stdout).toContain('"order_id":"77"');
    const event = await run(['events', 'get', published.body.eventId, '--deliveries']);
    expect(event.stdout).toMatch(/"order_id": "77"[\s\S]*^dlv_\w+\tshop\tsuccess\t1\t2\d\d\t/m);
    await receiver.close();
  });

  test('shows, pauses, resumes and deletes a subscription, the last one only after a confirmation', async () => {
    const { stdout } = await run(['webhooks', 'create', 'http://127.0.0.1:9/', '--events', 'never.made']);
    const id = stdout.trim();
    const state = async () => (await json(['webhooks', 'get', id])).body.status;
    expect((await run(['webhooks', 'get', id])).stdout).toMatch(/^events +never\.made$/m);
    expect((await run(['webhooks', 'pause', id])).stdout).toContain('is paused now');
    expect(await state()).toBe('paused');
    expect((await run(['webhooks', 'resume', id])).stdout).toContain('is active now');
    expect(await state()).toBe('active');
    expect(await run(['webhooks', 'delete', id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await state()).toBe('active');
    expect((await run(['webhooks', 'rm', id, '--yes'])).stdout).toBe(`${id} is deleted.\n`);
    expect((await run(['webhooks', 'ls'])).stdout).not.toContain(id);
    expect((await run(['webhooks', 'get', id])).code).toBe(1);
  });

  test('prints a generated secret, and fails if the receiver does', async () => {
    const made = await run(['webhooks', 'create', 'http://127.0.0.1:9/', '--events', 'away.made']);
    expect(made.stdout).toMatch(/^whs_\w+\n$/);
    expect(made.stderr).toMatch(/shown this once: whsec_\S{32}\n/);
    const { code, body } = await json(['webhooks', 'test', made.stdout.trim()]);
    expect({ code, status: body.status }).toEqual({ code: 1, status: 'failed' });
    const patterns = await run(['webhooks', 'create', 'http://127.0.0.1:9/', '--events', '*']);
    const { code: noType, stderr } = await run(['webhooks', 'test', patterns.stdout.trim()]);
    expect({ noType, stderr }).toEqual({
      noType: 2,
      stderr: expect.stringContaining('--event order.created'),
    });
  });
});

describe('trivium events list', () => {
  test('finds events by type, source and correlation, and says if there are more', async () => {
    for (const [type, correlation] of [
      ['found.one', 'a'],
      ['found.two', 'a'],
      ['found.two', 'b'],
    ] as const) {
      await run(['events', 'publish', type, '--source', 'finder', '--correlation-id', correlation]);
    }
    const types = async (...args: string[]) =>
      (await records(['events', 'list', ...args])).map(({ type }) => type);
    expect(await types('found.*', '--source', 'finder')).toEqual(['found.two', 'found.two', 'found.one']);
    expect(await types('--correlation-id', 'a')).toEqual(['found.two', 'found.one']);
    const { stdout, stderr } = await run(['events', 'list', 'found.*', '--limit', '2']);
    expect(stdout.split('\n')[0]).toMatch(/^evt_\w+\tfound\.two\tfinder\t\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stderr).toBe('These are the first 2. For more: --limit <n>, or --all.\n');
    expect(await run(['events', 'list', 'never.made'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('No event matches'),
    });
  });
});

test('trivium open gives the page of an id to `BROWSER`, and prints it if there is no browser', async () => {
  const id = `evt_${'0'.repeat(32)}`;
  const none = { DISPLAY: '', WAYLAND_DISPLAY: '' };
  const opened = await run(['open', id], { env: { BROWSER: 'true' } });
  expect(opened.stderr).toMatch(new RegExp(`^Opened http://127.0.0.1:\\d+/#/events/${id}\n$`));
  for (const env of [none, { BROWSER: '/no/such/browser' }]) {
    const { code, stdout } = await run(['open', id], { env });
    if (process.platform === 'linux') expect(stdout).toMatch(new RegExp(`/#/events/${id}\n$`));
    expect(code).toBe(0);
  }
  expect((await run(['open', 'webhooks/dead', '--print'])).stdout).toMatch(/:\d+\/#\/webhooks\/dead\n$/);
  expect(await run(['open', 'settings', '--print'])).toMatchObject({ code: 0 });
  expect(await run(['open', 'webhoks', '--print'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('webhoks is neither an id nor a page of the console.'),
  });
  expect(await run(['open', `imp_${'0'.repeat(32)}`])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no page for'),
  });
});

test('the pages of ids are the same as in the console', () => {
  // Read as text, because importing the module would need types of browsers.
  const file = join(import.meta.dirname, '../../../console/src/app/sections.ts');
  const found = [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): \{ thing: .*path: '(.+)' \},$/gm)];
  expect(found.length).toBeGreaterThan(10);
  expect(Object.entries(consolePages)).toEqual(found.map(([, prefix, path]) => [prefix, path]));
});
