import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hosts } from '../../packages/server/test/reliability/cluster/cluster.ts';
import { faultKinds } from '../../packages/server/test/reliability/cluster/faults.ts';
import { Network, whyNoNetwork } from '../../packages/server/test/reliability/cluster/network.ts';
import type { ClusterRun } from './cluster-inside.ts';

/**
 * Makes hosts, and lets a process on the host of the clients do the rest, so that no packet uses the machine's own
 * network. Everything is removed at the end, even after an error. Resolves with the exit code.
 */
export async function runOnHosts(run: Omit<ClusterRun, 'networkId' | 'folder'>): Promise<number> {
  const unknown = run.kinds?.find((kind) => !Object.hasOwn(faultKinds, kind));
  if (unknown !== undefined) {
    process.stderr.write(`There is no fault ${unknown}. There are: ${Object.keys(faultKinds).join(', ')}.\n`);
    return 2;
  }
  const problem = await whyNoNetwork();
  if (problem !== undefined) {
    process.stderr.write(`Hosts cannot be created here. ${problem}\n`);
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'trivium-cluster-'));
  const network = await Network.make(hosts);
  // The same signal also ends the process inside; here only the cleanup is left.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => {});
  try {
    return await runInside(network, { ...run, networkId: network.id, folder });
  } finally {
    await network.remove();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function runInside(network: Network, run: ClusterRun): Promise<number> {
  const [file = '', ...before] = network.on('clients');
  const root = join(import.meta.dirname, '../..');
  const child = spawn(
    file,
    [
      ...[...before, process.execPath, '--import', join(root, 'scripts/lifeline.mjs')],
      ...[join(import.meta.dirname, 'cluster-inside.ts'), JSON.stringify(run)],
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] },
  );
  const end = () => child.kill('SIGTERM');
  process.once('SIGTERM', end);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGTERM', end);
      resolve(code ?? 1);
    });
  });
}
