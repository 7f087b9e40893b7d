import { type Static, Type } from 'typebox';
import { parseTransaction } from 'viem/utils';
import { nullable } from '../../../../kit/http/index.ts';
import { hashField } from '../../terms/wire.ts';
import { toGwei } from './costs/amounts.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';

const signedTransaction = Type.Object({
  transaction_hash: hashField,
  max_fee_gwei: Type.Number({ description: 'The most that it offers for a unit of gas.' }),
  priority_fee_gwei: nullable(Type.Number(), 'The part of it for the block’s maker; null of a legacy one.'),
  is_empty: Type.Boolean({ description: 'It took the place of what was to be sent, which was given up.' }),
});

export const feeHistoryField = Type.Array(signedTransaction, {
  description: 'Every transaction that was signed for the nonce, in order, with what each offered.',
});

/** The fees offered for the nonce, in order. */
export function feeHistoryOf({
  hashes,
  raw,
  replacedRaws,
  error,
}: TransactionRecord): Static<typeof feeHistoryField> {
  return hashes.flatMap((hash, i) => {
    const signed = replacedRaws[i] ?? raw;
    if (signed === null) return [];
    const { maxFeePerGas, maxPriorityFeePerGas, gasPrice } = parseTransaction(signed);
    return {
      transaction_hash: hash,
      max_fee_gwei: toGwei(maxFeePerGas ?? gasPrice ?? 0n),
      priority_fee_gwei: maxFeePerGas === undefined ? null : toGwei(maxPriorityFeePerGas ?? 0n),
      is_empty: error?.cancelled_by?.includes(hash) ?? false,
    };
  });
}
