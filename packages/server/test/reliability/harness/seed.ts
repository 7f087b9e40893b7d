import { access, chmod, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateAsOwner } from '../../../src/app/prepare-schema.ts';
import { startEmbeddedPostgres } from '../../../src/kit/embedded-postgres/index.ts';
import { lockDirectory } from '../../../src/kit/embedded-postgres/lock-data-dir.ts';
import { keepLog, quickSettings } from '../../../src/kit/embedded-postgres/test-data-dir.ts';

/** How often a worker checks whether another one has made it. */
const LOOK_EVERY_MS = 100;

let finding: Promise<string> | undefined;

/**
 * A data directory with a new, migrated database that no service has used: most tests start with a copy, which takes a
 * tenth of the time. The first worker that needs it makes it. Undefined outside of a test run.
 */
export async function findSeed(): Promise<string | undefined> {
  const folder = process.env.TRIVIUM_TEST_SEED;
  if (folder === undefined) return undefined;
  finding ??= makeOnce(folder);
  return finding;
}

async function makeOnce(folder: string): Promise<string> {
  const made = join(folder, 'made');
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  for (;;) {
    const lock = await lockDirectory(folder);
    if (!('release' in lock)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      continue;
    }
    try {
      if (!(await isThere(made))) await rename(await make(folder), made);
      return made;
    } finally {
      await lock.release();
    }
  }
}

async function make(folder: string): Promise<string> {
  const draft = await mkdtemp(join(folder, 'draft-'));
  // If root starts it, PostgreSQL runs as another account, which must be able to enter.
  await chmod(draft, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: draft, log: keepLog().log, settings: quickSettings });
  try {
    await migrateAsOwner(server.owner, server.connection.user);
  } finally {
    await server.stop();
  }
  return draft;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
