import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useCommandLine } from './testing/command-line.ts';

const { folder, run, json, records } = useCommandLine();

test('an organization is made, limited, suspended, exported and erased with a proof', async () => {
  const made = await run(['organizations', 'create', 'acme']);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^trv_[\w-]+\n$/) });
  const id = /Made (org_\w+)\./.exec(made.stderr)?.[1] ?? '';
  const own = { env: { TRIVIUM_API_KEY: made.stdout.trim() } };
  expect((await run(['whoami'], own)).stdout).toContain('acme');

  const none = await run(['organizations', 'quotas', id]);
  expect(none.stdout).toBe('No quota is set.\n');
  await json(['organizations', 'quotas', id, '--set', 'people=20', '--set', 'workflows=3']);
  const changed = await run(['organizations', 'quotas', id, '--set', 'people=none', '--set', 'api_keys=5']);
  expect(changed.stdout.trim().split('\n').toSorted()).toEqual([
    'api_keys         1 of 5',
    'workflows        0 of 3',
  ]);

  expect((await run(['organizations', 'suspend', id])).stdout).toBe(`acme (${id}) is suspended now.\n`);
  expect((await run(['organizations', 'list'])).stdout).toMatch(new RegExp(`^${id}\tacme\tsuspended\t`, 'm'));
  const archive = await json(['organizations', 'export', id, '--out', 'acme.zip']);
  expect((await readFile(join(folder(), 'acme.zip'))).subarray(0, 2).toString()).toBe('PK');
  expect(archive.body).toMatchObject({ path: join(folder(), 'acme.zip'), status: 'completed' });

  const wrong = await run(['organizations', 'erase', id, '--name', 'another']);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('field name') });
  const unnamed = await run(['organizations', 'erase', id]);
  expect(unnamed.stderr).toMatch(/^The name of org_\w+, to erase it for good is missing/);
  const erased = await run(['organizations', 'erase', id, '--name', 'acme']);
  expect(erased.stdout).toMatch(new RegExp(`^${id} is erased\\.\n {2}rows +\\d+ in \\d+ tables\n`));
  expect(erased.code).toBe(0);
  const [listed] = await records(['organizations', 'list']);
  expect(listed).toMatchObject({ id, erasure: 'completed' });
});

test('an invalid quota is reported, by the command and by the service', async () => {
  const [{ id }] = (await records(['organizations', 'list'])) as [{ id: string }];
  const mistyped = await run(['organizations', 'quotas', id, '--set', 'people:3']);
  expect(mistyped).toMatchObject({ code: 2, stderr: expect.stringContaining('people=20') });
  const unknown = await run(['organizations', 'quotas', id, '--set', 'cats=3']);
  expect(unknown.stderr).toContain('cats');
  expect(unknown.code).toBe(1);
});
