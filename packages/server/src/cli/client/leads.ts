import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type ClientOptions, CommandError, connect } from './connect.ts';
import { formatBytes, ProgressBar, print } from './print.ts';

interface ImportOptions extends ClientOptions {
  campaign?: string;
  dedupMode?: 'skip' | 'update' | 'merge';
  mapping?: string;
  dryRun?: boolean;
  score?: boolean;
}

/** Imports a CSV file and waits until every lead is merged. */
export async function importLeads(path: string, options: ImportOptions): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new CommandError(`${path} is not a file. Give a CSV file.`);
  const { campaign, dedupMode, mapping, dryRun, score, json } = options;
  const bar = new ProgressBar('Importing', json);
  const done = await connect(options).leads.import(await openAsBlob(path), {
    ...(campaign !== undefined && { campaign_id: campaign }),
    ...(dedupMode !== undefined && { dedup_mode: dedupMode }),
    ...(mapping !== undefined && { mapping }),
    ...(dryRun && { dry_run: true }),
    ...(score && { auto_score: true }),
    // The upload is half of what there is to wait for.
    onProgress: ({ sentBytes, totalBytes }) =>
      bar.update(sentBytes / Math.max(totalBytes, 1) / 2, `${formatBytes(sentBytes)} sent`),
    onImport: ({ progress, inserted_count }) => bar.update(0.5 + progress / 200, `${inserted_count} leads`),
    timeoutMs: 3_600_000,
  });
  bar.end();
  const lines = [
    `${done.row_count} rows: ${done.inserted_count} new, ${done.updated_count} updated, ${done.duplicate_count} repeated, ${done.suppressed_count} suppressed, ${done.invalid_row_count} not usable.`,
    ...(done.invalid_row_count > 0 && done.error_report_url ? [`Why: GET ${done.error_report_url}`] : []),
  ];
  print(json, done, lines.join('\n'));
  return done.status === 'failed' || done.status === 'cancelled' ? 1 : 0;
}
