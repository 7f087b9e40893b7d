import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Trivium } from '../../../../sdk/src/index.ts';
import { CommandError } from './command-error.ts';
import { type ClientOptions, connect, resolvePath } from './connect.ts';
import { counted, formatBytes, isForProgram, print } from './print.ts';
import { ProgressBar } from './progress-bar.ts';

interface ImportOptions extends ClientOptions {
  campaign?: string;
  dedupMode?: 'skip' | 'update' | 'merge';
  mapping?: string;
  tags?: string;
  dryRun?: boolean;
  score?: boolean;
}

/** Imports a CSV file and waits until every lead is merged. */
export async function importLeads(path: string, options: ImportOptions): Promise<number> {
  const file = resolvePath(path);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new CommandError(`${path} ${found ? 'is not a file' : 'does not exist'}. Give a CSV file.`);
  }
  const { campaign, dedupMode, mapping, tags, dryRun, score } = options;
  const trivium = connect(options);
  const bar = new ProgressBar('Importing', options);
  const done = await trivium.leads
    .import(await openAsBlob(file), {
      ...(campaign !== undefined && { campaign_id: campaign }),
      ...(dedupMode !== undefined && { dedup_mode: dedupMode }),
      ...(mapping !== undefined && { mapping }),
      ...(tags !== undefined && { tags: tags.split(',') }),
      ...(dryRun && { dry_run: true }),
      ...(score && { auto_score: true }),
      // The upload counts as half of the progress.
      onProgress: ({ sentBytes, totalBytes }) =>
        bar.update(sentBytes / Math.max(totalBytes, 1) / 2, `${formatBytes(sentBytes)} sent`),
      onImport: ({ progress, inserted_count }) => bar.update(0.5 + progress / 200, `${inserted_count} leads`),
      timeoutMs: 3_600_000,
    })
    .finally(() => bar.end());
  const counts = `${counted(done.row_count, 'row')}: ${done.inserted_count} new, ${done.updated_count} updated, ${done.duplicate_count} repeated, ${done.suppressed_count} suppressed, ${done.invalid_row_count} not usable.`;
  const reasons =
    isForProgram(options) || done.invalid_row_count === 0 ? [] : await readReasons(trivium, done);
  await print(options, done, [counts, ...reasons].join('\n'));
  return done.status === 'failed' || done.status === 'cancelled' ? 1 : 0;
}

const MAX_SHOWN = 5;
/** Only the address of a longer report is printed, because it may be as long as the file. */
const MAX_READ = 1_000;

/** Why rows were left out, from the report: line, column, code, detail and the row itself. */
async function readReasons(
  trivium: Trivium,
  { import_job_id: id, invalid_row_count: count, error_report_url: path }: ImportJob,
): Promise<string[]> {
  const all = `Complete report: GET ${trivium.url}${path}`;
  if (count > MAX_READ) return [all];
  const report = await trivium.api.getLeadImportErrors({ params: { id } });
  const rows = report.trimEnd().split(/\r?\n/);
  const shown = rows.slice(0, MAX_SHOWN + 1).map((row) => `  ${row}`);
  return rows.length > shown.length ? [...shown, all] : shown;
}

interface ImportJob {
  import_job_id: string;
  invalid_row_count: number;
  error_report_url: string | null;
}
