import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import iconv from 'iconv-lite';
import type pg from 'pg';
import { type CellTraits, CellWatcher, watchCells } from './cell-traits.ts';
import { type ColumnMapping, mapColumns } from './column-mapping.ts';
import { CsvRowReader, formatCell } from './csv-rows.ts';
import { type Dialect, sniffDialect } from './dialect.ts';
import { ImportRefusal } from './import-refusal.ts';
import { literal } from './row-expressions.ts';
import { type FileScan, openBytes, scanFile } from './scan-file.ts';
import { copyInto, createRows } from './staging.repository.ts';
import { areCellsSeparate, type Detected, type ImportOptions, mappedColumns } from './staging.ts';
import { decideEncoding, type TextEncoding } from './text-encoding.ts';

export interface StageRequest {
  importId: string;
  path: string;
  options: ImportOptions;
}

interface Plan {
  request: StageRequest;
  scan: FileScan;
  encoding: TextEncoding;
  dialect: Dialect;
}

/** SQLSTATEs of COPY for unreadable rows: bad format, bad encoding, NUL, line exceeding memory. */
const UNREADABLE = new Set(['22P04', '22021', '22P05', '54000']);
/** Maximum characters to wait for the end of a line. */
const MAX_LINE_LENGTH = 16_777_216;

/**
 * Reads a file into its staging tables: PostgreSQL parses it if it can, otherwise a tolerant parser does.
 * Throws `ImportRefusal` for a file that is not a list of leads.
 */
export async function stageFile(client: pg.Client, request: StageRequest): Promise<Detected> {
  const plan = await planFile(request);
  const { dialect, encoding } = plan;
  const mapping = mapColumns(
    dialect,
    sampleCells(plan),
    (request.options.mapping ?? undefined) as ColumnMapping | undefined,
  ) as Record<string, string>;
  const traits = await copyStrictly(client, plan);
  if (traits === undefined) await copyTolerantly(client, plan, mapping);
  return {
    encoding: encoding.name,
    delimiter: dialect.delimiter,
    hasHeader: dialect.hasHeader,
    headLines: dialect.headLines,
    columns: dialect.columns,
    mapping,
    ...(traits === undefined ? { reader: 'tolerant' } : { reader: 'copy', traits }),
  };
}

async function planFile(request: StageRequest): Promise<Plan> {
  const { path, options } = request;
  const scan = await scanFile(path);
  const encoding = decideEncoding(scan, options.encoding ?? undefined);
  const text = headText(scan, encoding);
  const isWhole = scan.sizeBytes <= scan.head.length;
  const dialect = sniffDialect(text, isWhole, options.delimiter ?? undefined);
  // PostgreSQL takes its first row as the header.
  if (dialect.hasPreface) scan.needsTolerance = true;
  if (STRAY_QUOTE.test(text) || encoding.name.startsWith('utf-16') || encoding.name.startsWith('utf-32')) {
    scan.needsTolerance = true;
  }
  return { request, scan, encoding, dialect };
}

/** COPY would take a quote inside a cell for the start of a quoted part and drop it. */
const STRAY_QUOTE = /[^,;\t|\n\r"\ufeff ]"[^,;\t|\n\r"]/;

function headText(scan: FileScan, encoding: TextEncoding): string {
  const text = iconv.decode(scan.head.subarray(encoding.bomBytes), encoding.name, { stripBOM: true });
  // The last character may be cut.
  return scan.sizeBytes <= scan.head.length ? text : text.slice(0, -1);
}

function sampleCells({ scan, encoding, dialect }: Plan): string[][] {
  const reader = new CsvRowReader(dialect.delimiter);
  const rows = reader.push(headText(scan, encoding).slice(dialect.skippedCharacters));
  if (rows.length < 2) rows.push(...reader.end());
  return rows.slice(dialect.headRows, dialect.headRows + 100).map(({ cells }) => cells);
}

/** What the cells contain; undefined when PostgreSQL rejects the file, which then leaves nothing behind. */
async function copyStrictly(client: pg.Client, plan: Plan): Promise<CellTraits | undefined> {
  const { scan, dialect, request } = plan;
  if (scan.needsTolerance || Buffer.byteLength(dialect.delimiter) !== 1) return undefined;
  if (!areCellsSeparate(dialect.columns)) return undefined;
  const columns = dialect.columns.map((_, i) => `c${i + 1}`);
  // FREEZE saves the visibility checks on the rows and rewriting their pages for them later.
  const options = `delimiter ${literal(dialect.delimiter)}, header ${dialect.hasHeader}, freeze`;
  const watcher = new CellWatcher(dialect.delimiter, columns.length);
  await client.query('begin');
  try {
    await createRows(client, request.importId, columns);
    const sink = copyInto(client, request.importId, columns, options);
    await pipeline([...textStreams(plan), watchCells(watcher), sink] as never);
    await client.query('commit');
    return watcher.result();
  } catch (error) {
    await client.query('rollback');
    if (UNREADABLE.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/** The text as UTF-8, without BOM, leading `sep=` line and anything after the last row. */
function textStreams({ scan, encoding, dialect, request }: Plan): NodeJS.ReadWriteStream[] {
  const skipped = encoding.bomBytes + dialect.skippedCharacters;
  const end = scan.contentEnd;
  const bytes = scan.isGzip
    ? [openBytes(request.path, true), cut(skipped, end)]
    : [openBytes(request.path, false, { start: skipped, end: Math.max(skipped, end - 1) })];
  const isUtf8 = encoding.name === 'utf-8' && scan.isUtf8;
  const transcoded = isUtf8 ? [] : [iconv.decodeStream(encoding.name), iconv.encodeStream('utf-8')];
  return [...bytes, ...transcoded] as NodeJS.ReadWriteStream[];
}

/** Passes the bytes from `start` up to `end`, exclusive. */
function cut(start: number, end: number): Transform {
  let at = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
      at += chunk.length;
      done(null, part.length > 0 ? part : undefined);
    },
  });
}

async function copyTolerantly(client: pg.Client, plan: Plan, mapping: Record<string, string>): Promise<void> {
  const { columns } = plan.dialect;
  const { importId } = plan.request;
  const isApart = areCellsSeparate(columns);
  const kept = isApart ? [...columns.keys()] : mappedColumns({ columns, mapping });
  const names = [...kept.map((i) => `c${i + 1}`), ...(isApart ? [] : ['cells'])];
  await createRows(client, importId, names);
  const format = (cells: readonly string[]) => [
    ...kept.map((i) => quoted(cells[i])),
    ...(isApart ? [] : [quoted(cells.length === 0 ? undefined : arrayOf(cells, columns.length))]),
  ];
  const sink = copyInto(client, importId, ['line', 'problem', 'raw', ...names], "delimiter ','");
  await pipeline(Readable.from(tolerantLines(plan, format)), sink);
}

/** Cells as a PostgreSQL array literal, with short rows padded. */
function arrayOf(cells: readonly string[], width: number): string {
  const items = Array.from({ length: width }, (_, i) => {
    const cell = cells[i];
    return cell === undefined || cell === '' ? 'NULL' : `"${cell.replaceAll(/[\\"]/g, '\\$&')}"`;
  });
  return `{${items.join(',')}}`;
}

const BATCH_LENGTH = 131_072;

async function* tolerantLines(
  { scan, encoding, dialect, request }: Plan,
  format: (cells: readonly string[]) => string[],
): AsyncGenerator<Buffer> {
  const reader = new CsvRowReader(dialect.delimiter);
  const text = openBytes(request.path, scan.isGzip).pipe(iconv.decodeStream(encoding.name));
  let headRows = dialect.headRows;
  let skipped = dialect.skippedCharacters;
  let out = '';
  const take = (rows: ReturnType<CsvRowReader['push']>) => {
    for (const row of rows) {
      if (headRows > 0) headRows--;
      else out += formatRow(row, dialect, format);
    }
  };
  for await (const chunk of text) {
    const part = String(chunk).replaceAll('\0', '').slice(skipped);
    skipped = Math.max(0, skipped - String(chunk).length);
    take(reader.push(part));
    if (reader.openLength > MAX_LINE_LENGTH) {
      throw new ImportRefusal(
        'invalid_csv',
        'The file has a line of more than 16 MiB. Send one lead on each line.',
        'file',
      );
    }
    if (out.length > BATCH_LENGTH) {
      yield Buffer.from(out.toWellFormed());
      out = '';
    }
  }
  take(reader.end());
  if (out !== '') yield Buffer.from(out.toWellFormed());
}

/** A row in the staging table's format. Short rows lack their last cells; long ones are rejected. */
function formatRow(
  { line, cells, raw, problem }: ReturnType<CsvRowReader['push']>[number],
  { columns, delimiter, headLines, skippedCharacters, hasHeader }: Dialect,
  format: (cells: readonly string[]) => string[],
): string {
  const physical = line + (skippedCharacters > 0 ? 1 : 0);
  if (!hasHeader && physical <= headLines) return '';
  if (cells.every((cell) => cell.trim() === '') && problem === undefined) return '';
  const extra = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  const found = problem ?? (extra ? 'too_many_columns' : undefined);
  const kept = found === undefined ? cells : [];
  const text =
    found === undefined ? '' : (raw ?? cells.map((cell) => formatCell(cell, delimiter)).join(delimiter));
  const fields = [String(physical), found ?? '', quoted(text), ...format(kept)];
  return `${fields.join(',')}\n`;
}

/** Quoted wherever COPY could misread it. */
function quoted(cell: string | undefined): string {
  if (cell === undefined || cell === '') return '';
  return /[",\r\n\\]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
