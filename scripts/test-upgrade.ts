// `npm run test:upgrade [-- --from <commit>]`: tests a rolling upgrade: the previous release works on the database of
// this one, together with its nodes, while it is replaced. The previous release is the newest tag; if there is none,
// the newest commit since which this schema has only added migrations. With `--postgres 17.10.0-beta.17`: moves an
// embedded database of another major version to the one of this release. It is not part of `npm test`, which needs no
// history and no network.
import { parseArgs } from 'node:util';
import {
  type EarlierRelease,
  findReleaseBefore,
  openEarlierRelease,
  openReleaseWithPostgres,
} from './upgrade/earlier-release.ts';
import { PostgresMove } from './upgrade/postgres-move.ts';
import { RollOut } from './upgrade/roll-out.ts';

process.exitCode = await run();
process.exit();

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, postgres: { type: 'string' } } });
  if (values.postgres !== undefined) {
    await using earlier = await openReleaseWithPostgres(values.postgres);
    await using move = await PostgresMove.begin(earlier.root);
    return await take(earlier, move.steps());
  }
  await using earlier = await openEarlierRelease(values.from ?? findReleaseBefore());
  await using rollOut = await RollOut.begin(earlier.root);
  return await take(earlier, rollOut.steps());
}

async function take({ name }: EarlierRelease, steps: [string, () => Promise<void>][]): Promise<number> {
  process.stdout.write(`From ${name}\n`);
  for (const [what, step] of steps) {
    const startedAt = performance.now();
    try {
      await step();
    } catch (error) {
      process.stdout.write(`FAILED ${what}\n${(error as Error).stack}\n`);
      return 1;
    }
    process.stdout.write(`ok     ${what} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)\n`);
  }
  return 0;
}
