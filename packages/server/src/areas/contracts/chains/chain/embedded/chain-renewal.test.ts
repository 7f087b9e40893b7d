import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../../kit/clock.ts';
import { required } from '../../../../../kit/required.ts';
import { endLeftAnvils } from './anvil-process.ts';
import { EmbeddedChain } from './embedded-chain.ts';
import type { EmbeddedRpcChain } from './embedded-rpc-chain.ts';
import { findAnvil } from './find-anvil.ts';
import { KEPT_BLOCKS, trimState } from './trim-state.ts';

const RENEW_AFTER = 100;
let folder: string;
let chain: EmbeddedChain;
let opened: EmbeddedRpcChain;
const errors: unknown[] = [];

beforeEach(async () => {
  errors.length = 0;
  folder = join(await mkdtemp(join(tmpdir(), 'trivium-renewal-')), 'chains/devnet');
  chain = new EmbeddedChain({
    network: 'devnet',
    chainId: 31_337,
    binary: required(findAnvil(), 'findAnvil()'),
    folder,
    blockTimeSeconds: 0.01,
    renewAfterBlocks: RENEW_AFTER,
    upkeepEveryMs: 50,
    clock: systemClock,
    replay: async () => {},
    onError: (error) => errors.push(error),
  });
  opened = await chain.open();
});
afterEach(async () => {
  await chain.stop();
  await endLeftAnvils([folder]);
  await rm(join(folder, '../..'), { recursive: true, force: true });
});

const addressOf = (number: number) => `0x${(number + 0x1000).toString(16).padStart(40, '0')}` as const;
const newestState = () => {
  const path = join(folder, 'snapshots');
  const newest = required(
    readdirSync(path)
      .filter((name) => name.endsWith('.gz'))
      .sort()
      .at(-1),
    'the newest snapshot',
  );
  return gunzipSync(readFileSync(join(path, newest))).toString();
};

test('a long-running chain is restarted repeatedly without affecting readers and senders', async () => {
  const { rpcUrl } = chain;
  const pids = new Set<number>();
  let paid = 0;
  const [genesis] = await opened.blocks([0]);
  let first: { number: number; hash: string } | undefined;
  while (pids.size < 4) {
    // In turn through a newly opened chain and through one that stays open.
    const current = paid % 2 === 0 ? await chain.open() : opened;
    await current.setBalance(addressOf(paid), BigInt(paid + 1));
    // anvil looks up the newest block and then reads from it: if a new block comes between the two, the balance was set
    // after the block that it reads.
    await expect.poll(() => current.balance(addressOf(paid)), { interval: 1 }).toBe(BigInt(paid + 1));
    const newest = await current.latestBlock();
    first ??= newest;
    if (chain.pid !== undefined) pids.add(chain.pid);
    paid++;
  }
  for (let one = 0; one < paid; one++) expect(await opened.balance(addressOf(one))).toBe(BigInt(one + 1));
  expect((await opened.blocks([required(first, 'first').number]))[0]?.hash).toBe(first?.hash);
  // Clients that identify the chain by its block 0 recognize it.
  expect((await opened.blocks([0]))[0]?.hash).toBe(required(genesis, 'block 0').hash);
  expect(chain.rpcUrl).toBe(rpcUrl);
  expect((await opened.latestBlock()).number).toBeGreaterThan(2 * RENEW_AFTER);
  expect(errors).toEqual([]);
});

test('a loaded state has every account, without blocks and receipts that nobody needs', async () => {
  await opened.setBalance(addressOf(0), 7n);
  await expect
    .poll(async () => (await opened.latestBlock()).number, { interval: 50 })
    .toBeGreaterThan(RENEW_AFTER);
  await chain.stop();
  const state = JSON.parse(newestState());
  const best = KEPT_BLOCKS + 50;
  const renumbered = {
    ...state,
    best_block_number: best,
    blocks: Array.from({ length: best + 1 }, (_, number) => ({
      ...state.blocks[0],
      header: { ...state.blocks[0].header, number: `0x${number.toString(16)}` },
    })),
    transactions: [1, 51, best].map((block_number) => ({ block_number })),
  };
  const trimmed = JSON.parse(trimState(JSON.stringify(renumbered)));
  const numbers = trimmed.blocks.map(({ header }: { header: { number: string } }) => Number(header.number));
  expect(numbers).toEqual([0, ...Array.from({ length: KEPT_BLOCKS }, (_, i) => i + 51)]);
  expect(trimmed.transactions).toEqual([{ block_number: 51 }, { block_number: best }]);
  expect({ ...trimmed, blocks: 0, transactions: 0 }).toEqual({ ...renumbered, blocks: 0, transactions: 0 });
});

test('other users cannot read any file of a chain', async () => {
  await opened.setBalance(addressOf(0), 7n);
  await expect.poll(() => readdirSync(folder, { recursive: true }).join()).toContain('loaded.json');
  for (const name of readdirSync(folder, { recursive: true })) {
    expect(statSync(join(folder, String(name))).mode & 0o077, String(name)).toBe(0);
  }
});
