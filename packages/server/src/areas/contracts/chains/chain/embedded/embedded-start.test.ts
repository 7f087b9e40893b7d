import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../../../kit/clock.ts';
import { readCommandLine } from '../../../../../kit/processes/index.ts';
import { carryOut } from '../../../../../kit/processes/last-will.fixture.ts';
import { required } from '../../../../../kit/required.ts';
import { EmbeddedChains } from '../../networks/embedded-chains.ts';
import { endLeftAnvils } from './anvil-process.ts';
import { EmbeddedChain, type EmbeddedChainOptions } from './embedded-chain.ts';
import { findAnvil } from './find-anvil.ts';

let dataDir: string;
let folder: string;
const chains: EmbeddedChain[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trivium-start-'));
  folder = join(dataDir, 'chains/devnet');
});
afterEach(async () => {
  for (const chain of chains.splice(0)) await chain.stop();
  await endLeftAnvils([folder]);
  await rm(dataDir, { recursive: true, force: true });
});

function newChain(
  replay: EmbeddedChainOptions['replay'],
  options: Partial<EmbeddedChainOptions> = {},
): EmbeddedChain {
  const chain = new EmbeddedChain({
    network: 'devnet',
    chainId: 31_337,
    binary: required(findAnvil(), 'findAnvil()'),
    folder,
    blockTimeSeconds: 0.1,
    clock: systemClock,
    replay,
    onError: () => {},
    ...options,
  });
  chains.push(chain);
  return chain;
}

/** A chain whose owner is killed while it sends confirmed transactions again. */
async function startHalfway(): Promise<number> {
  const halted = newChain(() => new Promise(() => {}));
  void halted.open();
  await expect.poll(() => halted.pid).toBeDefined();
  chains.splice(chains.indexOf(halted), 1);
  return required(halted.pid, 'halted.pid');
}

/** A service in a separate process that is killed as soon as its chain runs. */
async function startAndKill(): Promise<{ owner: string; left: number }> {
  const fixture = join(import.meta.dirname, 'chain-starter.fixture.ts');
  const service = spawn(process.execPath, [fixture, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(service.stdout, 'data');
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
  return { owner: await readFile(join(folder, 'owner'), 'utf8'), left: Number(said) };
}

test('a chain keeps block 0 over restarts, and later blocks have the current time', async () => {
  const now = Math.floor(Date.now() / 1000);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'born-at'), String(now - 3_600));
  const hashes = [];
  for (let starts = 0; starts < 2; starts++) {
    const chain = newChain(async () => {});
    const opened = await chain.open();
    await expect.poll(async () => (await opened.latestBlock()).number).toBeGreaterThan(0);
    const [genesis, first] = await opened.blocks([0, 1]);
    hashes.push(genesis?.hash);
    expect(genesis?.timestamp).toBe(now - 3_600);
    expect(first?.timestamp).toBeGreaterThanOrEqual(now);
    await chain.stop();
  }
  expect(hashes[1]).toBe(hashes[0]);
});

test('a chain that started while the clock was a day ahead has no block older than its predecessor', async () => {
  const ahead = Math.floor(Date.now() / 1000) + 86_400;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'born-at'), String(ahead));
  const times: number[] = [];
  for (let starts = 0; starts < 2; starts++) {
    const chain = newChain(async () => {});
    const opened = await chain.open();
    const before = (await opened.latestBlock()).number;
    await expect.poll(async () => (await opened.latestBlock()).number).toBeGreaterThan(before + 1);
    const blocks = await opened.blocks([before, before + 1, before + 2]);
    times.push(...blocks.map((block) => required(block, 'a block').timestamp));
    await chain.stop();
  }
  expect(times[0]).toBe(ahead);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('a chain ends by itself if its service was killed and is not started again', async () => {
  const { left } = await startAndKill();
  expect(await readCommandLine(left)).toContain(folder);
  await expect.poll(() => readCommandLine(left), { timeout: 50_000, interval: 100 }).toBeUndefined();
}, 60_000);

test('the chain of a killed service is ended by its cleanup process, unless another service took it over, even one that was killed too', async () => {
  const module = new URL('./end-left-anvil.ts', import.meta.url);
  const first = await startAndKill();
  const second = await startAndKill();
  expect(second.left).toBe(first.left);
  await carryOut(module, { folder, owner: first.owner });
  expect(await readCommandLine(first.left)).toContain(folder);
  await carryOut(module, { folder, owner: second.owner });
  expect(await readCommandLine(first.left)).toBeUndefined();
});

test('a service that is still checking a chain already owns it: the cleanup process of an earlier one does not end it', async () => {
  const { owner, left } = await startAndKill();
  process.kill(left, 'SIGSTOP');
  const heir = newChain(async () => {});
  const opened = heir.open();
  await expect.poll(() => readFile(join(folder, 'owner'), 'utf8')).not.toBe(owner);
  await carryOut(new URL('./end-left-anvil.ts', import.meta.url), { folder, owner });
  process.kill(left, 'SIGCONT');
  await opened;
  expect(heir.pid).toBe(left);
});

test('if its starter was killed before everything was sent again, a chain is taken over, and the rest is sent', async () => {
  const left = await startHalfway();
  let replays = 0;
  const replay = async () => void replays++;
  const heir = newChain(replay);
  await heir.open();
  expect([heir.pid, replays]).toEqual([left, 1]);
  // From here on it is complete: a process that adopts it sends nothing again.
  const next = newChain(replay);
  await next.open();
  expect([next.pid, replays]).toEqual([left, 1]);
});

test('if its starter was killed before it was recorded, a chain is ended by the next start', async () => {
  const left = await startHalfway();
  await rm(join(folder, 'process.json'));
  const heir = newChain(async () => {});
  await heir.open();
  expect(heir.pid).not.toBe(left);
  expect(await readCommandLine(left)).toBeUndefined();
});

test('a chain that did not accept all transactions again is ended, and the next attempt starts from the beginning', async () => {
  let replays = 0;
  let left = 0;
  const chain = newChain(async () => {
    left = required(chain.pid, 'chain.pid');
    if (++replays === 1) throw new Error('the database is away');
  });
  await expect(chain.open()).rejects.toThrow('the database is away');
  expect(await readCommandLine(left)).toBeUndefined();
  await chain.open();
  expect(replays).toBe(2);
});

test('a chain of a killed service that the next service never uses ends with that service', async () => {
  const left = await startHalfway();
  const chains = new EmbeddedChains({
    db: undefined as never,
    nodeId: 'next',
    isNodeAlive: () => false,
    binary: required(findAnvil(), 'findAnvil()'),
    dataDir,
    chainFiles: 'own',
    blockTimeSeconds: 0.1,
    clock: systemClock,
    replay: async () => {},
    onError: () => {},
  });
  await chains.stop();
  expect(await readCommandLine(left)).toBeUndefined();
});
