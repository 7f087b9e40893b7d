import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedRoutes } from '../../src/app/describe-api.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { findBarriers, findColourBarriers } from '../browser/find-barriers.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { watch } from '../console/open-console.ts';

let service: TestService;
let context: BrowserContext;
let page: Page;
const problems: string[] = [];

const shared = useBrowser();
beforeAll(async () => {
  service = await startTestService();
  context = await shared.browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  watch(page, problems);
  // Signs in like the console.
  await context.request.post(`${service.address}/v1/session`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
}, 240_000);
afterAll(async () => {
  await context?.close();
  await service?.stop();
});

const open = (path: string) => page.goto(`${service.address}/docs${path}`);
const areaOf = (tag: string) => `/api/${tag.toLowerCase()}`;

test('the first page lists every operation with its path, and links to it in its area', async () => {
  await open('');
  const text = ((await page.locator('main').textContent()) ?? '').replaceAll('\n', ' ');
  for (const { summary, method, path } of describedRoutes()) {
    expect(text).toContain(summary.replaceAll('`', ''));
    expect(text).toContain(`${method} ${path.replace(/:([A-Za-z]+)/g, '{$1}')}`);
  }
  const byArea = Map.groupBy(describedRoutes(), ({ tag }) => tag);
  for (const [tag, routes] of byArea) {
    const html = await (await fetch(`${service.address}/docs${areaOf(tag)}`)).text();
    for (const { operationId } of routes) expect(html).toContain(`id="${operationId}"`);
  }
});

test('the side menu of every page links to every other, to rules by family, and marks the current page', async () => {
  const hrefsOf = async (path: string) => {
    const html = await (await fetch(`${service.address}/docs${path}`)).text();
    const [, menu = ''] = /<nav class="menu"([\s\S]*?)<\/nav>/.exec(html) ?? [];
    expect(menu.match(/aria-current="page"/g), path).toHaveLength(1);
    return [...menu.matchAll(/href="(\/docs[^"]*)"/g)].map(([, href = '']) => href);
  };
  const all = await hrefsOf('/guides/webhooks');
  const files = globSync(['*.md', 'deploy/*.md', 'runbooks/*.md'], {
    cwd: join(import.meta.dirname, '../../../../docs'),
  });
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) expect(all).toContain(`/docs/guides/${file.replace(/\.md$/, '')}`);
  for (const href of [
    '/docs',
    '/docs/api/webhooks',
    '/docs/errors/not_found',
    '/docs/settings/PORT',
    '/docs/guides',
    '/docs/rules/injection',
  ])
    expect(all).toContain(href);
  expect(await hrefsOf('/guides')).toEqual(all);
  expect(await hrefsOf('/errors/not_found')).toEqual(all);
  expect(await hrefsOf('')).toEqual(all);
  const rules = globSync('injection/*.md', {
    cwd: join(import.meta.dirname, '../../../../docs/reference/rules'),
  });
  const ofFamily = rules.map((file) => `/docs/rules/${file.replace(/\.md$/, '')}`).sort();
  for (const path of ['/rules/injection', '/rules/injection/sql'])
    expect((await hrefsOf(path)).filter((href) => !all.includes(href)).sort(), path).toEqual(ofFamily);
  for (const href of [...all, ...ofFamily].filter((_href, at) => at % 25 === 0))
    expect((await fetch(`${service.address}${href}`)).status, href).toBe(200);
});

test('on a phone the menu opens with a button', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/guides/webhooks');
  const menu = page.getByRole('navigation', { name: 'Pages' });
  const guide = menu.getByRole('link', { name: 'Receive webhooks', exact: true });
  expect(await guide.isVisible()).toBe(false);
  await menu.getByText('Menu', { exact: true }).click();
  expect(await guide.isVisible()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  expect(await guide.isVisible()).toBe(true);
  expect(await menu.getByText('Menu', { exact: true }).isVisible()).toBe(false);
});

test('an operation is complete without a script: fields, refusals, samples in curl and TypeScript, an answer', async () => {
  const html = await (await fetch(`${service.address}/docs/api/webhooks`)).text();
  const [, section = ''] = /id="createWebhookSubscription"([\s\S]*?)<\/section>/.exec(html) ?? [];
  expect(section).toContain('<code>rate_per_second</code>');
  expect(section).toContain('href="/docs/errors/idempotency_conflict"');
  expect(section).toContain('href="/docs/api/schemas/webhooks#WebhookSubscription"');
  expect(section).toContain('curl -X POST "$TRIVIUM_URL/v1/webhooks/subscriptions"');
  expect(section).toContain('await trivium.api.createWebhookSubscription({');
  expect(section).toContain('"subscription_id": "whs_');
});

test('the search finds operations, guides, runbooks, errors, events, settings, limits and schemas, by keyboard alone', async () => {
  const wanted = [
    ['rotate secret', 'Give a subscription a new secret', 'Operation'],
    ['GET /v1/organization', 'Read the organization of the key', 'Operation'],
    ['checkpoint offline', '', 'Guide'],
    ['invalid_event_type', 'invalid_event_type', 'Error'],
    ['contract.deployed', 'contract.deployed', 'Event'],
    ['DATABASE_URL', 'DATABASE_URL', 'Setting'],
    ['TriviumDown', 'TriviumDown', 'Runbook'],
    ['helm values', '', 'Guide'],
    ['two primaries acknowledge', 'Several machines', 'Guide'],
    ['failing_since', 'SubscriptionHealth', 'Schema'],
    ['events_publish', 'events_publish', 'Limit'],
  ] as const;
  for (const [query, title, kind] of wanted) {
    await open('/guides');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill(query);
    const found = page.locator('.results a', { hasText: kind }).filter({ hasText: title });
    await found.first().waitFor();
  }
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('/docs/limits/events_publish');
});

test('the search understands the words of other services, and whole questions', async () => {
  const wanted = [
    ['DLQ', 'List dead letters'],
    ['pagination', 'Lists, page after page'],
    ['createCampaign', 'Create a campaign'],
    ['POST /v1/events', 'Publish an event'],
    ['how do I verify the signature of a webhook', 'Check the signature'],
    ['ip allowlist', 'From where it may be used'],
    ['429', 'rate_limit_exceeded'],
  ] as const;
  await open('/guides');
  await page.keyboard.press('/');
  for (const [query, title] of wanted) {
    await page.getByRole('searchbox').fill(query);
    await page.locator('.results li:nth-child(-n+3)').filter({ hasText: title }).first().waitFor();
  }
});

test('the fields of an object in a request are below it, folded', async () => {
  await open(`${areaOf('Webhooks')}#createWebhookSubscription`);
  const row = page.locator('#createWebhookSubscription details.inside', {
    hasText: 'Fields of RetrySchedule',
  });
  const field = row.locator('dt', { hasText: 'delays' });
  expect(await field.isVisible()).toBe(false);
  await row.locator('summary').first().click();
  expect(await field.isVisible()).toBe(true);
});

test('an object that occurs again on a page links to its fields, and shows them in place when opened', async () => {
  const html = await (await fetch(`${service.address}/docs${areaOf('Webhooks')}`)).text();
  expect(html.split('id="fields-WebhookSubscription"')).toHaveLength(2);
  expect(html).toContain('data-of="WebhookSubscription"');
  await open(areaOf('Webhooks'));
  const again = page.locator('#updateWebhookSubscription dd > details.inside', {
    hasText: 'Fields of WebhookSubscription',
  });
  expect(await again.getByText('As shown before').getAttribute('href')).toBe('#fields-WebhookSubscription');
  await again.locator('summary').first().click();
  await again.locator('dt', { hasText: 'failing_since' }).first().waitFor();
  expect(await page.locator('[id="fields-SubscriptionHealth"]').count()).toBeLessThanOrEqual(1);
});

test('a page of operations or schemas is no heavier than one loads at once', async () => {
  const areas = [...new Set(describedRoutes().map((route) => route.tag))].map(areaOf);
  const schemas = areas.map((area) => area.replace('/api/', '/api/schemas/'));
  for (const path of [...areas, '/api/schemas', ...schemas, '/api/schemas/shared']) {
    const html = await (await fetch(`${service.address}/docs${path}`)).text();
    expect(Buffer.byteLength(html), path).toBeLessThan(270_000);
  }
});

test('the list of schemas names each with its fields, and leads to the only page that shows it', async () => {
  const read = async (path: string) => (await fetch(`${service.address}${path}`)).text();
  const { components } = JSON.parse(await read('/openapi.json'));
  const list = await read('/docs/api/schemas');
  const shown = new Map<string, string>();
  for (const [name, { properties = {} }] of Object.entries<{ properties?: object }>(components.schemas)) {
    const [, entry = ''] = new RegExp(`<li id="${name}">(.*?)</li>`, 's').exec(list) ?? [];
    for (const field of Object.keys(properties)) expect(entry, name).toContain(`<code>${field}</code>`);
    const [, page = ''] = /<a href="([^"#]+)#/.exec(entry) ?? [];
    expect(entry).toContain(`<a href="${page}#${name}"`);
    if (!shown.has(page)) shown.set(page, await read(page));
    const on = [...shown].filter(([, html]) => html.includes(`<section class="operation" id="${name}"`));
    expect(on.map(([path]) => path)).toEqual([page]);
  }
  expect(shown.size).toBeGreaterThan(10);
  // And what the pages of operations say of a type leads there, too.
  const operations = await read('/docs/api/webhooks');
  for (const [, href = ''] of operations.matchAll(/href="(\/docs\/api\/schemas[^"]*)"/g)) {
    const [page = '', name = ''] = href.split('#');
    if (name !== '') expect(shown.get(page), href).toContain(`id="${name}"`);
  }
});

test('a link to a schema from before it had another page goes on to it', async () => {
  await open('/api/schemas#WebhookSubscription');
  await expect.poll(() => page.url()).toContain('/docs/api/schemas/webhooks#WebhookSubscription');
  await page.locator('section#WebhookSubscription dt', { hasText: 'failing_since' }).first().waitFor();
});

test('an operation is tried out with the session of the console, or with a key that was typed in', async () => {
  await open(areaOf('Organization'));
  await page.locator('#getOrganization details.try summary').click();
  const form = page.locator('#getOrganization form');
  await expect.poll(() => form.textContent()).toContain('You ask as');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect.poll(() => form.locator('pre').textContent()).toContain('"name"');
  expect(await form.textContent()).toContain('200');
  await form.getByLabel('API key').fill('no key');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect.poll(() => form.locator('pre').textContent()).toContain('unauthorized');
  // The browser reports the refused requests.
  expect(problems.splice(0).every((problem) => problem.includes('401'))).toBe(true);
});

const looks = {
  'light and dark': { width: 1280, height: 900 },
  'the width of a phone': { width: 390, height: 844 },
} as const;
const calm = { reducedMotion: 'reduce' } as const;

describe.each(Object.entries(looks))('in %s', (_name, viewport) => {
  beforeAll(async () => {
    await page.emulateMedia({ ...calm, colorScheme: 'light' });
    await page.setViewportSize(viewport);
  });

  test.each([
    '',
    areaOf('Webhooks'),
    areaOf('Review'),
    '/api/schemas',
    '/api/schemas/webhooks',
    '/guides',
    '/guides/deploy/kubernetes',
    '/guides/webhooks',
    '/errors',
  ])(
    '/docs%s has no accessibility problem, no browser message, and no content outside of the view',
    async (path) => {
      await open(path);
      // Content far outside of the view is not laid out yet, so its position would be a guess.
      await page.evaluate(
        "document.querySelectorAll('.operation').forEach(({ style }) => (style.contentVisibility = 'visible'))",
      );
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      if (viewport === looks['light and dark']) {
        await page.emulateMedia({ ...calm, colorScheme: 'dark' });
        expect(await findColourBarriers(page)).toEqual([]);
        await page.emulateMedia({ ...calm, colorScheme: 'light' });
      }
      expect(problems.splice(0)).toEqual([]);
    },
    60_000,
  );
});

test('the styles use the colour scheme only for colours', () => {
  const folder = join(import.meta.dirname, '../../src/app/reference/browser');
  const names = globSync('*.css', { cwd: folder });
  const css = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const dark = [...css.matchAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/g)];
  expect(dark).toHaveLength(css.split('prefers-color-scheme').length - 1);
  for (const [, colours = ''] of dark) expect(colours).toMatch(/^(?:\s*--\w+: #[\da-f]{6};)+\s*$/);
});
