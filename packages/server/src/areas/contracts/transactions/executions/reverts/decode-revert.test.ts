import { type Abi, encodeAbiParameters, encodeErrorResult, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { required } from '../../../../../kit/required.ts';
import type { CallOutcome } from '../../../chains/chain/chain.ts';
import { JsonRpc } from '../../../chains/chain/json-rpc.ts';
import { RpcChain } from '../../../chains/chain/rpc-chain.ts';
import { LocalSigner, newPrivateKey } from '../../../chains/signers/local-signer.ts';
import { signTransaction } from '../../../chains/signers/sign-transaction.ts';
import { startTestChain, type TestChain } from '../testing/test-chain.ts';
import { decodeRevert } from './decode-revert.ts';
import type { Revert } from './revert.ts';

const abi: Abi = parseAbi([
  'error Refused(address who, uint256 wanted)',
  'error Nothing()',
  'error Failed(string step, bytes cause)',
]);
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const panicData = (code: bigint): Hex =>
  `0x4e487b71${encodeAbiParameters([{ type: 'uint256' }], [code]).slice(2)}`;
const errorData = (text: string): Hex =>
  `0x08c379a0${encodeAbiParameters([{ type: 'string' }], [text]).slice(2)}`;
const refused = encodeErrorResult({ abi, errorName: 'Refused', args: [account, 42n] });
const failed = (step: string, cause: Hex) =>
  encodeErrorResult({ abi, errorName: 'Failed', args: [step, cause] });

/** A program that reverts with these bytes. */
function revertWith(data: Hex): Hex {
  const length = ((data.length - 2) / 2).toString(16).padStart(4, '0');
  return `0x61${length}8061000d6000396000fd${data.slice(2)}`;
}

const panic = (code: bigint, meaning: string) => {
  const hex = `0x${code.toString(16).padStart(2, '0')}`;
  return { kind: 'panic', type: 'panic', name: 'Panic', args: [hex], reason: `Panic ${hex}: ${meaning}.` };
};
const silent = (kind: string, type: string, reason: RegExp) => ({
  kind,
  type,
  raw: '0x',
  reason: expect.stringMatching(reason),
});

/** Programs that a chain runs as creation code, and how their reverts are reported. */
const programs: [string, Hex, object][] = [
  ['panic 0x00', revertWith(panicData(0x00n)), panic(0x00n, 'a panic that the compiler inserted')],
  ['panic 0x01', revertWith(panicData(0x01n)), panic(0x01n, 'an assertion does not hold')],
  ['panic 0x11', revertWith(panicData(0x11n)), panic(0x11n, 'an arithmetic operation over- or underflowed')],
  ['panic 0x12', revertWith(panicData(0x12n)), panic(0x12n, 'a division or modulo by zero')],
  ['panic 0x21', revertWith(panicData(0x21n)), panic(0x21n, 'a value is out of the range of its enum')],
  ['panic 0x22', revertWith(panicData(0x22n)), panic(0x22n, 'a storage byte array is encoded wrongly')],
  ['panic 0x31', revertWith(panicData(0x31n)), panic(0x31n, 'pop() on an empty array')],
  ['panic 0x32', revertWith(panicData(0x32n)), panic(0x32n, 'an array index is out of bounds')],
  [
    'panic 0x41',
    revertWith(panicData(0x41n)),
    panic(0x41n, 'too much memory was asked for, or an array is too large'),
  ],
  [
    'panic 0x51',
    revertWith(panicData(0x51n)),
    panic(0x51n, 'an internal function variable was called before it was set'),
  ],
  [
    'a panic code that nobody gave a meaning',
    revertWith(panicData(0x99n)),
    panic(0x99n, 'an unknown panic code'),
  ],
  [
    'the largest panic code',
    revertWith(panicData(2n ** 256n - 1n)),
    panic(2n ** 256n - 1n, 'an unknown panic code'),
  ],
  [
    'an error with text',
    revertWith(errorData('not today')),
    { kind: 'error', type: 'revert', name: 'Error', args: ['not today'], reason: 'not today' },
  ],
  [
    'an error with text beyond ASCII',
    revertWith(errorData('né 😀')),
    { kind: 'error', type: 'revert', reason: 'né 😀' },
  ],
  [
    'an error with an empty text',
    revertWith(errorData('')),
    { kind: 'error', type: 'revert', args: [''], reason: 'The call reverted.' },
  ],
  [
    'a custom error with arguments',
    revertWith(refused),
    {
      kind: 'custom_error',
      type: 'custom_error',
      name: 'Refused',
      args: [account, '42'],
      reason: `Refused(who: ${account}, wanted: 42)`,
      raw: refused,
    },
  ],
  [
    'a custom error without arguments',
    revertWith(encodeErrorResult({ abi, errorName: 'Nothing' })),
    { kind: 'custom_error', name: 'Nothing', args: [], reason: 'Nothing()' },
  ],
  [
    'a custom error that carries the error behind it',
    revertWith(failed('pay', failed('inner', errorData('no money')))),
    {
      kind: 'custom_error',
      name: 'Failed',
      reason: expect.stringMatching(
        /^Failed\(step: pay, .*; behind it: Failed\(step: inner, .*; behind it: no money$/,
      ),
    },
  ],
  [
    'a custom error that carries bytes which are no error',
    revertWith(failed('pay', '0x12345678')),
    {
      kind: 'custom_error',
      name: 'Failed',
      args: ['pay', '0x12345678'],
      reason: 'Failed(step: pay, cause: 0x12345678)',
    },
  ],
  [
    'a custom error of the libraries that most use',
    revertWith('0x118cdaa70000000000000000000000000000000000000000000000000000000000000001'),
    { kind: 'custom_error', name: 'OwnableUnauthorizedAccount' },
  ],
  [
    'an error that no ABI describes',
    revertWith('0xdeadbeef'),
    {
      kind: 'unknown',
      type: 'custom_error',
      raw: '0xdeadbeef',
      reason: expect.stringContaining('0xdeadbeef'),
    },
  ],
  ['less than a selector', revertWith('0x0102'), { kind: 'unknown', type: 'custom_error', raw: '0x0102' }],
  [
    'a text that is cut off',
    revertWith(errorData('not today').slice(0, 80) as Hex),
    { kind: 'unknown', type: 'custom_error', reason: expect.stringContaining('0x08c379a0') },
  ],
  ['a panic that is cut off', revertWith('0x4e487b7100'), { kind: 'unknown', type: 'custom_error' }],
  ['a revert without a reason', '0x60006000fd', silent('empty', 'revert', /without a reason/)],
  ['the invalid instruction', '0xfe', silent('invalid_opcode', 'revert', /invalid instruction/)],
  ['an instruction that there is not', '0x0c', silent('invalid_opcode', 'revert', /invalid instruction/)],
  ['a jump to where none may go', '0x600156', silent('invalid_jump', 'revert', /jump/)],
  ['too little on the stack', '0x50', silent('stack_error', 'revert', /stack/)],
  ['too much on the stack', '0x5b6001600056', silent('stack_error', 'revert', /stack/)],
  ['a loop without an end', '0x5b600056', silent('out_of_gas', 'out_of_gas', /out of gas/)],
  [
    'more memory than there is',
    `0x6000${'6f'}${'ff'.repeat(16)}53`,
    silent('out_of_gas', 'out_of_gas', /out of gas/),
  ],
  ['a read beyond what a call returned', '0x6001600060003e', silent('out_of_bounds', 'revert', /beyond/)],
  ['code that begins with 0xEF', '0x60ef60005360016000f3', silent('code_size', 'revert', /EIP-3541/)],
  ['code that is too long', '0x6160016000f3', silent('code_size', 'revert', /EIP-170/)],
];

describe('on a chain, for a call and for a mined transaction', () => {
  let testChain: TestChain;
  let rpc: JsonRpc;
  let called: CallOutcome<Hex>[];
  let mined: (Revert | undefined)[];

  beforeAll(async () => {
    testChain = await startTestChain();
    rpc = new JsonRpc({ network: 'test', urls: [testChain.rpcUrl], deadlineMs: 20_000 });
    const chain = new RpcChain('test', testChain.chainId, rpc);
    const signer = new LocalSigner(newPrivateKey());
    const from = signer.address;
    await testChain.rpc('anvil_setBalance', from, `0x${(10n ** 20n).toString(16)}`);
    const gas = 2_000_000;
    const fees = { type: 'eip1559', maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n } as const;
    called = await Promise.all(
      programs.map(([, data]) => chain.call({ from, data, value: 0n, gas }, 'latest')),
    );
    const signed = await Promise.all(
      programs.map(([, data], nonce) =>
        signTransaction(
          { chainId: testChain.chainId, nonce, to: undefined, data, value: 0n, gas, fees },
          signer,
        ),
      ),
    );
    const sent = await chain.send(signed.map(({ raw }) => raw));
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    const hashes = signed.map(({ hash }) => hash);
    await vi.waitUntil(async () => !(await chain.receipts(hashes)).includes(null), {
      interval: 50,
      timeout: 20_000,
    });
    mined = await Promise.all(
      hashes.map(async (hash) => {
        const failure = await chain.failureOf(hash);
        return failure === null ? undefined : decodeRevert(failure.data, failure.message, [abi]);
      }),
    );
  });
  afterAll(async () => {
    await rpc?.close();
    await testChain?.close();
  });

  test.each(programs.map(([name, , expected], i) => [name, i, expected] as const))(
    '%s',
    (_name, i, expected) => {
      const outcome = required(called[i], 'called[i]');
      if (outcome.ok) throw new Error('the call did not fail');
      const { data, message } = outcome.failure;
      expect(decodeRevert(data, message, [abi])).toMatchObject(expected);
      expect(mined[i]).toMatchObject(expected);
    },
  );
});

describe('from the message of a node that returns no data', () => {
  test.each<[string, string, object]>([
    ['geth', 'execution reverted', silent('empty', 'revert', /without a reason/)],
    ['geth', 'out of gas', silent('out_of_gas', 'out_of_gas', /out of gas/)],
    ['geth', 'gas required exceeds allowance (30000000)', silent('out_of_gas', 'out_of_gas', /out of gas/)],
    ['geth', 'invalid opcode: INVALID', silent('invalid_opcode', 'revert', /instruction/)],
    ['geth', 'invalid opcode: opcode 0xc not defined', silent('invalid_opcode', 'revert', /instruction/)],
    ['geth', 'invalid jump destination', silent('invalid_jump', 'revert', /jump/)],
    ['geth', 'stack underflow (0 <=> 1)', silent('stack_error', 'revert', /stack/)],
    ['geth', 'stack limit reached 1024 (1023)', silent('stack_error', 'revert', /stack/)],
    ['geth', 'write protection', silent('static_violation', 'revert', /view/)],
    ['geth', 'return data out of bounds', silent('out_of_bounds', 'revert', /beyond/)],
    ['geth', 'max code size exceeded: address 0x00', silent('code_size', 'revert', /EIP-170/)],
    [
      'geth',
      'max initcode size exceeded: code size 50000 limit 49152',
      silent('code_size', 'revert', /EIP-3860/),
    ],
    ['geth', 'invalid code: must not begin with 0xef', silent('code_size', 'revert', /EIP-3541/)],
    ['geth', 'contract address collision', silent('address_collision', 'revert', /address/)],
    [
      'geth',
      'insufficient funds for gas * price + value',
      silent('insufficient_funds', 'unknown', /cannot pay/),
    ],
    ['a Parity trace', 'Bad instruction', silent('invalid_opcode', 'revert', /instruction/)],
    ['a Parity trace', 'Out of stack', silent('stack_error', 'revert', /stack/)],
    ['a Parity trace', 'Mutable Call In Static Context', silent('static_violation', 'revert', /view/)],
    ['Nethermind', 'BadInstruction', silent('invalid_opcode', 'revert', /instruction/)],
    ['Nethermind', 'InvalidJumpDestination', silent('invalid_jump', 'revert', /jump/)],
    ['Nethermind', 'StackOverflow', silent('stack_error', 'revert', /stack/)],
    ['Nethermind', 'StaticCallViolation', silent('static_violation', 'revert', /view/)],
    ['anvil', 'EVM error StateChangeDuringStaticCall', silent('static_violation', 'revert', /view/)],
    ['anvil', 'EVM error ReentrancySentryOOG', silent('out_of_gas', 'out_of_gas', /out of gas/)],
    ['anvil', 'EVM error CreateCollision', silent('address_collision', 'revert', /address/)],
    [
      'hardhat',
      'VM Exception while processing transaction: invalid opcode',
      silent('invalid_opcode', 'revert', /instruction/),
    ],
    [
      'a provider that cuts the data off',
      'execution reverted: ERC20: transfer amount exceeds balance',
      { kind: 'error', type: 'revert', name: 'Error', reason: 'ERC20: transfer amount exceeds balance' },
    ],
    [
      'hardhat',
      "VM Exception while processing transaction: reverted with reason string 'out of stock'",
      { kind: 'error', type: 'revert', name: 'Error', reason: 'out of stock' },
    ],
    [
      'something else',
      'the moon is full',
      { kind: 'unknown', type: 'unknown', reason: expect.stringContaining('the moon is full') },
    ],
  ])('%s: %s', (_node, message, expected) => {
    expect(decodeRevert('0x', message, [])).toMatchObject(expected);
  });
});
