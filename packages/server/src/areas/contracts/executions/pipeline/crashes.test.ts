import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startContracts, startContractsNode } from '../testing/contracts-fixture.ts';
import { compileSubject } from '../testing/test-contract.ts';

const COUNT = 400;
const KILLS = 5;

/** The embedded chain's process, as the node noted it. */
function chainPid(dataDir: string): number {
  return JSON.parse(readFileSync(join(dataDir, 'chains/devnet/process.json'), 'utf8')).pid;
}

test('killed again and again, chain and all, each keyed execution is on the chain exactly once', async () => {
  const contracts = await startContracts();
  try {
    const subject = await contracts.register(await compileSubject());
    await contracts.settled((await contracts.deploy(subject, { constructorArgs: ['0'] })).id);
    // Only the killed processes work from here on.
    await contracts.node.close();
    const { connection, dataDir, masterKey } = contracts.options;
    const answered = new Map<number, string>();
    for (let round = 0; round <= KILLS; round++) {
      const isLast = round === KILLS;
      const told = {
        connection,
        dataDir,
        masterKey: masterKey.toString('hex'),
        orgId: contracts.owner.orgId,
        contractId: subject,
        // Each client sends again what it has no answer for, and some of what it has.
        from: isLast ? 0 : round * 40,
        to: isLast ? COUNT : COUNT,
      };
      const program = join(import.meta.dirname, '../testing/crash-node.ts');
      const child = spawn(process.execPath, [program, JSON.stringify(told)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      let text = '';
      let seen = 0;
      await new Promise<void>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`the node ended by itself (${code})`)));
        child.stdout.on('data', (chunk) => {
          text += chunk;
          seen = text.split('\n').length - 1;
          if (isLast ? text.includes('done') : seen >= 20 + round * 15) resolve();
        });
      });
      child.kill('SIGKILL');
      // Every other time its chain dies with it.
      if (round % 2 === 0) process.kill(chainPid(dataDir), 'SIGKILL');
      await exited;
      for (const line of text.split('\n')) {
        const [number, hash] = line.split(' ');
        if (hash === undefined) continue;
        const earlier = answered.get(Number(number));
        // What was answered once is answered the same for ever.
        if (earlier !== undefined) expect(hash).toBe(earlier);
        answered.set(Number(number), hash);
      }
    }
    expect(answered.size).toBe(COUNT);
    contracts.node = await startContractsNode(contracts.options);
    const { db } = contracts.node;
    await expect
      .poll(
        async () =>
          (
            await db
              .selectFrom('transactions')
              .select('id')
              .where('kind', '=', 'execution')
              .where('live', '=', true)
              .execute()
          ).length,
        { timeout: 60_000, interval: 100 },
      )
      .toBe(0);
    const rows = await db.selectFrom('transactions').selectAll().where('kind', '=', 'execution').execute();
    expect(rows).toHaveLength(COUNT);
    expect(rows.filter(({ status }) => status !== 'confirmed')).toEqual([]);
    const nonces = rows.map(({ nonce }) => nonce as number).sort((a, b) => a - b);
    expect(nonces).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1));
    // What a client was answered is what landed.
    const hashes = new Set(rows.flatMap(({ hashes }) => hashes as string[]));
    for (const hash of answered.values()) expect(hashes).toContain(hash);
    expect(await contracts.call(subject, 'total')).toBe(String(COUNT));
    const counts = await Promise.all(
      Array.from({ length: COUNT }, (_, i) =>
        contracts.call(subject, 'keys', [`0x${i.toString(16).padStart(64, '0')}`]),
      ),
    );
    expect(new Set(counts)).toEqual(new Set(['1']));
  } finally {
    await contracts.close();
  }
});
