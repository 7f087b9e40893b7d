import type { Abi, AbiFunction } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { threadMs } from '../../../../kit/threads/thread-ms.fixture.ts';
import { type ContractsFixture, startContracts } from './testing/contracts-fixture.ts';
import { compileOnce } from './testing/test-contract.ts';

const bits = Array.from({ length: 32 }, (_, i) => 8 * (i + 1));
const elementary = [
  ...bits.flatMap((size) => [`uint${size}`, `int${size}`, `bytes${size / 8}`]),
  ...['bool', 'address', 'address payable', 'Color', 'Token', 'Amount', 'function (uint256) external'],
];
const located = [
  'string',
  'bytes',
  'Outer[2][]',
  'function (uint256) external[]',
  'int24[3][]',
  'string[][2]',
];
const echo = (type: string, i: number, place: string) =>
  `function echo${i}(${type} ${place} x) external pure returns (${type} ${place}) { return x; }`;

/** Returns values of every type in Solidity in calls, events, errors and its constructor. */
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
interface Token { function take(uint256) external; }
type Amount is int128;
enum Color { Red, Green }
struct Inner { function (uint256) external callback; int24[2] pair; bytes3 tag; }
struct Outer { Inner[] inner; Color color; Amount amount; string note; }
contract Echo {
  function (uint256) external public kept;
  error Refused(function (uint256) external callback, Outer outer);
  event Kept(function (uint256) external callback, Outer outer);
  constructor(function (uint256) external callback, Outer memory outer) { kept = callback; emit Kept(callback, outer); }
  function keep(function (uint256) external callback, Outer memory outer) external { kept = callback; emit Kept(callback, outer); }
  function refuse(function (uint256) external callback, Outer memory outer) external pure { revert Refused(callback, outer); }
  function overloaded(uint256) external pure returns (string memory) { return "uint256"; }
  function overloaded(function (uint256) external) external pure returns (string memory) { return "function"; }
  function unnamed(uint256, bytes4) external pure returns (uint256, bytes4) { return (1, 0x01020304); }
  ${elementary.map((type, i) => echo(type, i, '')).join('\n  ')}
  ${located.map((type, i) => echo(type, elementary.length + i, 'memory')).join('\n  ')}
}`;

const CALLBACK = `0x${'5b38da6a701c568545dcfcb03fcb875f56beddc4'}deadbeef`;
const OUTER = {
  inner: [{ callback: CALLBACK, pair: ['-8388608', '8388607'], tag: '0x010203' }],
  color: '1',
  amount: '-170141183460469231731687303715884105728',
  note: 'ünï',
};

let contracts: ContractsFixture;
let id: string;
let abi: Abi;
beforeAll(async () => {
  contracts = await startContracts();
  const code = await compileOnce(source, 'Echo');
  abi = code.abi;
  id = await contracts.register(code);
  const deployment = await contracts.deploy(id, { constructorArgs: [CALLBACK, JSON.stringify(OUTER)] });
  expect(await contracts.settled(deployment.id)).toMatchObject({ status: 'active' });
}, 120_000);
afterAll(() => contracts?.close());

/** The minimum and maximum of an elementary type, as text. */
function edgesOf(type: string): string[] {
  const [, unsigned, size] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (size !== undefined) {
    const range = 1n << BigInt(size);
    return (unsigned ? [0n, range - 1n] : [-range / 2n, range / 2n - 1n]).map(String);
  }
  const length = type === 'function' ? 24 : Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 0);
  if (length > 0) return [`0x${'00'.repeat(length)}`, `0x${'ff'.repeat(length)}`];
  if (type === 'address') return [`0x${'00'.repeat(20)}`, '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4'];
  if (type === 'bool') return ['false', 'true'];
  if (type === 'string') return ['', 'é€𐍈'.repeat(40)];
  return ['0x', `0x${'ab'.repeat(1_000)}`];
}

test('a value of every type is returned unchanged by a call, at both ends of its range', async () => {
  const isElementary = ({ type }: { type: string }) => !/\[|tuple/.test(type);
  const echoes = abi.filter(
    (item): item is AbiFunction => item.type === 'function' && /^echo/.test(item.name),
  );
  expect(echoes).toHaveLength(elementary.length + located.length);
  for (const { name, inputs } of echoes.filter(({ inputs }) =>
    isElementary(required(inputs[0], 'inputs[0]')),
  )) {
    const { type, internalType } = required(inputs[0], 'inputs[0]');
    for (const edge of internalType === 'enum Color' ? ['0', '1'] : edgesOf(type)) {
      expect(String(await contracts.call(id, name, [edge])), `${internalType} ${edge}`).toBe(edge);
    }
  }
});

test('arrays of arrays, of functions and of nested tuples are returned unchanged', async () => {
  const [, , outers, callbacks, triples, texts] = abi.filter(
    (item): item is AbiFunction =>
      item.type === 'function' &&
      /^echo/.test(item.name) &&
      /string|bytes$|\[/.test(required(item.inputs[0], 'item.inputs[0]').type),
  );
  const given: [AbiFunction | undefined, unknown][] = [
    [outers, [[OUTER, { ...OUTER, inner: [] }]]],
    [outers, []],
    [callbacks, [CALLBACK, CALLBACK]],
    [triples, [['-1', '0', '1']]],
    [texts, [['a', ''], []]],
  ];
  for (const [item, value] of given) {
    expect(await contracts.call(id, required(item, 'item').name, [JSON.stringify(value)])).toEqual(value);
    expect(await contracts.call(id, required(item, 'item').name, [value])).toEqual(value);
  }
});

test('a function can be an argument of an execution, is read back, and is shown in an error', async () => {
  const args = [CALLBACK, JSON.stringify(OUTER)];
  const { executionId } = await contracts.execute(id, { function: 'keep', args });
  expect(await contracts.settled(executionId)).toMatchObject({ status: 'confirmed', args });
  expect(await contracts.call(id, 'kept')).toBe(CALLBACK);
  await expect(contracts.execute(id, { function: 'refuse', args })).rejects.toMatchObject({
    code: 'execution_failed',
    details: { kind: 'custom_error', name: 'Refused', args: [CALLBACK, OUTER] },
  });
});

test('overloads with function types are told apart, and unnamed values are given in order', async () => {
  expect(await contracts.call(id, 'overloaded(function)', [CALLBACK])).toBe('function');
  expect(await contracts.call(id, 'overloaded(uint256)', ['1'])).toBe('uint256');
  expect(await contracts.call(id, 'unnamed', ['1', '0x01020304'])).toEqual(['1', '0x01020304']);
});

test('ten thousand values are encoded and decoded without blocking the serving thread', async () => {
  const large = await compileOnce(
    '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.24;\ncontract Large { function echo(address[] memory x) external pure returns (address[] memory) { return x; } }',
    'Large',
  );
  const largeId = await contracts.register(large);
  await contracts.settled((await contracts.deploy(largeId)).id);
  const addresses = Array.from({ length: 10_000 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`);
  // The thread is already started, as in a service after such a call.
  await contracts.call(largeId, 'echo', [JSON.stringify(addresses.slice(0, 1_000))]);
  let longestMs = 0;
  let last = threadMs();
  const look = () => {
    longestMs = Math.max(longestMs, threadMs() - last);
    last = threadMs();
  };
  const before = process.cpuUsage();
  const timer = setInterval(look, 1);
  const answer = (await contracts.call(largeId, 'echo', [JSON.stringify(addresses)])) as string[];
  look();
  clearInterval(timer);
  const all = process.cpuUsage(before);
  expect(answer.map((address) => address.toLowerCase())).toEqual(addresses);
  // No turn of the event loop takes a fifth of the work of all threads.
  expect(longestMs).toBeLessThan((all.user + all.system) / 1_000 / 5);
});
