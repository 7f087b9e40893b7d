import { generateKeyPairSync } from 'node:crypto';
import { signCheckpoint } from '../checkpoint.ts';
import { CompactRange } from '../compact-range.ts';
import { formatExportLine, type LogEntry, readExportLines } from '../export-lines.ts';
import { leafHash } from '../hash.ts';
import type { LogReport } from '../log-report.ts';
import { createNoteSigner, formatVerifierKey } from '../signed-note.ts';
import { type VerifyLogInput, verifyLog } from '../verify-log.ts';

const name = 'log.example/one';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
export const signer = createNoteSigner(name, privateKey);
export const verifierKey = formatVerifierKey(name, publicKey);

export function sampleRecord(index: number, note = 'as written'): string {
  return JSON.stringify({ id: `evt_${index}`, amount: index * 100, note, nested: { tags: ['é', index] } });
}

/** A valid log of `size` records, each with its leaf hash. */
export function sampleLog(size: number, note?: string): Required<LogEntry>[] {
  return Array.from({ length: size }, (_, index) => {
    const record = sampleRecord(index, note);
    return { index, record, leafHash: leafHash(record) };
  });
}

/** The checkpoint that the log itself signs at `size`. */
export function checkpointOf(log: readonly LogEntry[], size: number, origin = name): string {
  const range = new CompactRange();
  for (const { record } of log.slice(0, size)) range.append(leafHash(record));
  return signCheckpoint({ origin, size, root: range.root() }, signer);
}

/** Writes the entries as an export and verifies what is read back. */
export function verifyExport(
  entries: readonly LogEntry[],
  checkpoints: readonly string[],
  options: Partial<VerifyLogInput> = {},
): Promise<LogReport> {
  const bytes = Buffer.from(entries.map(formatExportLine).join(''));
  return verifyLog({
    entries: readExportLines([bytes]),
    checkpoints,
    verifierKeys: [verifierKey],
    ...options,
  });
}

export function withoutLeafHashes(log: readonly LogEntry[]): LogEntry[] {
  return log.map(({ index, record }) => ({ index, record }));
}

export function renumbered(log: readonly LogEntry[]): LogEntry[] {
  return log.map((entry, index) => ({ ...entry, index }));
}

/** What a forger who knows the format would do: recompute every stored leaf hash to match its record. */
export function rehashed(log: readonly LogEntry[]): LogEntry[] {
  return log.map((entry) => ({ ...entry, leafHash: leafHash(entry.record) }));
}
