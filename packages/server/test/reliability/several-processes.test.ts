import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendSignal } from '../../src/kit/processes/index.ts';
import { Installation } from './harness/installation.ts';
import {
  PROCESSES,
  publishDuring,
  replaced,
  servingPids,
  startTogether,
  type Together,
  tellingProcesses,
} from './several-processes.ts';

const sound = { lost: [], loggedTwice: [], gaps: [] };
const delivered = { undelivered: 0, renamed: 0, forged: 0 };

describe('several processes on one port', () => {
  let together: Together;
  beforeAll(async () => {
    together = await startTogether();
  });
  afterAll(() => together?.remove());

  test('all serve, and each reports its metrics by its number', async () => {
    expect(await servingPids(together)).toHaveLength(PROCESSES);
    await expect.poll(() => tellingProcesses(together), { timeout: 60_000 }).toEqual(['0', '1', '2']);
  });

  test('SIGHUP restarts each, without an effect on clients', async () => {
    const before = await servingPids(together);
    const { publisher, log, sink } = await publishDuring(together, async () => {
      together.service.process.send('SIGHUP');
      await replaced(together, before);
    });
    expect([publisher.unexpected, publisher.unanswered.size, publisher.refused.size]).toEqual([[], 0, 0]);
    expect(log).toMatchObject(sound);
    expect(sink).toEqual({ ...delivered, duplicates: 0 });
  });

  test('a killed one is replaced; what it acknowledged is delivered, and the others keep serving', async () => {
    const [killed = 0] = await servingPids(together);
    const { publisher, log, sink } = await publishDuring(together, async () => {
      sendSignal(killed, 'SIGKILL');
      await replaced(together, [killed]);
    });
    // Only requests on connections to the killed process.
    expect(publisher.unanswered.size).toBeLessThan(publisher.acknowledged.size / 10);
    expect([publisher.unexpected, publisher.refused.size]).toEqual([[], 0]);
    expect(log).toMatchObject(sound);
    expect(sink).toMatchObject(delivered);
  });

  test('a stop ends all of them in order', async () => {
    const pids = await servingPids(together);
    const { exit } = await together.service.stop();
    expect(exit).toEqual({ code: 0, signal: null });
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

test('on the embedded database they share one chain, which outlives the process that ran it', async () => {
  const service = await Installation.make({ PROCESSES: '2' });
  const { api } = service;
  try {
    await service.start();
    const source = 'contract Counter { uint256 public count; function add() external { count += 1; } }';
    const made = { name: 'Counter', network: 'devnet', source_code: `pragma solidity ^0.8.0; ${source}` };
    const { id } = await api.ask('POST', '/v1/contracts/contracts', { body: made });
    await api.ask('POST', `/v1/contracts/contracts/${id}/deploy`, { body: { network: 'devnet' } });
    const call = (way: 'execute' | 'call', name: string) =>
      api.ask('POST', `/v1/contracts/contracts/${id}/${way}`, { body: { function: name, args: [] } });
    const count = async () => Number((await call('call', 'count')).result);
    const isDeployed = () => call('execute', 'add').then(Boolean, () => false);
    await expect.poll(isDeployed, { timeout: 60_000 }).toBe(true);
    await expect.poll(count, { timeout: 30_000 }).toBe(1);
    // One of them runs the chain.
    for (const pid of await servingPids({ service })) {
      sendSignal(pid, 'SIGKILL');
      await replaced({ service }, [pid], 2);
      await expect.poll(() => count().catch(() => undefined), { timeout: 30_000 }).toBe(1);
    }
    await call('execute', 'add');
    await expect.poll(count, { timeout: 30_000 }).toBe(2);
  } finally {
    // An orderly stop, so that the chain stops too.
    await service.stop();
    await service.remove();
  }
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
