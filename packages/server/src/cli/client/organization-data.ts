import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Operations } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, chooseService, connect, resolvePath } from './connect.ts';
import { counted, formatBytes, print } from './print.ts';
import { ProgressBar } from './progress-bar.ts';
import { ask } from './prompt.ts';

type Export = Operations['getOrganizationExport']['response'];
type Erasure = Operations['getOrganizationErasure']['response'];

/** A large export takes hours; a user who stops the command can continue later. */
const MAX_MS = 86_400_000;

/** Requests an export, waits for it, and keeps the archive if its hash is right. */
export async function exportOrganization(
  id: string,
  options: ClientOptions & { out?: string },
): Promise<void> {
  const trivium = connect(options);
  const bar = new ProgressBar('Exporting', options);
  const asked = await trivium.api.exportOrganization({ params: { id } });
  const params = { id, exportId: asked.id };
  const read = () => trivium.api.getOrganizationExport({ params });
  const isDone = ({ status }: Export) => status !== 'queued' && status !== 'running';
  const made = await trivium.waitFor(read, isDone, { timeoutMs: MAX_MS }).finally(() => bar.end());
  if (made.status !== 'completed') throw new CommandError(`The export failed: ${made.error ?? made.status}.`);
  const path = resolvePath(options.out ?? `${id}.zip`);
  await keepArchive(made, path, options);
  const rows = (made.files ?? []).reduce((sum, file) => sum + (file.rows ?? 0), 0);
  const what = `${counted(made.files?.length ?? 0, 'file')}, ${counted(rows, 'row')}, ${formatBytes(made.size_bytes ?? 0)}`;
  await print(options, { path, ...made }, `${path}: ${what}. Its hash matches the export ${made.id}.`);
}

/** The archive gets its final name when it is complete. */
async function keepArchive(made: Export, path: string, options: ClientOptions): Promise<void> {
  const { url, key } = chooseService(options);
  const address = `${url}/v1/organizations/${made.organization_id}/exports/${made.id}/archive`;
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  if (!answer.ok || answer.body === null) {
    throw new CommandError(`The archive cannot be read: ${address} answered ${answer.status}.`);
  }
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const partial = `${path}.partial`;
  try {
    await pipeline(Readable.fromWeb(answer.body), hashed, createWriteStream(partial, { mode: 0o600 }));
    if (hash.digest('hex') !== made.sha256) {
      throw new CommandError('The downloaded archive is damaged: its hash differs. Run it again.');
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Erases a suspended organization and prints the proof. Resolves with 1 if the erasure stopped. */
export async function eraseOrganization(
  id: string,
  options: ClientOptions & { name?: string },
): Promise<number> {
  const trivium = connect(options);
  const name = options.name ?? (await ask(`The name of ${id}, to erase it for good`, undefined));
  await trivium.api.eraseOrganization({ params: { id }, body: { name } });
  const bar = new ProgressBar('Erasing', options);
  const read = () => trivium.api.getOrganizationErasure({ params: { id } });
  const isDone = ({ status }: Erasure) => status === 'completed' || status === 'failed';
  const erased = await trivium.waitFor(read, isDone, { timeoutMs: MAX_MS }).finally(() => bar.end());
  await print(options, erased, () => formatErasure(erased));
  return erased.status === 'completed' ? 0 : 1;
}

function formatErasure(erased: Erasure): string {
  const { organization_id: id, status, error, rows_deleted, files_deleted, jobs_deleted } = erased;
  const head = status === 'completed' ? `${id} is erased.` : `${id} is not erased: ${error}. Run it again.`;
  return [
    head,
    `  rows      ${rows_deleted} in ${counted(erased.deleted.length, 'table')}`,
    `  files     ${files_deleted}`,
    `  jobs      ${jobs_deleted}`,
    `  events    ${erased.events_redacted} without their payload; their hashes stay`,
    ...erased.kept.map(({ table, reason }) => `  kept      ${table}: ${reason}`),
  ].join('\n');
}
