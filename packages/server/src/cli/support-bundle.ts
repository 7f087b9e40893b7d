import { open, writeFile } from 'node:fs/promises';
import { arch, cpus, freemem, release, totalmem, uptime } from 'node:os';
import { join, resolve } from 'node:path';
import { readVersion } from '../app/read-version.ts';
import { loadSettings, type Settings } from '../app/settings.ts';
import { keyFileName } from '../kit/secrets/index.ts';
import { resolvePath } from './client/connect.ts';
import { askService, examineSetup, withDatabase } from './doctor.ts';
import { describeSettings, secretsOf } from './support/bundle-settings.ts';
import { describeDatabase } from './support/describe-database.repository.ts';
import { createRedactor, redactWithin } from './support/redact.ts';

export interface BundleOptions {
  out?: string;
  log?: string;
  json?: boolean;
}

const LOG_LINES = 2_000;
const LOG_BYTES = 2_097_152;

/**
 * Writes what a maintainer needs into one JSON file, which the sender can read beforehand: versions, settings, results
 * of doctor, figures, sizes of tables, and the end of a log. Secrets are removed from all of it.
 */
export async function writeBundle(env: NodeJS.ProcessEnv, { out, log, json }: BundleOptions): Promise<void> {
  const bundle = await gatherBundle(env, log === undefined ? undefined : resolvePath(log));
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const path = resolvePath(out ?? `trivium-support-${at}.json`);
  await writeFile(path, bundle, { mode: 0o600 });
  const told = { path, bytes: Buffer.byteLength(bundle) };
  process.stdout.write(
    json
      ? `${JSON.stringify(told)}\n`
      : `${path}\nRead it before you send it: secrets are removed, names of organizations and hosts are not.\n`,
  );
}

export async function gatherBundle(env: NodeJS.ProcessEnv, logPath: string | undefined): Promise<string> {
  let settings: Settings | undefined;
  try {
    settings = loadSettings(env);
  } catch {
    // doctor reports what is wrong with the settings.
  }
  const dataDir = resolve(env.DATA_DIR ?? './data');
  const redact = createRedactor(secretsOf(env, [join(dataDir, keyFileName)]));
  const bundle = {
    made_at: new Date().toISOString(),
    versions: { trivium: readVersion(), node: process.versions.node, openssl: process.versions.openssl },
    machine: describeMachine(),
    settings: describeSettings(env),
    doctor: await examineSetup(env),
    database: settings && (await readDatabase(settings)),
    metrics: settings && ((await askService(settings, '/metrics')) ?? 'the service does not answer'),
    log: logPath === undefined ? 'none was given; see --log' : await readEnd(logPath),
  };
  return `${JSON.stringify(splitTexts(redactWithin(bundle, redact) as Record<string, unknown>), null, 2)}\n`;
}

function describeMachine(): object {
  return {
    platform: `${process.platform} ${release()} ${arch()}`,
    cpus: cpus().length,
    memory_bytes: totalmem(),
    memory_free_bytes: freemem(),
    memory_limit_bytes: process.constrainedMemory(),
    up_seconds: Math.round(uptime()),
  };
}

async function readDatabase(settings: Settings): Promise<unknown> {
  try {
    return (await withDatabase(settings, describeDatabase)) ?? 'there is none yet';
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** The last lines of a file of any size. */
async function readEnd(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, LOG_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString('utf8').trimEnd().split('\n').slice(-LOG_LINES).join('\n');
  } finally {
    await file.close();
  }
}

/** Splits long texts into lines, so that people can read them. */
function splitTexts(bundle: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(bundle).map(([name, value]) => [
      name,
      typeof value === 'string' && value.includes('\n') ? value.split('\n') : value,
    ]),
  );
}
