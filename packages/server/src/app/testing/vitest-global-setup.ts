import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../../kit/embedded-postgres/test-cluster.ts';
import { migrateAsOwner } from '../prepare-schema.ts';
import '../../kit/embedded-postgres/test-database.ts';

/** One PostgreSQL for the whole test run; `createTestDatabase` creates databases in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(async (owner, serviceRole) => {
    await migrateAsOwner(owner, serviceRole);
  });
  // `npm run bench:cluster -- --tests` runs the tests on a distributed database.
  const { TRIVIUM_TEST_POSTGRES: other } = process.env;
  project.provide('testPostgres', other === undefined ? cluster.postgres : JSON.parse(other));
  // The harness of whole services also runs without Vitest, so it reads this from the environment.
  process.env.TRIVIUM_TEST_SEED = join(cluster.folder, 'seed');
  process.env.TRIVIUM_TEST_ROOT = dirname(cluster.folder);
  return cluster.stop;
}
