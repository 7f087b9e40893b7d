import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { quickSettings } from './test-data-dir.ts';

// A service with only its database, for tests that kill one: `node service.fixture.ts <data directory>`.
// Prints one line of JSON about itself and runs until it is ended.
const log = { info: () => {}, warn: () => {}, error: () => {} };
const dataDir = process.argv[2] ?? '';
try {
  const { adopted, owner, pid } = await startEmbeddedPostgres({ dataDir, log, settings: quickSettings });
  process.stdout.write(`${JSON.stringify({ adopted, owner, pid })}\n`);
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`);
}
