import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startContracts, startContractsNode } from '../testing/contracts-fixture.ts';
import { compileSubject } from '../testing/test-contract.ts';

const COUNT = 1_000;
const KILLS = 4;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Repeatable random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Kills the embedded chain's process, whose pid the node has recorded. */
function killChain(dataDir: string): void {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'chains/devnet/process.json'), 'utf8'));
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // An earlier round killed the chain, and the node died before it started it again.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test(`killed at random moments (seed ${SEED}), even with its chain, each of 1,000 executions with a key is on the chain exactly once`, async () => {
  const random = randomFrom(SEED);
  const contracts = await startContracts();
  // Also if the test times out.
  onTestFinished(() => contracts.close());
  const subject = await contracts.register(await compileSubject());
  await contracts.settled((await contracts.deploy(subject, { constructorArgs: ['0'] })).id);
  // From here on, only the killed processes work.
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
      // Each client repeats the requests without an answer, and some with one.
      from: isLast ? 0 : Math.floor(random() * round * 150),
      to: COUNT,
    };
    const program = join(import.meta.dirname, '../testing/crash-node.ts');
    const child = spawn(process.execPath, [program, JSON.stringify(told)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(dataDir, 'compiled') },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    let text = '';
    const enough = 1 + Math.floor(random() * 250);
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the node ended by itself (${code})`)));
      child.stdout.on('data', (chunk) => {
        text += chunk;
        if (isLast ? text.includes('done') : text.split('\n').length > enough) resolve();
      });
    });
    // At some point between an answer and its effects: a commit, a send, a block.
    await new Promise((resolve) => setTimeout(resolve, random() * 120));
    child.kill('SIGKILL');
    // Every other time, its chain is killed too.
    if (round % 2 === 0) killChain(dataDir);
    await exited;
    for (const line of text.split('\n')) {
      const [number, hash] = line.split(' ');
      if (hash === undefined) continue;
      const earlier = answered.get(Number(number));
      // The answer to a key never changes.
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
  // The answers that clients got are true.
  const hashes = new Set(rows.flatMap(({ hashes }) => hashes as string[]));
  for (const hash of answered.values()) expect(hashes).toContain(hash);
  expect(await contracts.call(subject, 'total')).toBe(String(COUNT));
  const counts = await Promise.all(
    Array.from({ length: COUNT }, (_, i) =>
      contracts.call(subject, 'keys', [`0x${i.toString(16).padStart(64, '0')}`]),
    ),
  );
  expect(new Set(counts)).toEqual(new Set(['1']));
}, 240_000);
