import type { Abi, AbiParameter, Hex } from 'viem';
import { plainText } from '../../../../../kit/json-text.ts';
import { decodeValues } from '../../../code/abi/abi-codec.ts';
import { findError } from '../../../code/abi/error-index.ts';
import { boundedRevert } from './bounded-revert.ts';
import { commonErrors } from './common-errors.ts';
import { panicMeanings } from './panic-codes.ts';
import type { Revert } from './revert.ts';

const ERROR_SELECTOR = '0x08c379a0';
const PANIC_SELECTOR = '0x4e487b71';
const INSUFFICIENT_FUNDS = /insufficient funds|insufficient balance|OutOfFunds|gas \* price \+ value/i;
/**
 * Failures without revert data have no standard message: those of geth, Nethermind, Besu, hardhat and anvil,
 * first match first.
 */
const silentEnds: readonly [RegExp, Pick<Revert, 'kind' | 'type' | 'reason'>][] = [
  [
    /max ?code ?size|CreateContractSizeLimit/i,
    codeSize('The deployed code is larger than 24,576 bytes (EIP-170).'),
  ],
  [
    /initcode|CreateInitCodeSizeLimit/i,
    codeSize('The creation code is larger than 49,152 bytes (EIP-3860).'),
  ],
  [
    /with 0xef|CreateContractStartingWithEF/i,
    codeSize('The deployed code begins with 0xEF, which is reserved (EIP-3541).'),
  ],
  [
    // anvil names an out-of-gas call by the check that noticed it: "ReentrancySentryOOG".
    /out ?of ?gas|OOG|gas required exceeds|exceeds allowance|intrinsic gas too (low|high)|gas uint64 overflow/i,
    { kind: 'out_of_gas', type: 'out_of_gas', reason: 'The call ran out of gas.' },
  ],
  [
    /invalid ?jump|bad ?jump/i,
    { kind: 'invalid_jump', type: 'revert', reason: 'The call jumped to a place that no jump may go to.' },
  ],
  [
    /invalid ?opcode|opcode .* not (defined|found)|InvalidFEOpcode|OpcodeNotFound|bad ?instruction/i,
    { kind: 'invalid_opcode', type: 'revert', reason: 'The call met an invalid instruction.' },
  ],
  [
    /stack ?(underflow|overflow|limit)|out of stack|stack items/i,
    {
      kind: 'stack_error',
      type: 'revert',
      reason: 'The call took more from the stack than there was, or put too much on it.',
    },
  ],
  [
    /write protection|StaticCall|static context/i,
    {
      kind: 'static_violation',
      type: 'revert',
      reason: 'The call would change the state where only a view is allowed.',
    },
  ],
  [
    /out of bounds|OutOfOffset/i,
    { kind: 'out_of_bounds', type: 'revert', reason: 'The call read beyond what another one had returned.' },
  ],
  [
    /address collision|CreateCollision/i,
    { kind: 'address_collision', type: 'revert', reason: 'There is a contract at the new address already.' },
  ],
];
/** The reason in the message, for providers that truncate the data. */
const REASON_TEXT = /reverted with reason string '(.+)'|execution reverted: (.+)/is;
/**
 * Max. characters of hex to decode here, because other requests wait meanwhile; of longer errors only the
 * name is shown.
 */
const MAX_DECODED = 16_384;
/** How many nested errors are decoded. */
const MAX_CAUSES = 4;

/**
 * Decodes the data of a failed call. `abis` are searched in order: the contract's own errors first, then
 * those of contracts that may have passed one on.
 */
export function decodeRevert(data: Hex, message: string, abis: readonly Abi[], gasUsed = 0): Revert {
  return boundedRevert(decode(data, message, abis, gasUsed, MAX_CAUSES));
}

function decode(data: Hex, message: string, abis: readonly Abi[], gasUsed: number, causes: number): Revert {
  if (data === '0x') return decodeSilence(message, gasUsed);
  const selector = data.slice(0, 10);
  const found = { gas_used: gasUsed, raw: data };
  if (selector === ERROR_SELECTOR) {
    const reason = tryDecode([{ type: 'string' }], data);
    if (reason !== undefined) {
      const text = String(reason[0]);
      return {
        ...found,
        kind: 'error',
        type: 'revert',
        name: 'Error',
        args: [text],
        reason: text || 'The call reverted.',
      };
    }
  }
  if (selector === PANIC_SELECTOR) {
    const code = tryDecode([{ type: 'uint256' }], data);
    if (code !== undefined) return { ...found, ...decodePanic(BigInt(String(code[0]))) };
  }
  for (const abi of [...abis, commonErrors]) {
    const custom = decodeCustom(abi, data, (cause) => describeCause(cause, abis, causes - 1));
    if (custom !== undefined) return { ...found, ...custom };
  }
  return {
    ...found,
    kind: 'unknown',
    type: 'custom_error',
    reason: `The call reverted with an error that no known ABI describes (selector ${selector}).`,
  };
}

function decodePanic(code: bigint): Pick<Revert, 'kind' | 'type' | 'name' | 'args' | 'reason'> {
  const hex = `0x${code.toString(16).padStart(2, '0')}`;
  const meaning = code < 256n ? panicMeanings[Number(code)] : undefined;
  const reason = `Panic ${hex}: ${meaning ?? 'an unknown panic code'}.`;
  return { kind: 'panic', type: 'panic', name: 'Panic', args: [hex], reason };
}

function decodeCustom(
  abi: Abi,
  data: Hex,
  causeOf: (bytes: Hex) => string | undefined,
): Pick<Revert, 'kind' | 'type' | 'name' | 'args' | 'reason'> | undefined {
  const error = findError(abi, data.slice(0, 10) as Hex);
  if (error === undefined) return undefined;
  const { name, inputs } = error;
  const values = data.length > MAX_DECODED ? undefined : inputs.length === 0 ? [] : tryDecode(inputs, data);
  if (values === undefined) {
    if (data.length <= MAX_DECODED) return undefined;
    return {
      kind: 'custom_error',
      type: 'custom_error',
      name,
      reason: `${name}, with ${data.length / 2 - 5} bytes`,
    };
  }
  const shown = values.map((value, i) => {
    const text = plainText(value);
    return inputs[i]?.name ? `${inputs[i].name}: ${text}` : text;
  });
  const causes = inputs.flatMap(({ type }, i) => (type === 'bytes' ? (causeOf(values[i] as Hex) ?? []) : []));
  const reason = [`${name}(${shown.join(', ')})`, ...causes].join('; behind it: ');
  return { kind: 'custom_error', type: 'custom_error', name, args: values, reason };
}

/** Describes the bytes in an error, if they are themselves a decodable error. */
function describeCause(bytes: Hex, abis: readonly Abi[], causes: number): string | undefined {
  // A selector, followed by whole words.
  if (causes === 0 || bytes.length % 64 !== 10) return undefined;
  const { kind, reason } = decode(bytes, '', abis, 0, causes);
  return kind === 'unknown' ? undefined : reason;
}

function codeSize(reason: string): Pick<Revert, 'kind' | 'type' | 'reason'> {
  return { kind: 'code_size', type: 'revert', reason };
}

/** No revert data: the node's message is all there is. */
function decodeSilence(message: string, gasUsed: number): Revert {
  const found = { gas_used: gasUsed, raw: '0x' };
  const spoken = REASON_TEXT.exec(message);
  const text = (spoken?.[1] ?? spoken?.[2])?.trim();
  if (text && !/^evm ?error/i.test(text)) {
    return { ...found, kind: 'error', type: 'revert', name: 'Error', args: [text], reason: text };
  }
  if (INSUFFICIENT_FUNDS.test(message)) {
    const reason = 'The account cannot pay for the value or the gas.';
    return { ...found, kind: 'insufficient_funds', type: 'unknown', reason };
  }
  const end = silentEnds.find(([pattern]) => pattern.test(message));
  if (end !== undefined) return { ...found, ...end[1] };
  if (/revert/i.test(message) || message === '') {
    const reason =
      'The call reverted without a reason: a require() without a message, a missing function, or a refused payment.';
    return { ...found, kind: 'empty', type: 'revert', reason };
  }
  return {
    ...found,
    kind: 'unknown',
    type: 'unknown',
    reason: `The node refused the call: ${message.slice(0, 300)}`,
  };
}

function tryDecode(types: readonly AbiParameter[], data: Hex): unknown[] | undefined {
  try {
    return decodeValues(types, `0x${data.slice(10)}`);
  } catch {
    return undefined;
  }
}
