import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../../src/kit/processes/index.ts';
import { Network, whyNoNetwork } from './network.ts';

const problem = await whyNoNetwork();
const addresses = { one: '10.73.0.1', two: '10.73.0.2' };

describe.skipIf(problem !== undefined)('hosts that are namespaces', () => {
  let network: Network;
  beforeAll(async () => {
    network = await Network.make(addresses);
  });
  afterAll(() => network?.remove());

  /** Whether a connection from `one` to a port of `two` gets an answer, even a refusal. */
  async function reaches(address = addresses.two, timeoutMs = 300): Promise<boolean> {
    const script = `require('node:net').connect({host:'${address}',port:9,timeout:${timeoutMs}})
      .on('error', (error) => process.exit(error.code === 'ECONNREFUSED' ? 0 : 1)).on('timeout', () => process.exit(1))`;
    const [file = '', ...words] = [...network.on('one'), process.execPath, '-e', script];
    return (await runProgram(file, words)).code === 0;
  }

  test('reach each other, but not if the packets of one are dropped', async () => {
    expect(await reaches()).toBe(true);
    await network.cut([addresses.one], 'two');
    expect(await reaches()).toBe(false);
    await network.mend([addresses.one], 'two');
    expect(await reaches()).toBe(true);
  });

  test('take over an address from each other', async () => {
    const address = '10.73.0.9';
    await network.takeAddress('two', address);
    expect(await reaches(address)).toBe(true);
    await network.giveUpAddress('two', address);
    expect(await reaches(address)).toBe(false);
  });

  test('have links that lose the given packets, until they are repaired', async () => {
    await network.degrade('two', { lossPercent: 100 });
    expect(await reaches()).toBe(false);
    await network.degrade('two', { kbitPerSecond: 500 });
    expect(await reaches()).toBe(true);
    await network.degrade('two');
    expect(await reaches()).toBe(true);
  });

  test('have links that are as slow as requested, carry all traffic, and become fast again', async (context) => {
    if (!(await network.canDelay())) return context.skip();
    const took = async () => {
      const startedAt = performance.now();
      expect(await reaches(addresses.two, 5_000)).toBe(true);
      return performance.now() - startedAt;
    };
    const fast = await took();
    // The delay applies in both directions, so the answer takes twice as long.
    await network.degrade('two', { delayMs: 400, jitterMs: 20, duplicatePercent: 50 });
    expect(await took()).toBeGreaterThan(700);
    await network.degrade('two');
    expect(await took()).toBeLessThan(fast + 500);
  });

  test('that disappear come back with the rules of other hosts, and without their connections', async () => {
    await network.cut([addresses.one], 'two');
    await network.unplug('two');
    expect(await reaches()).toBe(false);
    await network.plugIn('two');
    expect(await reaches()).toBe(false);
    await network.mend([addresses.one], 'two');
    expect(await reaches()).toBe(true);
  });

  test('that disappear come back without rules removed meanwhile, and with rules added meanwhile', async () => {
    await network.cut([addresses.one], 'two');
    await network.unplug('two');
    await network.mend([addresses.one], 'two');
    await network.plugIn('two');
    expect(await reaches()).toBe(true);
    await network.unplug('two');
    const [, cut] = [network.plugIn('two'), network.cut([addresses.one], 'two')];
    await cut;
    expect(await reaches()).toBe(false);
    await network.mend([addresses.one], 'two');
    expect(await reaches()).toBe(true);
  });

  test('are removed together with the programs on them', async () => {
    const [file = '', ...words] = [...network.on('two'), 'sleep', '60'];
    const running = runProgram(file, words);
    await expect
      .poll(async () => (await runProgram('ip', ['netns', 'pids', network.namespace('two')])).stdout.trim())
      .not.toBe('');
    await network.remove();
    expect((await running).code).not.toBe(0);
    expect((await readdir('/run/netns')).filter((name) => name.includes(`-${process.pid}-`))).toEqual([]);
  });
});
