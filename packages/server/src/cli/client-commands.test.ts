import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Trivium, verifyWebhook } from '../../../sdk/src/index.ts';
import { listen } from '../kit/net/listen.fixture.ts';
import { required } from '../kit/required.ts';
import { useCommandLine } from './testing/command-line.ts';
import { runVerifyLog } from './verify-log.ts';

const { service, folder, run, json, records } = useCommandLine({ DEVNET_BLOCK_TIME: '0.2' });

describe('trivium events', () => {
  test('publishes, follows and proves an event', async () => {
    const data = { order_id: '1001', text: 'Grüße' };
    // A number that JavaScript cannot represent exactly is published as it was written.
    const text = JSON.stringify(data).replace('{', '{"exact":12345678901234567890,"price":1.10,');
    const { body } = await json(['events', 'publish', 'cli.made', '--data', text]);
    expect(body).toMatchObject({ type: 'cli.made', status: 'published' });
    const tail = await run(['events', 'tail', 'cli.*', '--from', '0', '--count', '1', '--json']);
    expect(JSON.parse(tail.stdout)).toMatchObject({ eventId: body.eventId, data });
    expect(tail.stdout).toContain('"exact":12345678901234567890,"price":1.10,');
    const { stdout: webhook } = await run(['listen', 'cli.*', '--from', '0', '--count', '1', '--json']);
    expect(webhook).toContain('"exact":12345678901234567890,"price":1.10,');
    const proof = await json(['events', 'verify', body.eventId]);
    expect(proof).toMatchObject({ code: 0, body: { verified: true } });
    expect(proof.body.record).toContain('"exact":12345678901234567890');
    // The key of another log.
    const other =
      'trivium/org_01a2002b16b0708fbda4a6bc1285cef3+772e658f+AeHUI8587xpbAUQwvKMpbAXGRxxKCnKiX1fbFiVK/QjG';
    const { code, stdout } = await run(['events', 'verify', body.eventId, '--log-key', other]);
    expect({ code, isRefused: stdout.startsWith('NOT VERIFIED') }).toEqual({ code: 1, isRefused: true });
  });
});

describe('trivium audit', () => {
  test('lists who did what, to one thing, and by one actor', async () => {
    const made = await json(['webhooks', 'create', 'http://127.0.0.1:9/hook', '--events', 'audited.*']);
    const id = made.body.subscription_id;
    await run(['webhooks', 'pause', id]);
    const { stdout } = await run(['audit', id]);
    const rows = stdout.trimEnd().split('\n');
    expect(rows.map((row) => row.split('\t').slice(1, 3))).toEqual([
      ['bootstrap', 'paused'],
      ['bootstrap', 'created'],
    ]);
    const entries = await records(['audit', '--thing', 'webhook_subscription', '--limit', '1']);
    expect(entries).toMatchObject([{ action: 'paused', thing_id: id, actor: { name: 'bootstrap' } }]);
    const refused = await run(['audit', '--thing', 'weather']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('thing') });
  });
});

describe('trivium listen', () => {
  test('forwards published events, signed so that a receiver can verify them', async () => {
    const received = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
    const receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () => {
        response.writeHead(204).end();
        received.resolve({ headers: request.headers as Record<string, string>, body });
      });
    });
    const { origin } = await listen(receiver);
    const forward = `${origin}/hook`;
    const publish = { type: 'listened.made', source: 'test', data: { n: 1 } };
    let isPublished = false;
    const listening = run(
      ['listen', 'listened.*', '--forward', forward, '--secret', 'of this run', '--count', '1'],
      {
        onOutput: (stderr) => {
          if (isPublished || !stderr.includes('Forwarding')) return;
          isPublished = true;
          void fetch(`${service().address}/v1/events`, {
            method: 'POST',
            headers: { authorization: `Bearer ${service().key}`, 'content-type': 'application/json' },
            body: JSON.stringify(publish),
          });
        },
      },
    );
    const { headers, body } = await received.promise;
    const { payload } = await verifyWebhook(body, headers, { secret: 'of this run' });
    expect(payload).toMatchObject({ event: 'listened.made', data: { n: 1 } });
    const { code, stdout } = await listening;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/listened\.made {2}evt_\w+ {2}204/),
    });
    receiver.close();
  });
});

describe('trivium keys', () => {
  test('makes, lists, rotates and revokes keys of a running service', async () => {
    const asking = async (args: string[]) => (await json(['keys', ...args])).body;
    const made = await asking(['create', '--name', 'of the test', '--scopes', 'events:read,events:write']);
    const event = { type: 'key.used', source: 'test', data: {} };
    const publish = (key: string) => new Trivium({ url: service().address, key }).events.publish(event);
    await publish(made.key);
    const rotated = await asking(['rotate', made.id, '--overlap-seconds', '0']);
    await publish(rotated.key);
    await expect(publish(made.key)).rejects.toMatchObject({ code: 'unauthorized' });
    const { stdout } = await run(['keys', 'list']);
    expect(stdout).toContain(`${made.id}\tof the test\tproduction\tevents:read,events:write\t`);
    expect(await asking(['revoke', made.id])).toEqual({ id: made.id, revoked: true });
    await expect(publish(rotated.key)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('in the database, makes an organization only with its first key, and no key without a name', async () => {
    const inDatabase = (...args: string[]) =>
      run(['keys', ...args, '--database', '--organization', 'new one'], {
        env: { DATABASE_URL: service().database.connectionString, DATA_DIR: service().dataDir },
      });
    const mistyped = 'There is no organization `new one` here. `keys create` makes one with its first key.\n';
    expect(await inDatabase('list')).toEqual({ code: 2, stdout: '', stderr: mistyped });
    expect(await inDatabase('create', '--name', '')).toMatchObject({
      code: 1,
      stderr: '`name` must not be empty.\n',
    });
    expect((await inDatabase('create', '--name', 'first')).stdout).toMatch(/^trv_/);
    expect((await inDatabase('list')).stdout).toContain('\tfirst\t');
  });
});

describe('trivium review', () => {
  test('packs a folder as Git sees it, shows findings, writes SARIF and exits by severity', async () => {
    const app = join(folder(), 'app');
    await mkdir(join(app, 'src'), { recursive: true });
    await mkdir(join(app, 'ignored'), { recursive: true });
    await writeFile(join(app, '.gitignore'), 'ignored/\n*.log\n!kept.log\n');
    await writeFile(join(app, 'package.json'), '{"name":"sample","version":"1.0.0"}');
    const code = "import { exec } from 'node:child_process';\nexport function run(request, response) {\n";
    await writeFile(
      join(app, 'src/index.js'),
      `${code}  exec('ls ' + request.query.path);\n  response.end(eval(request.query.code));\n}\n`,
    );
    await writeFile(join(app, 'ignored/evil.js'), 'eval(process.argv[2]);\n');
    // The `.gitignore` of the repository that contains the folder.
    await mkdir(join(folder(), '.git'));
    await writeFile(join(folder(), '.gitignore'), 'app/src/unseen.js\n');
    await writeFile(join(app, 'src/unseen.js'), 'eval(process.argv[2]);\n');
    const sarif = join(folder(), 'findings.sarif');
    const found = await json([
      'review',
      app,
      '--categories',
      'security',
      '--fail-on',
      'low',
      '--sarif',
      sarif,
    ]);
    expect(found.code).toBe(1);
    expect(found.body.findings.length).toBeGreaterThan(0);
    expect(JSON.stringify(found.body)).not.toMatch(/evil\.js|unseen\.js/);
    expect(JSON.parse(await readFile(sarif, 'utf8')).version).toBe('2.1.0');
  });
});

describe('trivium review --base', () => {
  test('reports and judges what a branch added, and reviews its base once', async () => {
    const shop = join(folder(), 'shop');
    await mkdir(shop);
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', shop, '-c', 'user.name=Shop', '-c', 'user.email=shop@example.com', ...args]);
    const code = "exports.run = (req) => require('child_process').exec('ls ' + req.query.dir);\n";
    await writeFile(join(shop, 'run.js'), code);
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--quiet', '--message', 'The shop');
    git('switch', '--quiet', '--create', 'change');
    git('mv', 'run.js', 'list.js');
    git('commit', '--quiet', '--message', 'Renamed');
    const gitlab = join(folder(), 'gl.json');
    const ask = ['review', shop, '--base', 'main', '--categories', 'security'];
    const kept = await json([...ask, '--gate', 'high=0,readiness', '--gitlab', gitlab]);
    expect(kept).toMatchObject({
      code: 0,
      body: { counts: { critical: 0, high: 0 }, fixed_findings: 0, gate: { status: 'passed' } },
    });
    const [issue] = JSON.parse(await readFile(gitlab, 'utf8'));
    expect(issue).toMatchObject({ check_name: 'injection/command', location: { path: 'list.js' } });

    await writeFile(join(shop, 'more.js'), 'exports.more = (req) => eval(req.query.code);\n');
    const { code: exit, stdout } = await run([...ask, '--gate', 'high=0']);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/^critical +more\.js:1 /);
    expect(stdout).not.toMatch(/^critical +list\.js/m);
    expect(stdout).toContain('FAILED  New findings that are high or graver: 1, at most 0 allowed.');

    const { applications } = (await json(['api', 'listApplications', '-f', 'name=shop'])).body;
    const [main, head] = ['main', 'HEAD'].map((name) => git('rev-parse', name).toString().trim());
    expect(applications.map(({ revision }: { revision: string | null }) => revision)).toEqual([
      null,
      head,
      main,
    ]);
  });

  test('refuses an invalid gate or base', async () => {
    for (const [option, value] of [
      ['--gate', 'grave=0'],
      ['--base', 'nowhere-at-all'],
    ] as const) {
      const { code, stderr } = await run(['review', folder(), option, value]);
      expect(code).toBe(2);
      expect(stderr).toContain(option);
    }
  });
});

describe('trivium leads and contracts', () => {
  test('import leads and report the rows', async () => {
    const file = join(folder(), 'leads.csv');
    await writeFile(file, 'email,name\nada@example.com,Ada\nnot an address,Bob\nada@example.com,Ada\n');
    // Through the launcher, which changes to the checkout; the path is relative to the folder it was called from.
    const program = join(import.meta.dirname, '../../../../scripts/run.mjs');
    const { code, stdout } = await run(['leads', 'import', 'leads.csv'], { program });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^3 rows: 1 new, 0 updated, 1 repeated, 0 suppressed, 1 not usable\./);
    expect(stdout).toContain('3,email,email_invalid,,"not an address,Bob"');
  });

  test('deploy a Solidity file and execute a function of it', async () => {
    const file = join(folder(), 'Counter.sol');
    await writeFile(
      file,
      '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\ncontract Counter { uint256 public n; constructor(uint256 start) { n = start; } function add(uint256 by) external { n += by; } }\n',
    );
    const deployed = await json(['contracts', 'deploy', file, '--args', '["5"]']);
    expect(deployed).toMatchObject({ code: 0, body: { status: 'active', network: 'devnet' } });
    const id = deployed.body.contract_id;
    const executed = await json(['contracts', 'execute', id, 'add', '--args', '["37"]']);
    expect(executed).toMatchObject({ code: 0, body: { status: 'confirmed', function: 'add(uint256)' } });
  });
});

describe('an error', () => {
  test.each<[string, string[], NodeJS.ProcessEnv, number, RegExp]>([
    [
      'a missing key',
      ['events', 'publish', 'a.b'],
      { TRIVIUM_API_KEY: '' },
      4,
      /API key is needed for .*: sign in with `trivium login --url http/,
    ],
    ['a key that is none', ['events', 'tail'], { TRIVIUM_API_KEY: 'trv_none' }, 4, /code unauthorized/],
    [
      'a refusal',
      ['events', 'publish', 'Bad'],
      {},
      1,
      /must use dot notation.*code invalid_event_type, field type, .*\/docs\/errors\/invalid_event_type\)$/m,
    ],
    ['bad JSON', ['events', 'publish', 'a.b', '--data', '{'], {}, 2, /--data is not JSON/],
    [
      'a service that is away',
      ['events', 'tail'],
      { TRIVIUM_URL: 'http://127.0.0.1:9' },
      3,
      /Is the service running/,
    ],
    // For a review, 1 would mean that it found something severe.
    ['a folder that is not there', ['review', '/nowhere/at/all'], {}, 2, /does not exist/],
    ['nothing to replay by', ['webhooks', 'replay'], {}, 2, /pass --all/],
    [
      'a log key that is none',
      ['events', 'verify', 'evt_0', '--log-key', 'x'],
      {},
      2,
      /--log-key is not a verifier key/,
    ],
    [
      'a count of nothing',
      ['events', 'tail', '--count', '0'],
      {},
      2,
      /--count must be a whole number from 1 on/,
    ],
    ['a command that misses something, in JSON', ['review', '--json'], {}, 2, /"invalid_usage".*'folder'/],
  ])('because of %s is one line that says what to do', async (_what, args, env, exitCode, expected) => {
    const { code, stdout, stderr } = await run(args, { env });
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(expected);
  });

  test('is JSON on request', async () => {
    const { stderr } = await run(['events', 'publish', 'Bad', '--json']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'invalid_event_type', field: 'type' } });
  });
});

test('after trivium rotate-checkpoint-key a running service signs with a new key, and both keys verify its log', async () => {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${service().address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${service().key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answer.text();
  };
  const publish = () => call('/v1/events', { type: 'cli.rotated', source: 'test', data: {} });
  await publish();
  const before = await call('/v1/events/checkpoint');
  const { code, stdout } = await run(['rotate-checkpoint-key', '--json'], {
    env: { DATABASE_URL: service().database.connectionString, DATA_DIR: service().dataDir },
  });
  expect([code, JSON.parse(stdout)]).toEqual([0, { id: expect.any(String), rotated: true }]);
  await publish();
  const after = await call('/v1/events/checkpoint');
  const keys: string[] = JSON.parse(after).public_keys;
  expect(keys.slice(1)).toEqual(JSON.parse(before).public_keys);
  const exportPath = join(folder(), 'log.jsonl');
  const checkpoints = [join(folder(), 'kept.json'), join(folder(), 'newest.json')];
  await writeFile(exportPath, await call('/v1/events/export'));
  await writeFile(required(checkpoints[0], 'checkpoints[0]'), before);
  await writeFile(required(checkpoints[1], 'checkpoints[1]'), after);
  const verify = async (key: string) => {
    let text = '';
    await runVerifyLog({
      exportPath,
      checkpoints,
      key,
      write: (part) => {
        text += part;
      },
    });
    return text;
  };
  expect(await verify(keys.join(','))).toMatch(/2 given, 2 signed by the key[\s\S]*SOUND: nothing/);
  expect(await verify(required(keys[0], 'keys[0]'))).toContain('2 given, 1 signed by the key');
});
