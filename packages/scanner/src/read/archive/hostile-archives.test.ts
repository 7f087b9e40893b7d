import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildZip, type TestArchive, type TestEntry } from '../../fixtures/build-zip.ts';
import { threadMs } from '../../fixtures/thread-ms.ts';
import { checkArchive, InvalidArchive, openArchive } from './index.ts';

let folder: string;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-zip-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(bytes: Buffer): string {
  const path = join(folder, `${count++}.zip`);
  writeFileSync(path, bytes);
  return path;
}

const good: TestEntry = { name: 'src/a.js', data: 'let a = 1;\n' };
const archiveOf = (...entries: TestEntry[]): TestArchive => ({ entries: [good, ...entries] });

/** Checks the promised limits of time and memory, and that nothing appears beside the archive. */
function outcomeOf(path: string): {
  refused?: string;
  message?: string;
  files?: string[];
  skipped?: string[];
} {
  const files = readdirSync(folder).length;
  const memory = process.memoryUsage().rss;
  const before = threadMs();
  try {
    const { skipped } = checkArchive(path);
    const archive = openArchive(path);
    archive.close();
    return {
      files: archive.files.map((file) => file.path),
      skipped: skipped.map(({ path: name, reason }) => `${name}: ${reason}`),
    };
  } catch (error) {
    if (!(error instanceof InvalidArchive)) throw error;
    return { refused: error.reason, message: error.message };
  } finally {
    expect(threadMs() - before).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 1_048_576);
    expect(readdirSync(folder).length).toBe(files);
  }
}

const zeros = deflateRawSync(Buffer.alloc(1_048_576));

const refused: [string, string, TestArchive | Buffer][] = [
  ['a path that climbs out', 'path_traversal', archiveOf({ name: '../../etc/passwd', data: 'x' })],
  ['a path that climbs out midway', 'path_traversal', archiveOf({ name: 'a/../../b', data: 'x' })],
  ['a path that climbs out with backslashes', 'path_traversal', archiveOf({ name: '..\\..\\b', data: 'x' })],
  ['a path that ends in ..', 'path_traversal', archiveOf({ name: 'a/..', data: 'x' })],
  ['an absolute path', 'absolute_path', archiveOf({ name: '/etc/cron.d/x', data: 'x' })],
  ['an absolute path with a backslash', 'absolute_path', archiveOf({ name: '\\windows\\x', data: 'x' })],
  ['a UNC path', 'absolute_path', archiveOf({ name: '\\\\host\\share\\x', data: 'x' })],
  ['a drive', 'drive_path', archiveOf({ name: 'C:\\x', data: 'x' })],
  ['a path on a drive’s present folder', 'drive_path', archiveOf({ name: 'c:x', data: 'x' })],
  ['a NUL in a name', 'nul_in_name', archiveOf({ name: 'a.js\0.png', data: 'x' })],
  [
    'two entries over the same bytes',
    'overlapping_entries',
    archiveOf({ ...good, name: 'src/a.js', offset: 0 }),
  ],
  ['an entry inside another’s data', 'overlapping_entries', overlapBomb()],
  ['many entries over one kernel', 'overlapping_entries', quotedOverlapBomb()],
  ['a bomb by ratio', 'bomb', { entries: [{ name: 'zeros', packed: zeros, size: 4_000_000_000 }] }],
  ['a bomb of many files', 'bomb', { entries: bombFiles(400) }],
  ['more data than is stated', 'size_mismatch', archiveOf({ name: 'b', packed: zeros, size: 1_000 })],
  ['less data than is stated', 'size_mismatch', archiveOf({ name: 'b', data: 'abc', size: 5_000, crc: 1 })],
  [
    'a stored entry of two sizes',
    'size_mismatch',
    archiveOf({ name: 'b', data: 'abc', method: 0, size: 900 }),
  ],
  [
    'a small file of many packed bytes',
    'size_mismatch',
    archiveOf({ name: 'b', packed: Buffer.alloc(90_000), size: 1 }),
  ],
  ['a wrong checksum', 'bad_crc', archiveOf({ name: 'b', data: 'abc', crc: 7 })],
  ['damaged data', 'damaged_data', archiveOf({ name: 'b', packed: Buffer.from('not deflated'), size: 50 })],
  ['a cut end', 'not_a_zip', buildZip(archiveOf()).subarray(0, -5)],
  ['a cut beginning', 'directory_misplaced', buildZip(archiveOf()).subarray(9)],
  ['a cut middle', 'directory_misplaced', cutMiddle()],
  [
    'an end record alone of a larger archive',
    'directory_misplaced',
    { entries: [], count: 3, directorySize: 200, directoryOffset: 0 },
  ],
  ['no archive at all', 'not_a_zip', Buffer.from('hello, I am no archive, whatever my name says')],
  ['an empty file', 'not_a_zip', Buffer.alloc(0)],
  ['an empty archive', 'empty', { entries: [] }],
  ['folders only', 'empty', { entries: [{ name: 'a/' }, { name: 'a/b/' }] }],
  ['encryption throughout', 'encrypted', { entries: [{ ...good, flags: 1 }] }],
  ['Deflate64 throughout', 'unsupported_method', { entries: [{ ...good, method: 9 }] }],
  [
    'something put before it',
    'directory_misplaced',
    Buffer.concat([Buffer.from('MZ stub'), buildZip(archiveOf())]),
  ],
  ['something put behind it', 'not_a_zip', Buffer.concat([buildZip(archiveOf()), Buffer.from('tail')])],
  [
    'a second archive in the comment',
    'directory_misplaced',
    { ...archiveOf(), comment: buildZip(archiveOf()) },
  ],
  ['one disk of several', 'multi_disk', { ...archiveOf(), disk: 1 }],
  ['64-bit fields that disagree', 'zip64_mismatch', { ...archiveOf(), zip64: { count: 7 } }],
  ['a 64-bit record elsewhere', 'zip64_mismatch', { ...archiveOf(), zip64: { recordOffset: 3 } }],
  [
    'a 64-bit size that no file has',
    'zip64_mismatch',
    { ...archiveOf(), zip64: { size: Number.MAX_SAFE_INTEGER * 4 } },
  ],
  [
    'an entry whose 64-bit sizes are missing',
    'zip64_mismatch',
    archiveOf({ ...good, name: 'b', size: 0xffffffff }),
  ],
  ['two names for one entry', 'header_mismatch', archiveOf({ name: 'b.txt', localName: 'b.exe', data: 'x' })],
  ['two methods for one entry', 'header_mismatch', archiveOf({ name: 'b', localMethod: 0, data: 'x' })],
  ['two checksums for one entry', 'header_mismatch', archiveOf({ name: 'b', localCrc: 9, data: 'x' })],
  ['an entry behind the end', 'truncated', archiveOf({ name: 'b', data: 'x', offset: 900_000 })],
  [
    'an entry that reaches into the directory',
    'truncated',
    archiveOf({ name: 'b', data: 'x', compressedSize: 500 }),
  ],
  [
    'a number of entries that lies low',
    'directory_damaged',
    { ...archiveOf({ name: 'b', data: 'x' }), count: 1 },
  ],
  ['a number of entries that lies high', 'directory_damaged', { ...archiveOf(), count: 5 }],
];

function overlapBomb(): TestArchive {
  const inner = buildZip({ entries: [good] }).subarray(0, 30 + 8 + 13);
  const outer: TestEntry = { name: 'outer', data: inner, method: 0 };
  return { entries: [outer, { ...good, offset: 35 }] };
}

function quotedOverlapBomb(): TestArchive {
  const kernel: TestEntry = { name: 'k', packed: zeros, size: 1_048_576, crc: 0xa738ea1c };
  return {
    entries: [
      kernel,
      ...Array.from({ length: 200 }, () => ({ ...kernel, packed: Buffer.alloc(0), offset: 0 })),
    ],
  };
}

function bombFiles(files: number): TestEntry[] {
  return Array.from({ length: files }, (_, i) => ({ name: `f${i}`, packed: zeros, size: 16_777_216 }));
}

function cutMiddle(): Buffer {
  const whole = buildZip(archiveOf({ name: 'b', data: 'x'.repeat(500) }));
  return Buffer.concat([whole.subarray(0, 20), whole.subarray(60)]);
}

describe('an archive is refused for', () => {
  test.each(refused)('%s', (_name, reason, archive) => {
    const outcome = outcomeOf(write(Buffer.isBuffer(archive) ? archive : buildZip(archive)));
    expect(outcome).toEqual({ refused: reason, message: expect.stringMatching(/\S+ .+\.$/) });
  });

  test('a million entries', () => {
    const path = write(Buffer.alloc(0));
    const end = buildZip({
      entries: [],
      count: 65_535,
      directorySize: 0xffffffff,
      directoryOffset: 0xffffffff,
      zip64: { count: 1_000_000, size: 60_000_000, offset: 0, recordOffset: 60_000_000 },
    });
    const file = openSync(path, 'w');
    ftruncateSync(file, 60_000_000);
    writeSync(file, end, 0, end.length, 60_000_000);
    closeSync(file);
    expect(outcomeOf(path)).toMatchObject({ refused: 'too_many_entries' });
  });
});

const neutralized: [string, TestEntry, string][] = [
  ['a symbolic link', { name: 'link', data: '/etc/passwd', mode: 0o120777 }, 'link: symlink'],
  ['a device', { name: 'dev', data: '', mode: 0o060644 }, 'dev: special_file'],
  ['an empty pipe', { name: 'fifo', data: '', mode: 0o010644 }, 'fifo: special_file'],
  ['an encrypted entry', { name: 'locked', data: 'x', flags: 1 }, 'locked: encrypted'],
  ['a method that is not known', { name: 'lzma', data: 'x', method: 14 }, 'lzma: unsupported_method'],
  ['a name that was there', { name: 'src/a.js', data: 'evil()' }, 'src/a.js: duplicate_name'],
  [
    'a name that was there, by another way',
    { name: './src//a.js', data: 'evil()' },
    'src/a.js: duplicate_name',
  ],
  ['a name that differs by case alone', { name: 'SRC/A.JS', data: 'evil()' }, 'SRC/A.JS: case_clash'],
  ['a very long name', { name: 'n'.repeat(5_000), data: 'x' }, `${'n'.repeat(4_096)}: path_too_long`],
];

describe('an entry is left out, and named, for', () => {
  test.each(neutralized)('%s', (_name, entry, expected) => {
    expect(outcomeOf(write(buildZip(archiveOf(entry))))).toEqual({
      files: ['src/a.js'],
      skipped: [expected],
    });
  });
});

describe('unusual archives are read', () => {
  test('nested archives remain files', () => {
    const inner = buildZip({ entries: [{ name: 'zeros', packed: zeros, size: 4_000_000_000 }] });
    const outcome = outcomeOf(write(buildZip(archiveOf({ name: 'inner.zip', data: inner, method: 0 }))));
    expect(outcome).toEqual({ files: ['inner.zip', 'src/a.js'], skipped: [] });
  });

  test('data from a pipe', () => {
    const outcome = outcomeOf(write(buildZip(archiveOf({ name: 'piped', data: 'x', mode: 0o010600 }))));
    expect(outcome).toEqual({ files: ['piped', 'src/a.js'], skipped: [] });
  });

  test('backslashes, names in another code page, folders, a comment and 64-bit records', () => {
    const archive = archiveOf(
      { name: 'win\\b.txt', data: 'b' },
      { name: Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74]), data: 'ü' },
      { name: 'folder/' },
      { name: 'empty', data: '' },
    );
    const outcome = outcomeOf(
      write(buildZip({ ...archive, zip64: {}, comment: Buffer.from('made by hand') })),
    );
    expect(outcome).toEqual({ files: ['empty', 'src/a.js', 'win/b.txt', 'ü.txt'], skipped: [] });
  });

  test('files come in path order, with unchanged content', () => {
    const archive = openArchive(
      write(
        buildZip({
          entries: [
            { name: 'b', data: 'second', method: 0 },
            { name: 'a', data: 'first' },
          ],
        }),
      ),
    );
    expect(archive.files.map((file) => [file.path, Buffer.from(file.read()).toString()])).toEqual([
      ['a', 'first'],
      ['b', 'second'],
    ]);
    archive.close();
  });
});
