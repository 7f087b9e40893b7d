import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { migrate, migrationsDir } from '../db/migrate.ts';
import { withClient } from './prepare-database.ts';
import { startTestCluster } from './test-cluster.ts';
import './test-database.ts';

/** One PostgreSQL for the whole test run; `createTestDatabase` makes databases in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(async (connection) => {
    if (existsSync(migrationsDir)) await withClient(connection, (client) => migrate(client));
  });
  project.provide('testPostgres', cluster.postgres);
  return cluster.stop;
}
