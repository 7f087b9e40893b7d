import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Abi, AbiParameter } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import {
  type ContractsFixture,
  startContracts,
} from '../../transactions/executions/testing/contracts-fixture.ts';

interface Artifact {
  contractName: string;
  abi: Abi;
  bytecode: string;
}

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@openzeppelin/contracts/package.json')),
  'build/contracts',
);
const artifacts = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Artifact,
);
const deployable = artifacts.filter(({ bytecode }) => bytecode.length > 2 && !bytecode.includes('__'));

let contracts: ContractsFixture;
beforeAll(async () => {
  contracts = await startContracts();
});
afterAll(() => contracts?.close());

/** A simple value of a type as text, like that of a newcomer. */
function plainValue({ type, ...rest }: AbiParameter): unknown {
  if (type.endsWith('[]')) return '[]';
  if (type.startsWith('uint') || type.startsWith('int')) return '1';
  if (type === 'bool') return 'true';
  if (type === 'string') return 'text';
  if (type === 'bytes') return '0x';
  if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice(5)))}`;
  if (type === 'address') return `0x${'00'.repeat(19)}01`;
  if (type === 'tuple') return (rest as { components: AbiParameter[] }).components.map(plainValue);
  throw new Error(`no value for ${type}`);
}

test('every artifact of OpenZeppelin Contracts can be registered', async () => {
  expect(artifacts.length).toBeGreaterThan(200);
  const ids = await Promise.all(
    artifacts
      .filter(({ bytecode }) => !bytecode.includes('__'))
      .map(({ contractName, abi, bytecode }) => contracts.register({ name: contractName, abi, bytecode })),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('an artifact with an unlinked library is refused, naming its place', async () => {
  const [linked] = deployable;
  const bytecode = `${required(linked, 'linked').bytecode.slice(0, 100)}__$0123456789abcdef0123456789abcdef01$__${required(linked, 'linked').bytecode.slice(140)}`;
  await expect(contracts.register({ abi: required(linked, 'linked').abi, bytecode })).rejects.toMatchObject({
    code: 'invalid_bytecode',
    message: expect.stringContaining('at byte 49'),
  });
});

test('each deployable contract is deployed, or fails with an error from its own code', async () => {
  const outcomes = await Promise.all(
    deployable.map(async ({ contractName, abi, bytecode }) => {
      const id = await contracts.register({ name: contractName, abi, bytecode });
      const creation = abi.find((item) => item.type === 'constructor') as
        | { inputs: AbiParameter[] }
        | undefined;
      const constructorArgs = (creation?.inputs ?? []).map(plainValue);
      return contracts.deploy(id, { constructorArgs }).then(
        async (record) => ({ contractName, status: (await contracts.settled(record.id)).status as string }),
        (error) => ({ contractName, status: error.code as string, details: error.details }),
      );
    }),
  );
  const failed = outcomes.filter(({ status }) => status !== 'active');
  expect(outcomes.length - failed.length).toBeGreaterThan(60);
  for (const { contractName, status, details } of failed as {
    contractName: string;
    status: string;
    details: { kind: string; name: string | null };
  }[]) {
    expect([contractName, status]).toEqual([contractName, 'deployment_failed']);
    // One of its own errors by name, or a plain revert from a check of the address.
    expect(['custom_error', 'error', 'empty', 'panic'], contractName).toContain(details.kind);
    if (details.kind === 'custom_error') expect(details.name, contractName).toMatch(/^[A-Z]/);
  }
});
