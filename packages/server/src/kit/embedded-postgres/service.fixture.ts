import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { quickSettings } from './test-data-dir.ts';

// A service of nothing but its database, for tests that kill one: `node service.fixture.ts <data directory>`.
// Tells of itself in one line of JSON and runs until it is ended.
const log = { info: () => {}, warn: () => {}, error: () => {} };
const dataDir = process.argv[2] ?? '';
try {
  const { adopted, owner, pid } = await startEmbeddedPostgres({ dataDir, log, settings: quickSettings });
  process.stdout.write(`${JSON.stringify({ adopted, owner, pid })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`);
}
