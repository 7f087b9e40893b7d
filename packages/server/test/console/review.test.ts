import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trivium } from '../../../sdk/src/index.ts';
import { zipOf } from '../../src/app/testing/sample-file.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { required } from '../../src/kit/required.ts';
import { useBrowser } from '../browser/use-browser.ts';
import { openPage, useConsole, watchTexts } from './open-console.ts';

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

const SLOW = { timeout: 60_000 };
const heading = () => opened.page.getByRole('heading', { level: 1 }).textContent();
const main = () => opened.page.textContent('main');

const files = {
  'package.json': JSON.stringify({ name: 'reports', version: '1.0.0', type: 'module' }),
  'src/server.js': `import express from 'express';
import { readReport } from './reports/read-report.js';

const app = express();
app.get('/report', (request, response) => {
  response.send(readReport(request.query.name));
});
app.post('/sum', (request, response) => {
  const sum = eval(request.query.sum);
  response.json({ sum });
});
app.listen(3000);
`,
  'src/reports/read-report.js': `import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readReport(name) {
  const path = join('/var/reports', name);
  return readFileSync(path, 'utf8');
}
`,
};

async function folderOf(texts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'));
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Uploads through the API, and waits for the end of the analysis. */
async function uploaded(name: string, texts: Record<string, string>): Promise<string> {
  return (await trivium.reviews.upload(await zipOf(texts), { name })).id;
}

async function startReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Start the review' }).click();
}

const isDone = () => expect.poll(main, SLOW).toMatch(/Review of .*Done/);

test('a running review is not shown as free of findings', async () => {
  const { page, problems } = opened;
  const id = await uploaded('small', {
    'src/app.js': "const { exec } = require('node:child_process');\nexec(process.argv[2]);\n",
  });
  await openPage(page, service, `review/${id}`);
  await expect.poll(heading).toBe('small');
  const seen = await watchTexts(page);
  await startReview(page);
  await isDone();
  await expect.poll(main).toContain('child_process.exec');
  const early = (await seen()).filter((text) => /Agents running|Queued/.test(text));
  expect(early.length).toBeGreaterThan(0);
  expect(early.filter((text) => /Nothing (new )?was found|\b0 critical/.test(text))).toEqual([]);
  expect(problems).toEqual([]);
}, 120_000);

test('a folder is uploaded without files of tools, reviewed, and its findings are found with filters that survive a reload', async () => {
  const { page, problems } = opened;
  const folder = await folderOf({ ...files, 'node_modules/left/out.js': 'eval(process.argv[2]);\n' });
  try {
    await openPage(page, service, 'review');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chooser).setFiles(folder);
    await expect.poll(heading, SLOW).toMatch(/^reports-/);
    await expect.poll(main, SLOW).toContain('Vulnerabilities that the analysis found');
    expect(await main()).toContain('3 files');
    await startReview(page);
    await isDone();
    const rows = page.getByRole('table', { name: 'Findings' }).getByRole('link');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.getByLabel('Text').fill('readFileSync');
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await expect.poll(() => rows.allTextContents(), SLOW).toEqual([expect.stringContaining('readFileSync')]);
    await rows.click();
    await expect.poll(heading).toContain('readFileSync');
    const stops = page.getByRole('list', { name: /^From source to sink/ }).getByRole('listitem');
    const texts = await stops.allTextContents();
    expect(texts[0]).toContain('src/server.js:6');
    expect(texts.at(-1)).toContain('src/reports/read-report.js:6');
    expect(
      await page.getByRole('region', { name: 'Code of src/reports/read-report.js' }).textContent(),
    ).toContain("readFileSync(path, 'utf8')");
    expect(problems).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 180_000);

test('a dropped folder or ZIP archive is uploaded', async () => {
  const { page, context, problems } = opened;
  const root = await folderOf({ 'shop/src/add.js': 'export const add = (a, b) => a + b;\n' });
  const archive = join(root, 'packed.zip');
  await writeFile(archive, await zipOf(files));
  const devtools = await context.newCDPSession(page);
  try {
    for (const [path, name] of [
      [join(root, 'shop'), 'shop'],
      [archive, 'packed'],
    ] as const) {
      await openPage(page, service, 'review');
      const zone = page.locator('.drop-zone');
      await zone.waitFor();
      const { x, y } = required(await zone.boundingBox(), 'the place of the zone');
      const drag = { x: x + 20, y: y + 20, data: { items: [], files: [path], dragOperationsMask: 1 } };
      for (const type of ['dragEnter', 'dragOver'] as const)
        await devtools.send('Input.dispatchDragEvent', { type, ...drag });
      await expect.poll(() => zone.getAttribute('data-drop-target')).toBe('true');
      await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...drag });
      await expect.poll(heading, SLOW).toBe(name);
    }
    expect(problems).toEqual([]);
  } finally {
    await rm(root, { recursive: true });
  }
}, 120_000);

test('a finding is commented on, acknowledged, suppressed with a visible reason, and opened again', async () => {
  const { page, problems } = opened;
  const id = await uploaded('aside', files);
  const { review_id: review } = await trivium.reviews.run(id, { categories: ['security'] });
  await openPage(page, service, `reviews/${review}`);
  await page.getByRole('link', { name: /eval/ }).click();
  await expect.poll(heading).toContain('eval');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Who calls it?');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('list', { name: 'Comments' }).getByText('Who calls it?').waitFor();
  await page.getByRole('button', { name: 'Acknowledge …' }).click();
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await page.getByText(/^bootstrap has seen it/).waitFor();
  await openPage(page, service, `reviews/${review}`);
  await page
    .getByRole('row', { name: /eval.*bootstrap has seen it, 1 comment/ })
    .getByRole('link')
    .click();
  await expect.poll(heading).toContain('eval');
  await page.getByRole('button', { name: 'False positive …' }).click();
  await page.getByLabel('Reason').fill('The sum comes from our own test.');
  await page.getByRole('button', { name: 'Mark as false positive' }).click();
  await expect.poll(main).toMatch(/False positive.*The sum comes from our own test\./);
  const results = await trivium.api.getReviewResults({
    params: { id: review },
    query: { status: 'suppressed' },
  });
  expect(results.findings.map(({ rule_id: rule }) => rule)).toEqual(['injection/code']);
  await openPage(page, service, 'review/set-aside');
  const row = page.getByRole('row', { name: /The sum comes from our own test/ });
  await row.getByRole('button', { name: /^Reopen/ }).click();
  await expect.poll(main).toContain('There are no suppressed findings.');
  await openPage(page, service, `reviews/${review}?rule=injection%2Fcode`);
  await expect.poll(() => page.getByRole('row', { name: /eval/ }).textContent()).toContain('New');
  expect(problems).toEqual([]);
}, 120_000);

test('all patches are saved as one file that applies to the code', async () => {
  const { page, problems } = opened;
  const id = await uploaded('patched', files);
  const { review_id: review } = await trivium.reviews.run(id, { generate_patches: true });
  await openPage(page, service, `reviews/${review}/patches`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all as one' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('patched.patch');
  const folder = await folderOf(files);
  try {
    const patch = required(await download.path(), 'the downloaded file');
    execFileSync('git', ['apply', patch], { cwd: folder, stdio: 'pipe' });
    expect(await readFile(join(folder, 'src/server.js'), 'utf8')).not.toContain('eval(');
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(problems).toEqual([]);
}, 120_000);

test('the next version is compared with the previous one, and a rejected one shows why', async () => {
  const { page, problems } = opened;
  const first = await uploaded('versions', files);
  await trivium.reviews.run(first, { categories: ['all'] });
  const mended = files['src/server.js'].replace('eval(request.query.sum)', 'Number(request.query.sum)');
  const added =
    "import { exec } from 'node:child_process';\nexec('ls ' + process.env.X);\nexport const run = (request) => exec('ls ' + request.query.a);\n";
  const report = `// A head that moves the rest.\n${files['src/reports/read-report.js']}`;
  const second = await uploaded('versions', {
    ...files,
    'src/server.js': mended,
    'src/run.js': added,
    'src/reports/read-report.js': report,
  });
  await openPage(page, service, `review/${second}`);
  await startReview(page);
  await isDone();
  await page.getByRole('link', { name: 'Compared' }).click();
  const fixed = page.getByRole('button', { name: /^Fixed/ });
  await fixed.click();
  const table = page.getByRole('table', { name: 'Fixed findings' });
  await expect.poll(() => table.textContent()).toContain('eval');
  await page.getByRole('button', { name: /^Unchanged/ }).click();
  await expect
    .poll(() => page.getByRole('table', { name: 'Unchanged findings' }).textContent())
    .toMatch(/readFileSync.*src\/reports\/read-report\.js:7was line 6/);
  await openPage(page, service, `review/${first}`);
  await expect.poll(main).toContain('Rejected by the gate');
  expect(await main()).toContain('Open critical findings: 1.');
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Approve …' }).click();
  await page.getByLabel('Reason').fill('Runs in the office alone.');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(main).toMatch(/Approved by a person.*Runs in the office alone\./);
  expect(problems).toEqual([]);
}, 180_000);

test('the versions of one application are found by its name', async () => {
  const { page, problems } = opened;
  await uploaded('found by name', { 'src/a.js': 'export const a = 1;\n' });
  await uploaded('another name', { 'src/a.js': 'export const a = 2;\n' });
  await openPage(page, service, 'review');
  const rows = page.getByRole('table', { name: 'Applications' }).getByRole('link');
  await page.getByRole('combobox', { name: 'Name' }).fill('found by');
  await page.getByText('The whole name.').waitFor();
  await page.getByRole('option', { name: 'found by name' }).click();
  await expect.poll(() => rows.allTextContents(), SLOW).toEqual(['found by name']);
  await page.reload();
  await expect.poll(() => rows.allTextContents(), SLOW).toEqual(['found by name']);
  expect(problems).toEqual([]);
}, 120_000);

test('rules of the organization are written, checked by line while typing, saved, and turn built-in ones off', async () => {
  const { page, problems } = opened;
  const rules = async () => (await trivium.api.getReviewRules()).rules;
  await openPage(page, service, 'review/rules');
  await page.getByText('Nothing is customised yet').waitFor();
  await page.getByRole('button', { name: 'Start with an example' }).click();
  const editor = page.getByRole('textbox', { name: 'Rules of the organization' });
  await page
    .getByRole('region', { name: '1 rule of your own' })
    .getByText('organization/no-legacy')
    .waitFor();
  await editor.press('Control+End');
  await editor.pressSequentially('disabled: [injection/cod]');
  const wrong = page.getByRole('status', { name: 'Problems' });
  await expect.poll(() => wrong.textContent()).toContain('There is no rule `injection/cod`');
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await wrong.getByRole('button', { name: /^Line \d+$/ }).click();
  await expect
    .poll(() =>
      page.evaluate(`((node) => (node.nodeType === 1 ? node : node.parentElement)
      .closest('.cm-line')?.textContent)(getSelection().focusNode)`),
    )
    .toContain('disabled: [injection/cod]');
  await editor.press('End');
  await editor.press('ArrowLeft');
  await editor.pressSequentially('e');
  await page.getByRole('region', { name: 'Switched off' }).getByText('injection/code').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The rules apply to new reviews.').waitFor();
  expect(await rules()).toContain('disabled: [injection/code]');

  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('searchbox', { name: 'Text' }).fill('code injection');
  const row = page.getByRole('row', { name: /injection\/code/ });
  await expect.poll(() => row.textContent()).toContain('Switched off');
  await row.getByRole('link').click();
  await expect.poll(heading).toBe('Code injection');
  await page.getByRole('region', { name: 'Vulnerable code' }).first().waitFor();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('injection/code is on again, for reviews from now on.').waitFor();
  await expect.poll(rules).not.toMatch(/^disabled:/m);
  expect(await rules()).toContain('# Disabled built-in rules:');
  await page.getByRole('button', { name: /Rated here as/ }).click();
  await page.getByRole('option', { name: 'Low' }).click();
  await expect.poll(rules).toContain('injection/code: low');
  // For a single application.
  const single = page.getByRole('region', { name: 'For single applications' });
  await single.getByRole('button', { name: /Otherwise in/ }).click();
  await page.getByRole('option', { name: 'small', exact: true }).click();
  await single.getByRole('button', { name: /small/ }).click();
  await page.getByRole('option', { name: 'Switched off' }).click();
  await page.getByText('injection/code is switched off for small, for reviews from now on.').waitFor();
  const checked = async () =>
    (await trivium.api.previewReviewRules({ body: { rules: await rules() } })).repositories;
  await expect.poll(checked).toEqual([{ name: 'small', disabled: ['injection/code'], severities: [] }]);
  await single.getByRole('button', { name: /small/ }).filter({ hasText: 'Switched off' }).click();
  await page.getByRole('option', { name: 'Default' }).click();
  await expect.poll(checked).toEqual([]);
  expect(await rules()).toContain('injection/code: low');
  await trivium.api.setReviewRules({ body: { rules: '' } });
  expect(problems).toEqual([]);
}, 60_000);

// This test is the last one, because it suppresses findings in all reviews of the organization.
test('all findings that match the filters are suppressed at once', async () => {
  const { page, problems } = opened;
  const id = await uploaded('several', files);
  const { review_id: review } = await trivium.reviews.run(id, { categories: ['security'] });
  await openPage(page, service, `reviews/${review}?category=security&file=src`);
  await page.getByRole('button', { name: 'Accept …' }).click();
  await page.getByLabel('Reason').fill('Runs in the office alone.');
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const left = () => trivium.api.getReviewResults({ params: { id: review }, query: { status: 'new' } });
  await expect
    .poll(async () => (await left()).findings.filter(({ file }) => file.startsWith('src')))
    .toEqual([]);
  expect(problems).toEqual([]);
}, 120_000);
