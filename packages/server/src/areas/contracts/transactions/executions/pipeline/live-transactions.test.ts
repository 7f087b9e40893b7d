import { expect, test } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import { LiveTransactions } from './live-transactions.ts';
import type { SignedRecord } from './transaction-record.ts';

const record = (more: Partial<SignedRecord> = {}) =>
  ({
    id: 'one',
    environment: 'production',
    from: '0xaa',
    nonce: 7,
    hashes: ['0x01'],
    error: null,
    cancelRequestedAt: null,
    cancelReason: null,
    ...more,
  }) as SignedRecord;
const asked = { cancelRequestedAt: new Date(0), cancelReason: 'ordered twice' };

test('a cancellation that is requested while a higher fee is signed is not forgotten', () => {
  const live = new LiveTransactions();
  const transaction = required(live.add(record()), 'live.add(record())');
  const raised = { ...transaction.record, hashes: ['0x01', '0x02'] as const } as unknown as SignedRecord;
  live.noteCancellation(record(asked));
  live.replace(transaction, raised);
  expect(transaction.record).toMatchObject({ ...asked, hashes: ['0x01', '0x02'] });
  expect(live.toCancel()).toEqual([transaction]);
});

test('signatures and requests of other nodes are learned, each once', () => {
  const live = new LiveTransactions();
  const transaction = required(live.add(record()), 'live.add(record())');
  expect(live.add(record({ hashes: ['0x01', '0x02'], ...asked }))).toBeUndefined();
  expect(live.size).toBe(1);
  expect(live.byHash('0x02')).toBe(transaction);
  expect(live.toCancel()).toEqual([transaction]);
  // An older version of the record changes nothing.
  expect(live.add(record())).toBeUndefined();
  expect(transaction.record).toMatchObject({ ...asked, hashes: ['0x01', '0x02'] });
  live.replace(transaction, {
    ...transaction.record,
    error: { type: 'dropped', reason: '', gas_used: 0, cancelled_by: ['0x03'] },
  });
  expect(live.toCancel()).toEqual([]);
});
