import { readFileSync } from 'node:fs';
import { readdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractsFixture, startContracts } from '../../executions/testing/contracts-fixture.ts';
import { compileSubject } from '../../executions/testing/test-contract.ts';

let contracts: ContractsFixture;
let subject: string;

beforeAll(async () => {
  contracts = await startContracts();
  subject = await contracts.register(await compileSubject());
  await contracts.settled((await contracts.deploy(subject, { constructorArgs: ['1'] })).id);
});
afterAll(() => contracts?.close());

const folder = () => join(contracts.options.dataDir, 'chains/devnet');
const pid = () => JSON.parse(readFileSync(join(folder(), 'process.json'), 'utf8')).pid as number;
const snapshots = async () =>
  (await readdir(join(folder(), 'snapshots'))).filter((name) => name.endsWith('.gz')).sort();

async function add(): Promise<void> {
  const { executionId } = await contracts.execute(subject, { function: 'add', args: ['1'] });
  expect((await contracts.settled(executionId)).status).toBe('confirmed');
}

test('an ended service comes back to its last block, from a snapshot that it took', async () => {
  await add();
  await contracts.restart();
  expect(await contracts.call(subject, 'total')).toBe('2');
  expect(await snapshots()).not.toEqual([]);
  await add();
  expect(await contracts.call(subject, 'total')).toBe('3');
});

test('a chain that is killed under a running service is started again with all that had landed', async () => {
  await add();
  const before = pid();
  process.kill(before, 'SIGKILL');
  await expect
    .poll(() => contracts.call(subject, 'total').catch((error) => error.code), { interval: 50 })
    .toBe('4');
  expect(pid()).not.toBe(before);
  await add();
  expect(await contracts.call(subject, 'total')).toBe('5');
});

test('a damaged snapshot is passed over for the one before, and the rest is sent again', async () => {
  await contracts.restart();
  await add();
  await contracts.restart();
  let newest = '';
  await contracts.restart(async () => {
    newest = (await snapshots()).at(-1)!;
    await truncate(join(folder(), 'snapshots', newest), 100);
  });
  expect(await contracts.call(subject, 'total')).toBe('6');
  expect(await snapshots()).not.toContain(newest);
  expect(contracts.node.errors.map(String).join()).toContain(
    'a snapshot of the embedded chain cannot be loaded',
  );
});

test('where no anvil runs, the start and every answer say why and what to do, and all else works', async () => {
  const path = join(contracts.options.dataDir, 'anvil-of-another-machine');
  await writeFile(path, '#!/no/such/loader\n', { mode: 0o755 });
  const lacking = await startContracts({ anvilPath: path });
  try {
    const { description, core } = lacking.node;
    for (const words of ['NO DEVNET', path, 'ANVIL_PATH', 'NETWORK_DEVNET_RPC_URL'])
      expect(description).toContain(words);
    expect(description).not.toContain('SIMULATED');
    expect(core.networks.all().filter(({ isEmbedded }) => isEmbedded)).toEqual([]);
    const id = await lacking.register(await compileSubject());
    for (const network of ['devnet', 'polygon_mainnet']) {
      await expect(lacking.deploy(id, { network, constructorArgs: ['1'] })).rejects.toMatchObject({
        code: 'network_unavailable',
        status: 503,
        field: 'network',
        message: expect.stringMatching(
          /does not run on this machine \(.*\)\. Set ANVIL_PATH .*NETWORK_DEVNET_RPC_URL/,
        ),
      });
    }
    // What is wrong with the request is told all the same, and first.
    await expect(lacking.deploy(id, { constructorArgs: [] })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  } finally {
    await lacking.close();
  }
});
