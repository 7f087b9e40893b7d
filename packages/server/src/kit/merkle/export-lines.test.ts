import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatExportLine, type LogEntry, type MalformedLine, readExportLines } from './export-lines.ts';
import { leafHash } from './hash.ts';

async function read(chunks: Uint8Array[], maxLineBytes?: number): Promise<(LogEntry | MalformedLine)[]> {
  const entries = [];
  for await (const entry of readExportLines(chunks, maxLineBytes)) entries.push(entry);
  return entries;
}

const readText = (text: string, maxLineBytes?: number) => read([Buffer.from(text)], maxLineBytes);

describe('export lines', () => {
  it('are read as written, for any text, however the bytes are split', async () => {
    const entry = fc.record({ index: fc.maxSafeNat(), record: fc.string({ unit: 'grapheme' }) });
    await fc.assert(
      fc.asyncProperty(fc.array(entry), fc.integer({ min: 1, max: 50 }), async (plain, cut) => {
        const entries = plain.map((e, i) => (i % 2 === 0 ? e : { ...e, leafHash: leafHash(e.record) }));
        const bytes = Buffer.from(entries.map(formatExportLine).join(''));
        const chunks = [];
        for (let i = 0; i < bytes.length; i += cut) chunks.push(bytes.subarray(i, i + cut));
        expect(await read(chunks)).toEqual(entries);
      }),
    );
  });

  it('need no final newline, and may be separated by empty lines or carriage returns', async () => {
    expect(await readText('\n{"index":0,"record":"a"}\r\n\n{"index":1,"record":"b"}')).toEqual([
      { index: 0, record: 'a' },
      { index: 1, record: 'b' },
    ]);
  });

  it.each([
    ['{"index":0,"record":"a"', 'is not JSON'],
    ['[]', 'has no index, a whole number from 0'],
    ['null', 'is not a JSON object'],
    ['{"index":-1,"record":"a"}', 'has no index, a whole number from 0'],
    ['{"index":"0","record":"a"}', 'has no index, a whole number from 0'],
    ['{"index":1e300,"record":"a"}', 'has no index, a whole number from 0'],
    ['{"index":0,"record":{}}', 'has no record, a text'],
    ['{"index":0,"record":"a","type":"b"}', 'has a field that no record proves: type'],
    ['{"index":0,"record":"a","leafHash":"AAAA"}', 'has a leafHash that is not 32 bytes in base64'],
    ['{"index":0,"record":"a","leafHash":null}', 'has a leafHash that is not 32 bytes in base64'],
  ])('that are not entries are named: %s', async (line, malformed) => {
    expect(await readText(`{"index":7,"record":"x"}\n${line}\n{"index":8,"record":"y"}\n`)).toEqual([
      { index: 7, record: 'x' },
      { line: 2, malformed },
      { index: 8, record: 'y' },
    ]);
  });

  it('that are not UTF-8, or too long, are named and skipped', async () => {
    const invalid = Buffer.concat([
      Buffer.from('{"index":0,"record":"'),
      Buffer.of(0xff),
      Buffer.from('"}\n'),
    ]);
    expect(await read([invalid])).toEqual([{ line: 1, malformed: 'is not UTF-8' }]);
    const long = `${'x'.repeat(500)}\n{"index":1,"record":"b"}\n${'y'.repeat(500)}`;
    expect(await readText(long, 100)).toEqual([
      { line: 1, malformed: 'is longer than 100 bytes' },
      { index: 1, record: 'b' },
      { line: 3, malformed: 'is longer than 100 bytes' },
    ]);
  });
});
