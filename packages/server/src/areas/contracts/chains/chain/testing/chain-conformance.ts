import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import { decodeRevert } from '../../../transactions/executions/reverts/decode-revert.ts';
import { compileSubject } from '../../../transactions/executions/testing/test-contract.ts';
import { LocalSigner, newPrivateKey } from '../../signers/local-signer.ts';
import { type SignedTransaction, signTransaction } from '../../signers/sign-transaction.ts';
import type { Signer } from '../../signers/signer.ts';
import type { Chain, Receipt } from '../chain.ts';
import type { ChainAdapter } from './chain-adapter.ts';

const fees = {
  type: 'eip1559',
  maxFeePerGas: 20_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
} as const;
const GAS = 300_000;
const BURST = 12;

/** What the platform relies on in a chain, whatever the implementation. */
export function testChainConformance(name: string, adapter: ChainAdapter): void {
  describe(name, () => {
    let chain: Chain;
    let signer: Signer;
    let nonce: number;
    let abi: Abi;
    let subject: Address;
    let deployed: Receipt;

    const encode = (functionName: string, ...args: unknown[]) =>
      encodeFunctionData({ abi, functionName, args });
    const call = (data: Hex, value = 0n) => ({ from: signer.address, to: subject, data, value });
    const sign = (given: {
      nonce?: number;
      data?: Hex;
      to?: Address;
      gas?: number;
      by?: Signer;
      chainId?: number;
    }) =>
      signTransaction(
        {
          chainId: given.chainId ?? chain.chainId,
          nonce: given.nonce ?? nonce++,
          to: given.to ?? subject,
          data: given.data ?? '0x',
          value: 0n,
          gas: given.gas ?? GAS,
          fees,
        },
        given.by ?? signer,
      );
    const landed = async (signed: readonly SignedTransaction[]): Promise<Receipt[]> => {
      const hashes = signed.map(({ hash }) => hash);
      return vi.waitFor(
        async () => {
          const receipts = await chain.receipts(hashes);
          expect(receipts).not.toContain(null);
          return receipts as Receipt[];
        },
        { interval: 20, timeout: 10_000 },
      );
    };
    const land = async (signed: readonly SignedTransaction[]): Promise<Receipt[]> => {
      const outcomes = await chain.send(signed.map(({ raw }) => raw));
      // If the adapter lost a response and sent it again, it may have used its nonce itself.
      for (const { kind } of outcomes) expect(['accepted', 'nonce_used']).toContain(kind);
      return landed(signed);
    };

    beforeAll(async () => {
      const code = await compileSubject();
      abi = code.abi;
      ({ chain, signer } = await adapter.open());
      [nonce] = (await chain.nonces([signer.address], 'pending')) as [number];
      subject = getContractAddress({ from: signer.address, nonce: BigInt(nonce) });
      const data = encodeDeployData({ abi, bytecode: code.bytecode as Hex, args: [0n] });
      const unsigned = {
        chainId: chain.chainId,
        nonce: nonce++,
        to: undefined,
        data,
        value: 0n,
        gas: 5_000_000,
        fees,
      };
      [deployed] = (await land([await signTransaction(unsigned, signer)])) as [Receipt];
    });

    test('a deployment puts code at the address determined by its nonce', async () => {
      expect(deployed.succeeded).toBe(true);
      expect((await chain.code(subject)).length).toBeGreaterThan(1_000);
      expect(await chain.code(signer.address)).toBe('0x');
    });

    test('blocks are linked by their hashes, and none exists after the head', async () => {
      await expect.poll(async () => (await chain.latestBlock()).number, { interval: 20 }).toBeGreaterThan(3);
      const latest = await chain.latestBlock();
      const numbers = [latest.number - 2, latest.number - 1, latest.number, latest.number + 1_000];
      const [first, second, third, beyond] = await chain.blocks(numbers);
      expect(second?.parentHash).toBe(first?.hash);
      expect(third?.parentHash).toBe(second?.hash);
      expect(third).toEqual(latest);
      expect(beyond).toBeNull();
      expect(third?.timestamp).toBeGreaterThanOrEqual(required(first, 'the first block').timestamp);
      expect(await chain.blocks([])).toEqual([]);
    });

    test('a batch is mined in the order of its nonces, and is the same read one by one and by block', async () => {
      const signed: SignedTransaction[] = [];
      for (let i = 0; i < BURST; i++) signed.push(await sign({ data: encode('add', 1n) }));
      const receipts = await land(signed);
      const places = receipts.map(
        ({ blockNumber, transactionIndex }) => blockNumber * 1_000 + transactionIndex,
      );
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(new Set(receipts.map(({ succeeded }) => succeeded))).toEqual(new Set([true]));
      for (const number of new Set(receipts.map(({ blockNumber }) => blockNumber))) {
        const inBlock = receipts.filter(({ blockNumber }) => blockNumber === number);
        const [block] = await chain.blocks([number]);
        for (const part of [inBlock, inBlock.slice(0, 1)]) {
          const hashes = part.map(({ transactionHash }) => transactionHash);
          expect(block?.transactions).toEqual(expect.arrayContaining(hashes));
          expect(await chain.receiptsIn(required(block, 'block'), hashes)).toEqual(part);
        }
      }
    });

    test('an account pays exactly the cost in its receipts', async () => {
      const before = await chain.balance(signer.address);
      const receipts = await land([
        await sign({ data: encode('add', 1n) }),
        await sign({ data: encode('add', 1n) }),
      ]);
      const paid = receipts.reduce(
        (sum, { gasUsed, effectiveGasPrice, l1Fee }) => sum + BigInt(gasUsed) * effectiveGasPrice + l1Fee,
        0n,
      );
      expect(paid).toBeGreaterThan(0n);
      expect(before - (await chain.balance(signer.address))).toBe(paid);
    });

    test('a call uses the state of the given block, and changes nothing', async () => {
      const before = await chain.call(call(encode('total')), 'latest');
      const [receipt] = await land([await sign({ data: encode('add', 5n) })]);
      const after = await chain.call(call(encode('total')), 'latest');
      expect(after).toMatchObject({ ok: true });
      const [was, is] = [before, after].map((outcome) => BigInt((outcome as { value: Hex }).value));
      expect(required(is, 'is') - required(was, 'was')).toBe(5n);
      expect(await chain.call(call(encode('total')), required(receipt, 'receipt').blockNumber)).toEqual(
        after,
      );
      expect(await chain.call(call(encode('total')), required(receipt, 'receipt').blockNumber - 1)).toEqual(
        before,
      );
      expect(await chain.call(call(encode('total')), 'pending')).toMatchObject({ ok: true });
      expect(await chain.call(call(encode('add', 7n)), 'latest')).toEqual({ ok: true, value: '0x' });
      expect(await chain.call(call(encode('total')), 'latest')).toEqual(after);
    });

    test('a call or estimate that reverts returns the data of the error', async () => {
      const refused = encodeErrorResult({ abi, errorName: 'Refused', args: [signer.address, 42n] });
      for (const at of ['latest', 'pending'] as const) {
        for (const outcome of [
          await chain.call(call(encode('custom')), at),
          await chain.estimateGas(call(encode('custom')), at),
        ])
          expect(outcome).toMatchObject({ ok: false, failure: { data: refused } });
      }
      const empty = await chain.call(call(encode('requireEmpty')), 'latest');
      expect(empty).toMatchObject({ ok: false, failure: { data: '0x' } });
      const unpaid = await chain.call(call(encode('add', 1n), 1n), 'latest');
      expect(unpaid).toMatchObject({ ok: false, failure: { data: '0x' } });
    });

    test('an estimate is sufficient, and much less gas is not', async () => {
      const data = encode('mark', `0x${'77'.repeat(32)}`);
      const estimate = (await chain.estimateGas(call(data), 'latest')) as { ok: true; value: number };
      expect(estimate.value).toBeGreaterThan(21_000);
      expect(estimate.value).toBeLessThan(200_000);
      const [enough, short] = await land([
        await sign({ data, gas: estimate.value }),
        await sign({ data: encode('mark', `0x${'78'.repeat(32)}`), gas: 30_000 }),
      ]);
      expect(enough?.succeeded).toBe(true);
      expect(enough?.gasUsed).toBeLessThanOrEqual(estimate.value);
      expect(short).toMatchObject({ succeeded: false, gasUsed: 30_000 });
    });

    test('the reason of a failed transaction can be read later', async () => {
      const [reverted, exhausted, opcode] = await land([
        await sign({ data: encode('custom') }),
        await sign({ data: encode('burn'), gas: 90_000 }),
        await sign({ data: encode('invalidOpcode'), gas: 90_000 }),
      ]);
      const refused = encodeErrorResult({ abi, errorName: 'Refused', args: [signer.address, 42n] });
      expect(await chain.failureOf(required(reverted, 'reverted').transactionHash)).toMatchObject({
        data: refused,
      });
      const outOfGas = await chain.failureOf(required(exhausted, 'exhausted').transactionHash);
      expect(
        decodeRevert(required(outOfGas, 'outOfGas').data, required(outOfGas, 'outOfGas').message, []),
      ).toMatchObject({ kind: 'out_of_gas' });
      const invalid = await chain.failureOf(required(opcode, 'opcode').transactionHash);
      expect(
        decodeRevert(required(invalid, 'invalid').data, required(invalid, 'invalid').message, []),
      ).toMatchObject({ kind: 'invalid_opcode' });
      expect([exhausted?.gasUsed, opcode?.gasUsed]).toEqual([90_000, 90_000]);
    });

    test('logs of a transaction are in order, and a pending transaction has none', async () => {
      expect(await chain.logsOf(deployed.transactionHash)).toEqual([]);
      expect(await chain.logsOf(`0x${'ab'.repeat(32)}`)).toEqual([]);
      expect(await chain.receipts([`0x${'ab'.repeat(32)}`, deployed.transactionHash])).toEqual([
        null,
        deployed,
      ]);
    });

    test('a transaction that cannot be mined is not taken, with the reason, and the rest of the batch is accepted', async () => {
      const again = await sign({ data: encode('add', 1n) });
      const poor = new LocalSigner(newPrivateKey());
      const batch = [
        again,
        again,
        await sign({ nonce: 0, data: encode('add', 2n) }),
        await sign({ nonce: 0, by: poor }),
        await sign({ nonce, chainId: chain.chainId + 1 }),
        await sign({ nonce: nonce + 50, gas: 21_000, to: signer.address }),
        await sign({ nonce: nonce + 50, gas: 21_001, to: signer.address }),
      ];
      const outcomes = await chain.send(batch.map(({ raw }) => raw));
      const kinds = outcomes.map(({ kind }) => kind);
      for (const kind of kinds.splice(0, 2)) expect(['accepted', 'nonce_used']).toContain(kind);
      expect(kinds).toEqual(['nonce_used', 'insufficient_funds', 'postponed', 'accepted', 'underpriced']);
      await landed([again]);
      expect(await chain.send([again.raw])).toEqual([{ kind: 'nonce_used' }]);
      expect(await chain.nonces([signer.address, poor.address], 'latest')).toEqual([nonce, 0]);
    });

    test('the pending nonce is the next one for a sender', async () => {
      const signed = [await sign({ data: encode('add', 1n) }), await sign({ data: encode('add', 1n) })];
      await chain.send(signed.map(({ raw }) => raw));
      expect(await chain.nonces([signer.address], 'pending')).toEqual([nonce]);
      await landed(signed);
      expect(await chain.nonces([signer.address], 'latest')).toEqual([nonce]);
      expect(await chain.nonces([], 'latest')).toEqual([]);
    });

    test('prices are whole wei, and a transaction with them is accepted', async () => {
      const [tip, price, block] = await Promise.all([
        chain.priorityFee(),
        chain.gasPrice(),
        chain.latestBlock(),
      ]);
      expect(tip).toBeGreaterThanOrEqual(0n);
      expect(price).toBeGreaterThanOrEqual(block.baseFeePerGas ?? 0n);
      const offer = { type: 'legacy', gasPrice: price * 2n + 1n } as const;
      const unsigned = {
        chainId: chain.chainId,
        nonce: nonce++,
        to: subject,
        data: encode('add', 1n),
        value: 0n,
      };
      const [receipt] = await land([await signTransaction({ ...unsigned, gas: GAS, fees: offer }, signer)]);
      expect(receipt?.effectiveGasPrice).toBe(offer.gasPrice);
    });

    test('without an answer, reads report an unavailable network, and sends report no answer', async () => {
      const dead = adapter.openDead();
      const request = { from: signer.address, data: '0x', value: 0n } as const;
      for (const read of [
        () => dead.latestBlock(),
        () => dead.receipts([deployed.transactionHash]),
        () => dead.call(request, 'latest'),
        () => dead.estimateGas(request, 'latest'),
        () => dead.nonces([signer.address], 'latest'),
        () => dead.balance(signer.address),
      ])
        await expect(read()).rejects.toMatchObject({
          code: 'network_unavailable',
          status: 503,
          field: 'network',
        });
      expect(await dead.send(['0x00', '0x01'])).toMatchObject([
        { kind: 'unanswered' },
        { kind: 'unanswered' },
      ]);
    });
  });
}
