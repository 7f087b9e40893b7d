import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRules } from '@trivium/scanner';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { collect, Trivium, type TriviumError } from '../../../sdk/src/index.ts';
import { type ApiDocument, operationsOf } from '../../src/app/reference/openapi-document.ts';
import { samplesOf } from '../../src/app/reference/operation-samples.ts';
import { referencePages } from '../../src/app/reference/reference-pages.ts';
import { startTestService, type TestService } from '../../src/app/testing/test-service.ts';
import { readIndexStatements } from '../../src/kit/db/concurrent-indexes.ts';
import { required } from '../../src/kit/required.ts';
import { newSigningKeyPair, readPrivateKey, signDelivery } from '../../src/kit/signing/index.ts';
import { Installation } from '../reliability/harness/installation.ts';
import { openReceiver } from '../webhook-receiver.ts';
import { limitUpload, openSdkPage, type SdkPage, type SdkWindow, servePage } from './browser-page.ts';
import { root, takeBlocks, untakenBlocks } from './code-blocks.ts';
import { SampleShell } from './sample-shell.ts';
import { compileWithSdk, runSdkGuide, useReceiver } from './sdk-samples.ts';
import { hasProgram, judgeWith } from './signature-samples.ts';

let service: TestService;
let trivium: Trivium;
let shell: SampleShell;
/** Pages of other origins: one that the service's settings allow, and one that they do not. */
let friend: Awaited<ReturnType<typeof servePage>>;
let stranger: typeof friend;

beforeAll(async () => {
  [friend, stranger] = await Promise.all([servePage(), servePage()]);
  service = await startTestService({ DEVNET_BLOCK_TIME: '0.2', CORS_ALLOWED_ORIGINS: friend.origin });
  trivium = new Trivium({ url: service.address, key: service.key });
  shell = new SampleShell(service);
});
afterAll(async () => {
  await service?.stop();
  shell?.remove();
  friend?.close();
  stranger?.close();
});

/** The address and key for a page. */
const place = () => ({ address: service.address, key: service.key });

async function runWhole(script: string): Promise<string> {
  const { code, output } = await shell.run(script);
  expect(code, output.slice(-2_000)).toBe(0);
  expect(output).not.toContain('"error":{');
  return output;
}

/** The expected last output of each guide's examples. */
const said: Record<string, string[]> = {
  'event-log.md': ['VERIFIED', 'SOUND: nothing that a checkpoint covers'],
  'webhooks.md': ['"coverage":', '"backlog":'],
  'receivers.md': [
    '"public_key":"whpk_',
    '{\\"text\\":\\"Order 7\\"}',
    '"batch":{"max_events":50,"max_seconds":5}',
  ],
};

describe('every example works as described', () => {
  test.each([
    'contracts.md',
    'outreach.md',
    'review.md',
    'rules.md',
    'keys.md',
    'people.md',
    'organizations.md',
    'event-log.md',
    'webhooks.md',
    'receivers.md',
  ])('docs/%s', async (name) => {
    const output = await runWhole(takeBlocks(`docs/${name}`, 'sh').join('\n'));
    for (const one of said[name] ?? []) expect(output).toContain(one);
  });

  test('docs/api.md: the refusal that it shows is the only one', async () => {
    const { code, output } = await shell.run(takeBlocks('docs/api.md', 'sh').join('\n'));
    expect(code, output.slice(-2_000)).toBe(0);
    expect(output.match(/"error":\{"code":"\w+"/g)).toEqual(['"error":{"code":"missing_required_field"']);
    const published =
      output.match(/\{"eventId":"evt_\w+","type":"order\.created"[^{}]*"status":"published"/g) ?? [];
    expect(published).toHaveLength(2);
    expect(new Set(published).size).toBe(1);
  });

  test('docs/receivers.md: its check of a public key accepts only what that key signed', async () => {
    const [code] = takeBlocks('docs/receivers.md', 'js');
    const { isSignedByKey } = await import(
      `data:text/javascript,${encodeURIComponent(required(code, 'code'))}`
    );
    const [own, other] = [newSigningKeyPair(), newSigningKeyPair()];
    const headers = signDelivery({
      secrets: ['of-the-guide'],
      id: 'dlv_1',
      timestampSeconds: 1,
      body: '{"n":"ü"}',
      asymmetricKeys: [readPrivateKey(own.privateKey)],
    });
    expect(isSignedByKey(own.publicKey, headers, '{"n":"ü"}')).toBe(true);
    expect(isSignedByKey(own.publicKey, headers, '{"n":"u"}')).toBe(false);
    expect(isSignedByKey(other.publicKey, headers, '{"n":"ü"}')).toBe(false);
  });

  test('docs/cli.md', async () => {
    const scripts = takeBlocks('docs/cli.md', 'sh');
    const listens = (code: string) => code.startsWith('trivium listen');
    const output = await runWhole(scripts.filter((code) => !listens(code)).join('\n'));
    expect(output).toMatch(/critical +src\/index\.js:1 .*eval/);
    expect(output).toMatch(/confirmed in block \d+/);
    expect(output).toContain('1 row: 1 new');

    const [listen] = scripts.filter(listens);
    const secret = required(
      required(/--secret (\S+)/.exec(required(listen, 'listen')), 'a match of the pattern')[1],
      'a group of the pattern',
    );
    const receiver = await openReceiver(secret);
    const listening = shell.start(
      required(listen, 'listen').replace('http://localhost:3000/webhooks', receiver.url),
    );
    await expect.poll(listening.output).toContain('Forwarding');
    await trivium.events.publish({ type: 'order.created', source: 'guide', data: { n: 1 } });
    await expect.poll(() => receiver.verified).toMatchObject([{ payload: { event: 'order.created' } }]);
    listening.stop();
    await receiver.close();
  });

  test('docs/pull-requests.md', async () => {
    const output = await runWhole(takeBlocks('docs/pull-requests.md', 'sh').join('\n'));
    expect(output).toMatch(/^critical +run\.js:1 /m);
    expect(output).not.toMatch(/^critical +files\.js/m);
    expect(output).toContain('FAILED  New findings that are high or graver: 1, at most 0 allowed.');
    expect(output).toMatch(/^passed$/m);
  });

  test('docs/pull-requests.md: its jobs are valid, and their options are those of the command', () => {
    const jobs = takeBlocks('docs/pull-requests.md', 'yaml').map((text) => parse(text));
    const [github, gitlab] = jobs;
    const steps: { run?: string; uses?: string }[] = github.jobs.scan.steps;
    const scripts = [...steps.flatMap(({ run = [] }) => run), ...gitlab.review.script];
    const scans = scripts.filter((script: string) => script.startsWith('npm run scan -- '));
    expect(scans).toHaveLength(2);
    const bin = join(root, 'packages/scanner/bin/scan.mjs');
    const { stdout: usage } = spawnSync(process.execPath, [bin, '--help'], { encoding: 'utf8' });
    for (const option of scans.join(' ').match(/--[a-z]{3,}/g) ?? []) expect(usage).toContain(option);
    expect(gitlab.review.artifacts.reports).toEqual({ codequality: 'review.json' });
  });

  test('docs/moving-over.md', async () => {
    const output = await runWhole(takeBlocks('docs/moving-over.md', 'sh').join('\n'));
    expect(output.match(/"subscription_id":/g)?.length).toBeGreaterThanOrEqual(4);
    expect(output).toMatch(/"inserted_count":1\b/);
    expect(output).toContain('"review_id":');
  });

  test('docs/monitoring.md', async () => {
    const scripts = takeBlocks('docs/monitoring.md', 'sh').map((code) =>
      // The disk of this machine may be full, which doctor would report.
      code.replace(/^trivium doctor.*$/m, '{ $&; } || true'),
    );
    const output = await runWhole(scripts.join('\n'));
    expect(output).toMatch(/^trivium_delivery_queue_depth \d/m);
    expect(output).toMatch(/^ok +readiness +database: ok/m);
    expect(output).toMatch(/^ok +key +valid, of the organization /m);
    expect(output).toContain('bundle.json');
  });

  test('docs/workflows.md: the workflow is accepted and does what the guide says', async () => {
    const output = await runWhole(takeBlocks('docs/workflows.md', 'sh').join('\n'));
    expect(output).toContain('"workflowsTriggered":1');
    const [invoice] = await collect(trivium.events.list({ type: 'invoice.requested' }));
    expect(required(invoice, 'invoice').data).toEqual({ order: '7', total: 162.15 });
  });

  test('docs/workflows.md: its actions are those of the service', async () => {
    const text = readFileSync(join(root, 'docs/workflows.md'), 'utf8');
    const table = text.slice(text.indexOf('| Action |'), text.indexOf('- **Input**'));
    const told = [...table.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, name]) => required(name, 'name'));
    const { actions } = await trivium.api.listWorkflowActions();
    expect(told.toSorted()).toEqual(actions.map(({ action }) => action).toSorted());
  });

  test('docs/backup.md', async () => {
    const installation = await Installation.make();
    await installation.start();
    let output = '';
    for (const code of takeBlocks('docs/backup.md', 'sh')) {
      output += await runWhole(`export DATA_DIR='${installation.directory.path}'\n${code}`);
    }
    await installation.remove();
    expect(output).toContain('Backed up to ');
    expect(output.match(/result +SOUND/g)).toHaveLength(2);
    expect(output).toContain('secrets were encrypted again');
  }, 400_000);

  test('docs/sdk.md: its code compiles, and so do the package’s README and the samples of the reference', async () => {
    const document = await (await fetch(`${service.address}/openapi.json`)).json();
    const samples = operationsOf(document as ApiDocument).map(
      (operation) => samplesOf(operation).typescript ?? '',
    );
    expect(samples.filter((sample) => sample.includes('trivium.')).length).toBeGreaterThan(150);
    const readme = takeBlocks('packages/sdk/README.md', 'ts');
    await compileWithSdk(takeBlocks('docs/sdk.md', 'ts'), samples, readme, shell);
  }, 240_000);

  test('docs/sdk.md: its code runs from the first line to the last', async () => {
    const blocks = takeBlocks('docs/sdk.md', 'ts');
    const output = await runSdkGuide(blocks, shell);
    expect(output).toContain('100 %');
    expect(output).toMatch(/2 new leads/);
    expect(output).toMatch(/critical src\/index\.js:1/);
    expect(output).toMatch(/^0x[0-9a-fA-F]{40} confirmed$/m);
    expect(output).toContain(`${service.address}/docs/errors/invalid_event_type`);
  });

  test('docs/sdk.md: its receiver accepts only what is signed', async () => {
    const { genuine, forged } = await useReceiver(takeBlocks('docs/sdk.md', 'ts'), shell);
    expect((await genuine()).status).toBe(204);
    await expect(forged()).rejects.toMatchObject({ reason: 'no_match' });
  });

  test.each(['js', 'python', 'go', 'java'] as const)(
    'docs/webhooks.md in %s accepts only what the service signs',
    async (language) => {
      const [code] = takeBlocks('docs/webhooks.md', language);
      if (!hasProgram(language)) return;
      expect(await judgeWith(language, required(code, 'code'), shell.folder)).toEqual([
        'true',
        'false',
        'false',
        'false',
      ]);
    },
  );
});

describe('the pages that the service shows', () => {
  const read = async (path: string) => {
    const response = await fetch(service.address + path);
    expect(response.status, path).toBe(200);
    return { text: await response.text(), headers: response.headers };
  };

  test('only link to each other, from the lists to every page of the reference and every guide', async () => {
    const lists = ['guides', 'errors', 'events', 'settings', 'limits', 'rules'].map(
      (name) => `/docs/${name}`,
    );
    const seen = new Set(lists);
    for (const path of seen) {
      const { text, headers } = await read(path);
      if (!required(headers.get('content-type'), 'the header').startsWith('text/html')) continue;
      expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
      for (const [, href] of text.matchAll(/(?:href|src)="(?!https:\/\/|#|data:)([^"#]+)/g))
        seen.add(required(href, 'href'));
    }
    const guides = ['webhooks', 'contracts', 'deploy/compose', 'deploy/kubernetes', 'runbooks/TriviumDown'];
    const pages = [...referencePages().map(({ path }) => path), ...guides.map((name) => `guides/${name}`)];
    expect(pages.map((path) => `/docs/${path}`).filter((path) => !seen.has(path))).toEqual([]);
  });

  test('explain a refusal at the address in it', async () => {
    const answer = await fetch(`${service.address}/v1/events`, { method: 'POST', body: '{}' });
    const { error } = (await answer.json()) as { error: { code: string; details: { doc_url: string } } };
    const { text } = await read(error.details.doc_url);
    expect(text).toContain('<h1 id="unauthorized"><code>unauthorized</code></h1>');
    expect(text).toContain('What to do');
    expect((await fetch(`${service.address}/docs/errors/no_such_code`)).status).toBe(404);
  });
});

describe('the SDK in a browser', () => {
  let sdk: SdkPage;
  beforeAll(async () => {
    sdk = await openSdkPage(service.address);
  });
  afterAll(() => sdk?.browser.close());

  test('publishes, reads all pages, and follows the log', async () => {
    const seen = await sdk.page.evaluate(async ({ address, key }) => {
      const client = (globalThis as unknown as SdkWindow).openClient(address, key);
      const events = Array.from({ length: 130 }, (_, n) => ({
        type: 'browser.made',
        source: 'page',
        data: { n },
      }));
      await client.events.publishAll(events);
      const listed: number[] = [];
      for await (const { data } of client.events.list({ type: 'browser.made' }))
        listed.push(data.n as number);
      const followed: number[] = [];
      for await (const { data } of client.events.tail({ type: 'browser.made', fromPosition: 0 })) {
        if (followed.push(data.n as number) === 130) break;
      }
      return { listed, followed };
    }, place());
    const numbers = Array.from({ length: 130 }, (_, n) => n);
    expect(seen).toEqual({ listed: numbers.toReversed(), followed: numbers });
  });

  test('reports the progress of an upload as it is sent', async () => {
    await limitUpload(sdk, 2_000_000);
    const { progress, rows } = await sdk.page.evaluate(async ({ address, key }) => {
      const client = (globalThis as unknown as SdkWindow).openClient(address, key);
      const lines = Array.from({ length: 20_000 }, (_, n) => `p${n}@page.example,${'x'.repeat(40)}`);
      const told: { sentBytes: number; totalBytes: number }[] = [];
      const file = new File([`email,name\n${lines.join('\n')}\n`], 'leads.csv');
      const done = await client.leads.import(file, {
        dry_run: true,
        onProgress: (one) => void told.push(one),
      });
      return { progress: told, rows: done.valid_row_count };
    }, place());
    expect(rows).toBe(20_000);
    expect(progress.length).toBeGreaterThan(3);
    const total = required(progress[0], 'the first of progress').totalBytes;
    const sent = progress.map(({ sentBytes }) => sentBytes);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.at(-1)).toBe(total);
    expect(sent.filter((bytes) => bytes > 0 && bytes < total).length).toBeGreaterThan(1);
  });

  test('reports a refused upload like any refusal, and stops an aborted one', async () => {
    const outcome = await sdk.page.evaluate(async ({ address, key }) => {
      const client = (globalThis as unknown as SdkWindow).openClient(address, key);
      const onProgress = () => {};
      const nothing = new Blob(['no archive']);
      const refusal = await client.reviews.upload(nothing, { onProgress }).then(
        () => undefined,
        (error: TriviumError) => error,
      );
      const stop = new AbortController();
      const large = new Blob([new Uint8Array(20_000_000)]);
      const aborted = await client.reviews
        .upload(large, { signal: stop.signal, onProgress: () => stop.abort() })
        .catch(({ name }: Error) => name);
      return { status: refusal?.status, code: refusal?.code, docUrl: refusal?.docUrl, aborted };
    }, place());
    const docUrl = `${service.address}/docs/errors/invalid_zip`;
    expect(outcome).toEqual({ status: 400, code: 'invalid_zip', docUrl, aborted: 'AbortError' });
  });

  test('of another origin calls the service only if that is allowed', async () => {
    const publish = (where: { address: string; key: string }) => {
      const client = (globalThis as unknown as SdkWindow).openClient(where.address, where.key);
      return client.events.publish({ type: 'browser.called', source: 'page', data: {} }).then(
        ({ status }) => status,
        ({ name, message }: Error) => `${name}: ${message}`,
      );
    };
    const { browser, page } = await openSdkPage(friend.origin, true);
    expect(await page.evaluate(publish, place())).toBe('published');
    await page.goto(`${stranger.origin}/sdk/page`);
    await page.waitForFunction('globalThis.openClient');
    const refused = await page.evaluate(publish, place());
    expect(refused).toMatch(/^TriviumConnectionError: .* does not answer: /);
    expect(refused).toContain(
      `pages of ${stranger.origin}: add this origin to its setting CORS_ALLOWED_ORIGINS`,
    );
    await browser.close();
  });

  test('verifies webhooks', async () => {
    const body = '{"event":"order.created"}';
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const headers = { ...signDelivery({ secrets: ['of a page'], id: 'dlv_1', timestampSeconds, body }) };
    const judged = await sdk.page.evaluate(
      async (sent) => {
        const { verifyWebhook } = (globalThis as unknown as SdkWindow).sdk;
        const now = Math.floor(Date.now() / 1_000);
        const judge = (text: string, nowSeconds = now) =>
          verifyWebhook(text, new Headers(sent.headers), { secret: 'of a page', nowSeconds }).then(
            ({ id }: { id: string }) => id,
            ({ reason }: { reason: string }) => reason,
          );
        return [await judge(sent.body), await judge(`${sent.body} `), await judge(sent.body, 4_000_000_000)];
      },
      { headers, body },
    );
    expect(judged).toEqual(['dlv_1', 'no_match', 'too_old']);
  });
});

describe('code to be added to the repository', () => {
  const folder = 'docs/contributing';
  const pages = readdirSync(join(root, folder)).filter((name) => name.startsWith('add-'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  /** Whether a part of a file is valid code: statements, elements of a list, or fields of an object. */
  const isCode = (part: string, fileName: string) =>
    [part, `[${part}]`, `({${part}})`].some((code) => {
      const { diagnostics = [] } = ts.transpileModule(code, { fileName, reportDiagnostics: true });
      return diagnostics.length === 0;
    });

  test.each(pages)(`${folder}/%s names existing scripts, and its code is valid`, (name) => {
    const commands =
      takeBlocks(`${folder}/${name}`, 'sh')
        .join('\n')
        .match(/^npm run [\w:]+/gm) ?? [];
    for (const command of commands) expect(Object.keys(scripts)).toContain(command.slice('npm run '.length));
    const text = readFileSync(join(root, folder, name), 'utf8');
    for (const language of ['ts', 'tsx']) {
      if (!text.includes(`\n\`\`\`${language}\n`)) continue;
      const parts = takeBlocks(`${folder}/${name}`, language);
      expect(parts.filter((part) => !isCode(part, `part.${language}`))).toEqual([]);
    }
  });
});

describe('README.md', () => {
  const [start, tour, receive, publish, prove] = takeBlocks('README.md', 'sh');

  test('names existing scripts, and so does CONTRIBUTING.md', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const commands = required(
      [required(start, 'start'), ...takeBlocks('CONTRIBUTING.md', 'sh')]
        .join('\n')
        .match(/^npm .*?(?=\s+#|$)/gm),
      'a match',
    );
    expect(commands.length).toBeGreaterThan(4);
    for (const command of commands) {
      expect(Object.keys(scripts)).toContain(command.replace(/^npm (run )?/, '').replace(/ .*/, ''));
    }
  });

  test('leads to a received, published and proven first webhook, as it says', async () => {
    const receiver = shell.start(
      required(receive, 'receive')
        .replace('listen(9000,', 'listen(0,')
        .replace(
          /listen\(0, '127\.0\.0\.1'\)/,
          "listen(0, '127.0.0.1', function () { console.log('port', this.address().port); })",
        ),
    );
    await expect.poll(receiver.output).toMatch(/port \d+/);
    const [, port] = required(/port (\d+)/.exec(receiver.output()), 'a match of the pattern');
    const answers = await runWhole(
      required(publish, 'publish').replace('127.0.0.1:9000', `127.0.0.1:${port}`),
    );
    await expect.poll(receiver.output).toMatch(/genuine .*"order_id":"1001"/);
    receiver.stop();
    const [eventId] = required(/evt_\w+/.exec(answers), 'a match of the pattern');
    const proof = await runWhole(
      `export KEY=trv_...\n${required(prove, 'prove').replace('evt_...', eventId)}`,
    );
    expect(JSON.parse(proof)).toMatchObject({ event: { eventId } });
  });

  test('has a tour that plays the whole story within a minute', async () => {
    // The tour would make its own key in ./data, which does not belong to this service.
    const { ended } = shell.start(`export TRIVIUM_API_KEY=trv_...\n${required(tour, 'tour')}`, root);
    const { code, output: story } = await ended;
    expect(code, story).toBe(0);
    expect(story).toContain('5 rows, 3 new leads, 1 repeated, 1 not usable');
    expect(story).toMatch(/critical .*SQL injection/);
    const told = ['application.approved', 'execution.started', 'contract.executed', 'outreach.sent'];
    const places = told.map((type) => story.indexOf(` ${type} `));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(story).toMatch(/webhooks arrived meanwhile, each with two valid signatures/);
    expect(story).toContain('for ada.lovelace@engines.example');
    expect(story).toMatch(/^VERIFIED: evt_/m);
    const [, seconds] = required(/The tour took ([\d.]+) s/.exec(story), 'a match of the pattern');
    expect(Number(seconds)).toBeLessThan(60);
  });
});

test('the rules in docs/rules.md are valid', async () => {
  const { checkRules } = await loadRules();
  for (const block of takeBlocks('docs/rules.md', 'yaml'))
    expect(await checkRules(block, 'organization')).toMatchObject({ problems: [], rules: [{}, {}] });
});

// These need a daemon, a cluster, root (deploy/ has scripts that run them) or a separate service. Here, a shell only
// checks their syntax.
test.each([
  'docs/contributing/audit.md',
  'docs/deploy/compose.md',
  'docs/deploy/image.md',
  'docs/deploy/kubernetes.md',
  'docs/deploy/systemd.md',
  'docs/growing.md',
  'docs/releases.md',
  'docs/secure.md',
])('%s contains commands that a shell can parse', (file) => {
  for (const block of takeBlocks(file, 'sh')) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' });
    expect(status, `${stderr}\n${block}`).toBe(0);
  }
});

test('JSON in documents is valid', () => {
  const folder = join(root, 'docs');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.md'));
  const shown = names.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/^```json\n(.*?)^```/gms)].map(([, code]) => code),
  );
  expect(shown.length).toBeGreaterThan(2);
  for (const code of shown) expect(() => JSON.parse(required(code, 'code')), code).not.toThrow();
});

test('the statements for an index in the guide to migrations are run outside a transaction', () => {
  const statements = takeBlocks('docs/contributing/add-a-migration.md', 'sql').flatMap((sql) =>
    required(readIndexStatements('0001_indexes.sql', sql), 'the statements'),
  );
  expect(statements).toMatchObject([
    { index: 'leads_by_place', table: 'leads' },
    { index: 'leads_by_town', table: undefined },
  ]);
});

// This test is the last one: by then every other test has taken the code that it runs.
test('every code block in a document is run by a test', () => {
  expect(untakenBlocks()).toEqual([]);
});
