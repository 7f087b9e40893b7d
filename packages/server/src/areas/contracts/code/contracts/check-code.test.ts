import { describe, expect, test } from 'vitest';
import { threadMs } from '../../../../kit/threads/thread-ms.fixture.ts';
import { checkAbi } from './check-abi.ts';
import { checkBytecode, MAX_INITCODE_BYTES } from './check-bytecode.ts';

function refusalOf(check: () => unknown) {
  try {
    check();
  } catch (error) {
    return error as { code: string; field: string; message: string };
  }
  throw new Error('it was taken');
}

const uint = { type: 'uint256', name: 'a' };
const fn = (more: object = {}) => ({ type: 'function', name: 'f', inputs: [], outputs: [], ...more });

/** Nested tuples. */
function nested(depth: number): object {
  return depth === 0 ? uint : { type: 'tuple', name: '', components: [nested(depth - 1)] };
}

describe('an ABI is accepted in every form of the specification', () => {
  test.each<[string, unknown]>([
    ['nothing', []],
    ['overloads', [fn(), fn({ inputs: [uint] }), fn({ inputs: [{ type: 'uint8' }] })]],
    [
      'a constructor that takes payment',
      [{ type: 'constructor', inputs: [uint], stateMutability: 'payable' }],
    ],
    ['fallback and receive', [{ type: 'fallback' }, { type: 'receive', stateMutability: 'payable' }]],
    [
      'errors and events',
      [
        { type: 'error', name: 'E', inputs: [uint] },
        { type: 'event', name: 'V', inputs: [{ ...uint, indexed: true }] },
      ],
    ],
    [
      'nested tuples and arrays',
      [
        fn({
          inputs: [
            {
              type: 'tuple[2][]',
              components: [
                { type: 'tuple', name: 'p', components: [uint] },
                { type: 'bytes32[]', name: 'q' },
              ],
            },
          ],
        }),
      ],
    ],
    [
      'errors and events that come from several files',
      [
        { type: 'error', name: 'E', inputs: [uint] },
        { type: 'error', name: 'E', inputs: [uint] },
        { type: 'event', name: 'V', inputs: [] },
        { type: 'event', name: 'V', inputs: [] },
      ],
    ],
    ['flags of old compilers', [fn({ constant: true, payable: false, type: undefined })]],
    ['a name with a dollar', [fn({ name: '$' })]],
    ['names that objects have', [fn({ name: '__proto__' }), fn({ name: 'constructor', inputs: [uint] })]],
    [
      'an array of no items, and a tuple of no parts',
      [fn({ inputs: [{ type: 'uint8[0]' }, { type: 'tuple', components: [] }] })],
    ],
    ['functions as values', [fn({ inputs: [{ type: 'function' }, { type: 'function[2][]' }] })]],
    ['twelve tuples in each other', [fn({ inputs: [nested(12)] })]],
  ])('%s', (_what, abi) => {
    expect(checkAbi(JSON.parse(JSON.stringify(abi)))).toHaveLength((abi as unknown[]).length);
  });
});

describe('an ABI that cannot be encoded is refused, naming the place', () => {
  test.each<[unknown, string | RegExp]>([
    ['text', 'abi'],
    [{}, 'abi'],
    [[7], 'abi.0'],
    [[{ type: 'thing' }], 'abi.0.type'],
    [[{ type: 'function' }], 'abi.0.name'],
    [[fn({ name: 'not a name' })], 'abi.0.name'],
    [[fn({ inputs: {} })], 'abi.0.inputs'],
    [[fn(), fn({ name: 'g', inputs: [{ type: 'uint' }] })], 'abi.1.inputs.0.type'],
    [[fn({ inputs: [{ type: 'uint7' }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: 'bytes33' }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: 'fixed128x18' }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: 'ufixed8x1[]' }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: 'address payable' }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: `uint8${'[]'.repeat(100_000)}` }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: `${'[]'.repeat(100_000)}x` }] })], 'abi.0.inputs.0.type'],
    [[fn({ inputs: [{ type: `uint8${'[]'.repeat(14)}` }] })], 'abi.0.inputs.0'],
    [[fn({ name: 'f'.repeat(100_000) })], 'abi.0.name'],
    [Array.from({ length: 2_001 }, (_, i) => fn({ name: `f${i}` })), 'abi'],
    [[fn({ inputs: Array(5_001).fill(uint) })], 'abi'],
    [[fn({ inputs: [nested(13)] })], /^abi(\.0\.inputs\.0)(\.components\.0){13}\.?/],
    [[fn({ inputs: [{ type: 'tuple' }] })], 'abi.0.inputs.0.components'],
    [
      [fn({ inputs: [{ type: 'tuple', components: [{ type: 'mapping' }] }] })],
      'abi.0.inputs.0.components.0.type',
    ],
    [[fn({ stateMutability: 'often' })], 'abi.0.stateMutability'],
    [[fn(), fn()], 'abi.1'],
    [[{ type: 'fallback' }, { type: 'fallback' }], 'abi.1'],
    [[{ type: 'constructor' }, { type: 'constructor' }], 'abi.1'],
    [
      [{ type: 'event', name: 'V', inputs: [1, 2, 3, 4].map(() => ({ ...uint, indexed: true })) }],
      'abi.0.inputs',
    ],
  ])('%#', (abi, field) => {
    const before = threadMs();
    const refusal = refusalOf(() => checkAbi(abi));
    // Far more than it needs, and far less than with quadratic cost.
    expect(threadMs() - before).toBeLessThan(250);
    expect(refusal).toMatchObject({ code: 'invalid_abi' });
    expect(refusal.field).toEqual(typeof field === 'string' ? field : expect.stringMatching(field));
    expect(refusal.message.length).toBeLessThan(1_000);
  });
});

describe('bytecode', () => {
  test('is accepted in any case, and the empty one of an interface counts as none', () => {
    expect(checkBytecode('0x6001')).toBe('0x6001');
    expect(checkBytecode('0X60FF')).toBe('0x60ff');
    expect(checkBytecode('0x')).toBeNull();
    expect(checkBytecode(`0x${'00'.repeat(MAX_INITCODE_BYTES)}`)).toHaveLength(2 + MAX_INITCODE_BYTES * 2);
  });

  test.each<[string, string, string]>([
    ['text', '0xhello', '`h` at character 2'],
    ['half a byte', '0x600', 'odd number'],
    ['no prefix', '60FF', '`0x`'],
    ['more than EIP-3860 allows', `0x${'00'.repeat(MAX_INITCODE_BYTES + 1)}`, 'EIP-3860'],
    ['the reserved first byte', '0xef00', 'EIP-3541'],
    ['an unlinked library of a new compiler', `0x6001__$${'ab'.repeat(17)}$__6001`, 'at byte 2'],
    [
      'an unlinked library of an old compiler',
      `0x6001__contracts/Library.sol:Library_______6001`,
      'at byte 2',
    ],
  ])('is refused for %s', (_what, bytecode, words) => {
    const refusal = refusalOf(() => checkBytecode(bytecode));
    expect(refusal).toMatchObject({ code: 'invalid_bytecode', field: 'bytecode' });
    expect(refusal.message).toContain(words);
  });
});
