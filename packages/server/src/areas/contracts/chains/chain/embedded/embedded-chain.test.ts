import { readFileSync } from 'node:fs';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import { cancelTransaction } from '../../../transactions/executions/pipeline/cancel-transaction.ts';
import {
  type ContractsFixture,
  startContracts,
} from '../../../transactions/executions/testing/contracts-fixture.ts';
import { compileSubject } from '../../../transactions/executions/testing/test-contract.ts';
import { signTransaction } from '../../signers/sign-transaction.ts';

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

test('after a restart, the chain continues from its last block, with the help of a snapshot', async () => {
  await add();
  await contracts.restart();
  expect(await contracts.call(subject, 'total')).toBe('2');
  expect(await snapshots()).not.toEqual([]);
  await add();
  expect(await contracts.call(subject, 'total')).toBe('3');
});

test('a killed chain is restarted with all confirmed transactions while the service runs', async () => {
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

test('a damaged snapshot is skipped for the previous one, and the rest is sent again', async () => {
  await contracts.restart();
  await add();
  await contracts.restart();
  let newest = '';
  await contracts.restart(async () => {
    newest = required((await snapshots()).at(-1), '(await snapshots()).at(-1)');
    await truncate(join(folder(), 'snapshots', newest), 100);
  });
  expect(await contracts.call(subject, 'total')).toBe('6');
  expect(await snapshots()).not.toContain(newest);
  expect(await readdir(join(folder(), 'snapshots'))).toContain(`${newest}.damaged`);
  expect(contracts.node.errors.map(String).join()).toContain(
    'a snapshot of the embedded chain cannot be loaded',
  );
});

test('an execution that was confirmed before its cancellation is confirmed again after a kill, not the cancellation', async () => {
  const before = Number(await contracts.call(subject, 'total'));
  const accepted = await Promise.all(
    Array.from({ length: 10 }, () => contracts.execute(subject, { function: 'add', args: ['1'] })),
  );
  const { core, db } = contracts.node;
  for (const { executionId: id } of accepted) {
    await cancelTransaction(core, { ...contracts.owner, kind: 'execution', id, reason: null }).catch(
      () => {},
    );
  }
  const records = await Promise.all(accepted.map(({ executionId }) => contracts.settled(executionId)));
  const confirmed = records.filter(({ status }) => status === 'confirmed').length;
  // One more execution, in the state that results if a block comes between signing and sending the empty transaction.
  const { executionId } = await contracts.execute(subject, { function: 'add', args: ['1'] });
  const won = await contracts.settled(executionId);
  const network = core.networks.get('devnet');
  const { signer } = await core.wallets.walletFor(network, await network.open(), contracts.owner);
  const empty = { to: won.from, data: '0x', value: 0n, gas: 21_000 } as const;
  const lost = await signTransaction(
    {
      ...empty,
      chainId: network.chainId,
      nonce: required(won.nonce, 'won.nonce'),
      fees: required(won.fees, 'won.fees'),
    },
    signer,
  );
  await sql`update transactions set replaced_raws = array[raw], raw = ${Buffer.from(lost.raw.slice(2), 'hex')},
    hashes = hashes || ${lost.hash}::text where id = ${executionId}`.execute(db);
  await contracts.restart(() => rm(join(folder(), 'snapshots'), { recursive: true }));
  expect(Number(await contracts.call(subject, 'total'))).toBe(before + confirmed + 1);
  const chain = await contracts.node.core.networks.get('devnet').open();
  const landed = [...records, won];
  const receipts = await chain.receipts(
    landed.map(({ transactionHash }) => required(transactionHash, 'transactionHash')),
  );
  expect(receipts).not.toContain(null);
  expect(contracts.node.errors.map(String).join()).not.toContain('did not land again');
});

test('without a working anvil, the start and every answer say why and what to do, and everything else works', async () => {
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
    // Errors in the request are still reported, and they come first.
    await expect(lacking.deploy(id, { constructorArgs: [] })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  } finally {
    await lacking.close();
  }
});
