import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { signCheckpoint } from './checkpoint.ts';
import type { LogEntry } from './export-lines.ts';
import { emptyRoot, leafHash } from './hash.ts';
import {
  checkpointOf,
  rehashed,
  renumbered,
  sampleLog,
  sampleRecord,
  signer,
  verifierKey,
  verifyExport,
  withoutLeafHashes,
} from './testing/sample-log.ts';
import { verifyLog } from './verify-log.ts';

const log = sampleLog(40);
const at = (...sizes: number[]) => sizes.map((size) => checkpointOf(log, size));

function edited(entries: readonly LogEntry[], index: number): LogEntry[] {
  return entries.map((entry, i) => (i === index ? { ...entry, record: sampleRecord(i, 'altered') } : entry));
}

describe('a valid log', () => {
  it('is confirmed at every checkpoint, in any order', async () => {
    const report = await verifyExport(log, at(40, 1, 17, 0, 17));
    expect(report).toMatchObject({
      ok: true,
      size: 40,
      provenSize: 40,
      uncovered: 0,
      problems: [],
      counts: {},
    });
    expect(report.checkpoints.map(({ size, status }) => [size, status])).toEqual([
      [0, 'confirmed'],
      [1, 'confirmed'],
      [17, 'confirmed'],
      [40, 'confirmed'],
    ]);
    expect((await verifyExport(withoutLeafHashes(log), at(40))).ok).toBe(true);
  });

  it('that has grown past its newest checkpoint says how much of it is not proven', async () => {
    expect(await verifyExport(log, at(30))).toMatchObject({
      ok: true,
      size: 40,
      provenSize: 30,
      uncovered: 10,
    });
  });

  it('may be empty', async () => {
    const empty = signCheckpoint({ origin: 'log.example/one', size: 0, root: emptyRoot }, signer);
    expect(await verifyExport([], [empty])).toMatchObject({ ok: true, size: 0 });
  });

  it('proves nothing without a checkpoint', async () => {
    expect(await verifyExport(log, [])).toMatchObject({ ok: false, counts: { no_checkpoint: 1 } });
  });
});

describe('an edited record', () => {
  it('is located to its index if the lines contain the stored leaf hashes', async () => {
    const report = await verifyExport(edited(log, 23), at(10, 40));
    expect(report.problems).toEqual([{ kind: 'edited', index: 23, message: expect.any(String) }]);
    expect(report).toMatchObject({ ok: false, provenSize: 10 });
    expect(report.checkpoints.map(({ status }) => status)).toEqual(['confirmed', 'located']);
  });

  it('does not hide a later one: each is located, and entries between them are checked again', async () => {
    const report = await verifyExport(edited(edited(log, 12), 33), at(10, 20, 30, 40));
    expect(report.problems.map(({ index }) => index)).toEqual([12, 33]);
    expect(report.checkpoints.map(({ status }) => status)).toEqual([
      'confirmed',
      'located',
      'confirmed',
      'located',
    ]);
  });

  it.each([
    ['without leaf hashes', withoutLeafHashes],
    ['with a forged leaf hash', rehashed],
  ])('is located between two checkpoints %s', async (_name, forge) => {
    const report = await verifyExport(forge(edited(log, 23)), at(10, 20, 30, 40));
    expect(report.problems).toEqual([
      { kind: 'edited', index: 20, endIndex: 29, message: expect.any(String) },
    ]);
    expect(report).toMatchObject({ ok: false, provenSize: 20 });
    expect(report.checkpoints.map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
      'mismatch',
      'mismatch',
    ]);
  });

  it('is not the same as a false leaf hash; that is named, and the record still proven', async () => {
    const spoilt = log.map((entry, i) => (i === 5 ? { ...entry, leafHash: leafHash('other') } : entry));
    const report = await verifyExport(spoilt, at(40));
    expect(report.problems).toMatchObject([{ kind: 'edited', index: 5 }]);
    expect(report).toMatchObject({ ok: false, provenSize: 40 });
  });

  it('cannot hide behind a character that has no UTF-8 form', async () => {
    const withMark = [{ index: 0, record: '{"a":"\ufffd"}' }];
    const checkpoints = [checkpointOf(withMark, 1)];
    expect((await verifyExport(withMark, checkpoints)).ok).toBe(true);
    const report = await verifyExport([{ index: 0, record: '{"a":"\ud800"}' }], checkpoints);
    expect(report).toMatchObject({ ok: false, counts: { edited: expect.any(Number) } });
  });
});

describe('entries in the wrong place', () => {
  it('missing ones are named as a range', async () => {
    const report = await verifyExport([...log.slice(0, 7), ...log.slice(10)], at(5, 40));
    expect(report.problems).toEqual([
      { kind: 'missing', index: 7, endIndex: 9, message: expect.any(String) },
    ]);
    expect(report.checkpoints.map(({ status }) => status)).toEqual(['confirmed', 'unreached']);
    expect(report.root).toBeUndefined();
  });

  it('missing ones that were hidden by renumbering are found from the root and the size', async () => {
    const report = await verifyExport(renumbered([...log.slice(0, 7), ...log.slice(10)]), at(20, 40));
    expect(report.counts).toEqual({ edited: 1, truncated: 1 });
    expect(report.problems[0]).toMatchObject({ kind: 'edited', index: 0, endIndex: 19 });
  });

  it('a truncated log is found from the size of an older checkpoint', async () => {
    const report = await verifyExport(log.slice(0, 25), at(10, 30));
    expect(report.problems).toEqual([
      { kind: 'truncated', index: 25, endIndex: 29, message: expect.any(String) },
    ]);
    expect(report).toMatchObject({ ok: false, size: 25, provenSize: 10 });
    expect((await verifyExport([], at(10))).counts).toEqual({ truncated: 1 });
  });

  it('swapped lines are named, and the records still proven', async () => {
    const swapped = [...log];
    [swapped[3], swapped[4]] = [required(swapped[4], 'swapped[4]'), required(swapped[3], 'swapped[3]')];
    const report = await verifyExport(swapped, at(40));
    expect(report.problems).toEqual([{ kind: 'reordered', index: 3, message: expect.any(String) }]);
    expect(report).toMatchObject({ ok: false, provenSize: 40 });
  });

  it('a repeated line is named, and the records still proven', async () => {
    const report = await verifyExport(
      [...log.slice(0, 9), required(log[2], 'log[2]'), ...log.slice(9)],
      at(40),
    );
    expect(report.problems).toEqual([{ kind: 'duplicate', index: 2, message: expect.any(String) }]);
    expect(report).toMatchObject({ ok: false, provenSize: 40 });
  });

  it('a line moved further than the window is still found', async () => {
    const moved = [...log.slice(1), required(log[0], 'log[0]')];
    const report = await verifyExport(moved, at(40), { reorderWindow: 8 });
    expect(report.counts).toEqual({ missing: 1, duplicate: 1 });
  });
});

describe('a log with a rewritten and re-signed history', () => {
  it('is detected with an older checkpoint that the auditor kept', async () => {
    const rewritten = rehashed(edited(log, 3));
    const newest = checkpointOf(rewritten, 40);
    expect((await verifyExport(rewritten, [newest])).ok).toBe(true);
    const report = await verifyExport(rewritten, [newest, ...at(20)]);
    expect(report.counts).toEqual({ edited: 1, inconsistent_checkpoints: 1 });
    expect(report.problems[0]).toMatchObject({ kind: 'edited', index: 0, endIndex: 19 });
  });

  it('is detected if it became shorter than the older checkpoint', async () => {
    const shorter = log.slice(0, 15);
    const report = await verifyExport(shorter, [checkpointOf(shorter, 15), ...at(20)]);
    expect(report.counts).toEqual({ truncated: 1 });
  });

  it('is detected from two checkpoints of one size with different roots', async () => {
    const report = await verifyExport(log, [...at(40), checkpointOf(edited(log, 3), 40)]);
    expect(report.counts).toMatchObject({ inconsistent_checkpoints: 1 });
    expect(report.ok).toBe(false);
  });
});

describe('untrustworthy input', () => {
  it('checkpoints that are unsigned, from a stranger, of another log, or garbled', async () => {
    const [good] = at(40);
    const bad = [
      required(good, 'good').replace('\n40\n', '\n39\n'),
      required(good, 'good').replaceAll('log.example/one', 'log.example/two'),
      checkpointOf(log, 40, 'log.example/two'),
      'no checkpoint',
    ];
    const report = await verifyExport(log, [...bad, required(good, 'good')]);
    expect(report.counts).toEqual({ bad_signature: 2, wrong_origin: 1, malformed_checkpoint: 1 });
    expect(report).toMatchObject({ ok: false, provenSize: 40 });
    expect((await verifyExport(log, bad)).counts).toMatchObject({ no_checkpoint: 1 });
  });

  it('lines that are not entries', async () => {
    const entries = [...log.slice(0, 4), { line: 5, malformed: 'is not JSON' }, ...log.slice(5)];
    const report = await verifyLog({ entries, checkpoints: at(40), verifierKeys: [verifierKey] });
    expect(report.counts).toEqual({ malformed_line: 1, missing: 1 });
  });

  it('a verifier key that cannot be read is the caller\u2019s error', async () => {
    await expect(verifyLog({ entries: [], checkpoints: [], verifierKeys: ['nonsense'] })).rejects.toThrow(
      'verifier key',
    );
  });

  it('further problems are only counted', async () => {
    const report = await verifyExport(
      sampleLog(40, 'all altered').map((e, i) => ({ ...e, leafHash: required(log[i], 'log[i]').leafHash })),
      at(40),
      {
        maxProblems: 5,
      },
    );
    expect(report.problems).toHaveLength(5);
    expect(report.counts).toEqual({ edited: 40 });
  });
});
