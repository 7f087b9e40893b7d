import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import { type ContractsNode, startContracts, startContractsNode } from '../testing/contracts-fixture.ts';
import { startTestChain, TEST_NETWORK } from '../testing/test-chain.ts';
import { compileSubject } from '../testing/test-contract.ts';

const PER_NODE = 100;

test('three nodes assign the nonces of one account without a gap, and continue when the watching one stops', async () => {
  const chain = await startTestChain();
  const networks = [chain.settings()];
  const contracts = await startContracts({ networks });
  const folders: string[] = [];
  const nodes: ContractsNode[] = [];
  try {
    const subject = await contracts.register({ ...(await compileSubject()), network: TEST_NETWORK });
    await contracts.settled((await contracts.deploy(subject, { constructorArgs: ['0'] })).id);
    for (let i = 0; i < 2; i++) {
      const dataDir = await mkdtemp(join(tmpdir(), 'trivium-node-'));
      folders.push(dataDir);
      nodes.push(await startContractsNode({ ...contracts.options, dataDir }));
    }
    const all = [contracts.node, ...nodes];
    const submit = (node: ContractsNode, number: number) =>
      node.executeContract({
        ...contracts.owner,
        keyId: null,
        contractId: subject,
        function: 'add',
        args: ['1'],
        // Every key is sent to two nodes at the same time.
        idempotencyKey: `number ${Math.floor(number / 2)}`,
      });
    const accepted = await Promise.all(
      Array.from({ length: PER_NODE * 3 }, (_, i) => submit(required(all[i % 3], 'all[i % 3]'), i)),
    );
    const ids = new Set(accepted.map(({ executionId }) => executionId));
    expect(ids.size).toBe((PER_NODE * 3) / 2);
    // The first node watches the chain; it stops, and another node takes over.
    await contracts.node.close();
    contracts.node = required(nodes.shift(), 'nodes.shift()');
    const records = await Promise.all([...ids].map((id) => contracts.settled(id)));
    expect(records.every(({ status }) => status === 'confirmed')).toBe(true);
    const nonces = records.map(({ nonce }) => required(nonce, 'nonce')).sort((a, b) => a - b);
    expect(nonces).toEqual(Array.from({ length: ids.size }, (_, i) => required(nonces[0], 'nonces[0]') + i));
    expect(await contracts.call(subject, 'total')).toBe(String(ids.size));
    const told = (await contracts.facts()).filter(({ fact }) => fact === 'execution_confirmed');
    expect(told).toHaveLength(ids.size);
  } finally {
    for (const node of nodes) await node.close();
    await contracts.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    await chain.close();
  }
});

test('nodes on one machine share the embedded chain, and one takes it over with its state when its host stops', async () => {
  const contracts = await startContracts();
  const dataDir = await mkdtemp(join(tmpdir(), 'trivium-node-'));
  const other = await startContractsNode({ ...contracts.options, dataDir });
  try {
    const subject = await contracts.register(await compileSubject());
    await contracts.settled((await contracts.deploy(subject, { constructorArgs: ['7'] })).id);
    const request = { ...contracts.owner, keyId: null, contractId: subject, function: 'add', args: ['1'] };
    const { executionId } = await other.executeContract(request);
    expect((await contracts.settled(executionId)).status).toBe('confirmed');
    await contracts.node.close();
    contracts.node = other;
    // The folder of the chain's host is not used: its transactions are sent again from the database.
    await expect
      .poll(() => contracts.call(subject, 'total').catch((error) => error.code), { interval: 50 })
      .toBe('8');
    const { executionId: next } = await other.executeContract(request);
    expect((await contracts.settled(next)).status).toBe('confirmed');
    expect(await contracts.call(subject, 'total')).toBe('9');
  } finally {
    await other.close();
    await contracts.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
