import { expect, test } from 'vitest';
import { toSendOutcome } from './send-outcome.ts';

const outcomeOf = (message: string, code = -32000) => {
  const outcome = toSendOutcome({ error: { code, message } });
  return outcome.kind === 'refused' && outcome.isFinal ? 'refused for good' : outcome.kind;
};

test.each<[string, [string, number?][]]>([
  [
    'accepted',
    [['already known'], ['AlreadyKnown', -32010], ['Known transaction'], ['transaction already imported']],
  ],
  [
    'nonce_used',
    [
      ['nonce too low: next nonce 5, tx nonce 3'],
      ['OldNonce, Current nonce: 5, nonce of rejected tx: 3', -32010],
      ['Nonce too low', -32001],
      [
        "Nonce too low. Expected nonce to be 5 but got 3. Note that transactions can't be queued when automining.",
      ],
    ],
  ],
  [
    'underpriced',
    [
      ['replacement transaction underpriced: new tx gas fee cap 5 <= 6 queued'],
      ['transaction underpriced: gas tip cap 1, minimum needed 2'],
      ['transaction gas price below minimum: gas tip cap 1, minimum needed 2'],
      ['max fee per gas less than block base fee: address 0x01, maxFeePerGas: 1, baseFee: 2'],
      ['FeeTooLow, EffectivePriorityFeePerGas too low 0 < 1', -32010],
      ['FeeTooLowToCompete', -32010],
      ['Gas price below configured minimum gas price', -32009],
      ['Gas price below current base fee', -32009],
    ],
  ],
  [
    'insufficient_funds',
    [
      ['insufficient funds for gas * price + value: balance 0, tx cost 5, overshot 5'],
      ['InsufficientFunds, Account balance: 0, cumulative cost: 5', -32010],
      ['Upfront cost exceeds account balance', -32004],
      [
        "Sender doesn't have enough funds to send tx. The max upfront cost is: 5 and the sender's balance is: 0.",
      ],
    ],
  ],
  [
    // Higher fees do not help, and neither does waiting.
    'refused for good',
    [
      ['intrinsic gas too low: gas 21000, minimum needed 53000'],
      ['insufficient gas for floor data gas cost: gas 21000, minimum needed 53000'],
      ['Intrinsic gas exceeds gas limit', -32003],
      ['exceeds block gas limit'],
      ['Transaction gas limit exceeds block gas limit', -32005],
      ['GasLimitExceeded', -32010],
      ['transaction gas limit too high (cap: 16777216, tx: 20000000)'],
      ['oversized data: transaction size 140000, limit 131072'],
      ['tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
      ['Transaction fee cap exceeded'],
      ['max initcode size exceeded: code size 60000, limit 49152'],
    ],
  ],
  [
    'postponed',
    [
      ['txpool is full'],
      ['out of capacity'],
      ['account limit exceeded: pooled 64 txs'],
      ['future transaction tries to replace pending'],
      ['in-flight transaction limit reached for delegated accounts'],
      ['gapped-nonce tx from delegated accounts'],
      ['address already reserved'],
      ['nonce too high: address 0x01, tx: 7 state: 3'],
      ['NonceGap, Future nonce. Expected nonce: 5', -32010],
      ['Nonce too high', -32006],
      ['node is syncing'],
      ['Initial sync is still in progress', -32008],
      ['invalid sender'],
      ['Wrong chainId'],
      ['request timed out', -32002],
      ['method handler crashed'],
      ['the method eth_sendRawTransaction does not exist/is not available', -32601],
      ['Internal error', -32603],
      ['daily request count exceeded, request rate limited', -32005],
    ],
  ],
  ['refused', [['something that nobody has heard of']]],
])('a node’s refusal means: %s', (kind, messages) => {
  for (const [message, code] of messages) expect(outcomeOf(message, code), message).toBe(kind);
});
