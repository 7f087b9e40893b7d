import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { CitusCluster } from './citus-cluster.ts';

/** A test that supposes one plain database. */
interface LeftOut {
  file: string;
  /** Its name, with those of the groups around it; the whole file if missing. */
  name?: string;
  why: string;
}

const LEFT_OUT: readonly LeftOut[] = [
  {
    file: 'packages/server/src/engine/delivery/log/resend-delivery.test.ts',
    name: 'a delivery that is sent again while its last attempt is noted as failed waits, and is no dead letter any more',
    why: 'it looks for who waits for a lock on the coordinator; on Citus, that is on the machine of the organization',
  },
];

/**
 * Runs the product's own tests with their databases on the cluster, distributed from the start, and prints which pass, by folder.
 * Resolves with the exit code.
 */
export async function runProductTests(cluster: CitusCluster, files: string[]): Promise<number> {
  await cluster.close();
  const report = join(cluster.folder, 'tests.json');
  const child = spawn(
    process.execPath,
    [
      ...['scripts/run.mjs', 'test', '--maxWorkers=1', '--reporter=default', '--reporter=json'],
      ...[`--outputFile.json=${report}`, ...leaveOut(), ...files],
    ],
    { stdio: 'inherit', env: { ...process.env, TRIVIUM_TEST_POSTGRES: JSON.stringify(cluster.postgres()) } },
  );
  const [ended] = (await once(child, 'exit')) as [number | null];
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport;
  for (const line of countByFolder(testResults)) process.stdout.write(`${line}\n`);
  for (const { file, name, why } of LEFT_OUT)
    process.stdout.write(`not run: ${file}${name === undefined ? '' : ` > ${name}`}: ${why}\n`);
  return ended ?? 1;
}

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

function leaveOut(): string[] {
  const names = LEFT_OUT.flatMap(({ name }) => (name === undefined ? [] : [RegExp.escape(name)]));
  const files = LEFT_OUT.flatMap(({ file, name }) => (name === undefined ? [`--exclude=${file}`] : []));
  return names.length === 0 ? files : [`--testNamePattern=^(?!(?:${names.join('|')})$)`, ...files];
}

const root = join(import.meta.dirname, '../..');
/** An area each. */
const DEPTH = 5;

/** A file that failed before its tests counts as one failure. */
function countByFolder(results: VitestReport['testResults']): string[] {
  const byFolder = Map.groupBy(results, ({ name }) =>
    dirname(relative(root, name)).split('/').slice(0, DEPTH).join('/'),
  );
  return [...byFolder].toSorted().map(([folder, files]) => {
    const tests = files.flatMap(({ status, assertionResults }) =>
      assertionResults.length === 0 ? [{ status }] : assertionResults,
    );
    const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
    return `${folder}: ${count('passed')} pass, ${count('failed')} fail (${files.length} files)`;
  });
}
