import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  type LogReport,
  NoteError,
  parseVerifierKey,
  readExportLines,
  verifyLog,
} from '../kit/merkle/index.ts';

export interface VerifyLogOptions {
  /** A file from `GET /v1/events/export`. */
  exportPath: string;
  /** The log's verifier key; several, separated by commas, after a rotation. */
  key: string;
  /** Files with checkpoints: signed notes, or answers of the API that contain them. */
  checkpoints: readonly string[];
  json?: boolean | undefined;
  write?: (text: string) => void;
}

const MAX_PROBLEMS_SHOWN = 20;

/**
 * Checks an export of a log offline and prints the result. Resolves with the exit code: 0 valid, 1 not valid, 2
 * unreadable.
 */
export async function runVerifyLog(options: VerifyLogOptions): Promise<number> {
  const write = options.write ?? ((text) => void process.stdout.write(text));
  try {
    const verifierKeys = options.key.split(',').map((key) => key.trim());
    const [newest = ''] = verifierKeys;
    const log = parseVerifierKey(newest).name;
    const notes = (await Promise.all(options.checkpoints.map(readCheckpointFile))).flat();
    const entries = readExportLines(createReadStream(options.exportPath));
    const report = await verifyLog({ entries, checkpoints: notes, verifierKeys });
    const { exportPath, json } = options;
    const told = { log, exportPath, notes: notes.length };
    write(json ? `${JSON.stringify({ log, ...reportFields(report) })}\n` : formatReport(report, told));
    return report.ok ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NoteError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    const { message } = error as Error;
    write(options.json ? `${JSON.stringify({ ok: false, error: message })}\n` : `Not verified: ${message}\n`);
    return 2;
  }
}

/** The signed notes in a file: the file is a note, or an answer of the API with notes in `checkpoint`. */
async function readCheckpointFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  if (!text.trimStart().startsWith('{')) return [text];
  let answer: { checkpoint?: unknown; checkpoints?: { checkpoint?: unknown }[] };
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NoteError('malformed', `${path} is neither a signed checkpoint nor an answer of the API.`);
  }
  const found = [answer, ...(answer.checkpoints ?? [])].map(({ checkpoint }) => checkpoint);
  return found.filter((note) => typeof note === 'string');
}

function formatReport(report: LogReport, input: { log: string; exportPath: string; notes: number }): string {
  const lines = [
    ['Log', input.log],
    ['Export', `${input.exportPath}, ${report.size} entries`],
    ['Checkpoints', `${input.notes} given, ${report.checkpoints.length} signed by the key`],
    ...report.checkpoints.map(({ size, status }) => ['', `size ${size}: ${meaningOf(status)}`]),
    ['Proven', report.provenSize === 0 ? 'nothing' : `entries 0 to ${report.provenSize - 1}`],
    ...(report.uncovered > 0
      ? [['Not covered', `${report.uncovered} entries newer than every checkpoint`]]
      : []),
    ...report.problems
      .slice(0, MAX_PROBLEMS_SHOWN)
      .map(({ kind, message }) => ['PROBLEM', `${kind}: ${message}`]),
  ];
  const problems = Object.values(report.counts).reduce((sum, count) => sum + count, 0);
  const rest = problems - Math.min(report.problems.length, MAX_PROBLEMS_SHOWN);
  if (rest > 0) lines.push(['', `and ${rest} more`]);
  lines.push([
    'Result',
    report.ok
      ? 'SOUND: nothing that a checkpoint covers was edited, removed, added or moved.'
      : `NOT SOUND: ${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
  ]);
  return lines.map(([name = '', text = '']) => `${name.padEnd(13)}${text}\n`).join('');
}

/** With the field names of the API. */
function reportFields({ provenSize, ...rest }: LogReport): object {
  return { ...rest, proven_size: provenSize };
}

function meaningOf(status: LogReport['checkpoints'][number]['status']): string {
  switch (status) {
    case 'confirmed':
      return 'the export matches the signature';
    case 'located':
      return 'the stored hashes match the signature, the records do not';
    case 'mismatch':
      return 'the export does not match the signature';
    case 'unreached':
      return 'earlier entries are missing';
  }
}
