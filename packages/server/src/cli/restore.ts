import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openPlace } from '../app/backups.ts';
import { type Restored, restore } from '../app/restore.ts';
import { loadSettings, type Settings } from '../app/settings.ts';
import { BackupError, chooseBackup } from '../engine/backups/index.ts';
import { exists } from '../kit/exists.ts';
import { parseTimestamp } from '../kit/http/timestamp.ts';
import { keyFileName, previousKeysFileName } from '../kit/secrets/index.ts';
import { resolvePath } from './client/connect.ts';
import { print } from './client/print.ts';

interface RestoreOptions {
  from?: string;
  at?: string;
  backup?: string;
  json?: boolean;
}

/**
 * Restores into the configured data directory. Resolves with the exit code: 1 if something is missing in the backup.
 */
export async function restoreBackup(env: NodeJS.ProcessEnv, options: RestoreOptions): Promise<number> {
  const settings = loadSettings(env);
  return run(settings, settings, options, `Restored into ${resolve(settings.DATA_DIR)}`);
}

/** Restores into a temporary folder, which is removed afterwards. */
export async function verifyBackup(env: NodeJS.ProcessEnv, options: RestoreOptions): Promise<number> {
  const settings = loadSettings(env);
  const folder = await mkdtemp(join(tmpdir(), 'trivium-verify-'));
  try {
    for (const name of [keyFileName, previousKeysFileName]) {
      const file = join(resolve(settings.DATA_DIR), name);
      if (await exists(file)) await copyFile(file, join(folder, name));
    }
    const target: Settings = {
      ...settings,
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      DATABASE_MIGRATION_URL: undefined,
    };
    return await run(settings, target, options, 'Restored into an empty place, and removed again');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  settings: Settings,
  target: Settings,
  options: RestoreOptions,
  what: string,
): Promise<number> {
  const at = readTime(options.at);
  const place = await openPlace(settings, options.from, resolvePath('.'));
  const choice = await chooseBackup(place, { backup: options.backup, at });
  const restored = await restore(target, place, choice, at);
  const { id } = choice.manifest;
  const text = [`${what}: the backup ${id}${at === undefined ? '' : ` as of ${at.toISOString()}`}.`];
  await print(
    options,
    { backup: id, at: at?.toISOString() ?? null, ok: restored.problems.length === 0, ...restored },
    [...text, ...describe(restored)].join('\n'),
  );
  return restored.problems.length === 0 ? 0 : 1;
}

function describe({ logs, blobs, problems }: Restored): string[] {
  const sum = (field: 'events' | 'proven') => logs.reduce((total, log) => total + log[field], 0);
  const files =
    'bucket' in blobs
      ? `in the bucket ${blobs.bucket}, which is not part of the backup`
      : `${blobs.restored}, each with its hash`;
  return [
    `  event logs  ${logs.length}, with ${sum('events')} events; ${sum('proven')} are proven by checkpoints`,
    `  files       ${files}`,
    ...problems.map((problem) => `  PROBLEM     ${problem}`),
    problems.length === 0 ? '  result      SOUND' : '  result      NOT SOUND',
  ];
}

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const ms = /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? parseTimestamp(text) : undefined;
  if (ms !== undefined) return new Date(ms);
  throw new BackupError(`${text} is not a time. Write it with its zone, such as 2026-11-26T10:30:00Z.`);
}
