import { type Abi, type AbiParameter, decodeAbiParameters, decodeErrorResult, type Hex } from 'viem';
import type { ChainError } from '../../contracts/contract-tables.ts';
import { toJsonValue } from '../abi/json-value.ts';
import { commonErrors } from './common-errors.ts';
import { panicMeanings } from './panic-codes.ts';

/** Why a call failed: which kind of error, and what it says. */
export interface Revert extends ChainError {
  /** error, panic, custom_error, empty, out_of_gas, invalid_opcode, insufficient_funds or unknown. */
  kind: string;
}

const ERROR_SELECTOR = '0x08c379a0';
const PANIC_SELECTOR = '0x4e487b71';
// anvil names an exhausted call by the check that noticed it: "ReentrancySentryOOG".
const OUT_OF_GAS =
  /out ?of ?gas|OutOfGas|OOG|gas required exceeds|exceeds allowance|intrinsic gas too (low|high)/i;
const INVALID_OPCODE =
  /invalid opcode|opcode .* not (defined|found)|InvalidFEOpcode|OpcodeNotFound|stack underflow|invalid jump|BadJump/i;
const INSUFFICIENT_FUNDS = /insufficient funds|insufficient balance|OutOfFunds|gas \* price \+ value/i;
const CREATE_LIMITS: readonly [RegExp, string][] = [
  [/max ?code ?size|CreateContractSizeLimit/i, 'The deployed code is larger than 24,576 bytes (EIP-170).'],
  [/initcode|CreateInitCodeSizeLimit/i, 'The creation code is larger than 49,152 bytes (EIP-3860).'],
  [
    /starts with 0xef|CreateContractStartingWithEF/i,
    'The deployed code begins with 0xEF, which is reserved (EIP-3541).',
  ],
];

/**
 * Reads what a failed call came back with. `abis` are searched in order: the contract's own errors first, then
 * those of contracts that it may have passed one on from.
 */
export function decodeRevert(data: Hex, message: string, abis: readonly Abi[], gasUsed = 0): Revert {
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
    if (code !== undefined) return { ...found, ...decodePanic(code[0] as bigint) };
  }
  for (const abi of [...abis, commonErrors]) {
    const custom = decodeCustom(abi, data);
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
): Pick<Revert, 'kind' | 'type' | 'name' | 'args' | 'reason'> | undefined {
  try {
    const { abiItem, args = [], errorName } = decodeErrorResult({ abi, data });
    if (abiItem.type !== 'error') return undefined;
    const values = (args as unknown[]).map(toJsonValue);
    const shown = values.map((value, i) => {
      const name = abiItem.inputs[i]?.name;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return name ? `${name}: ${text}` : text;
    });
    const reason = `${errorName}(${shown.join(', ')})`;
    return { kind: 'custom_error', type: 'custom_error', name: errorName, args: values, reason };
  } catch {
    return undefined;
  }
}

/** Nothing came back: the node's words tell, as far as they go. */
function decodeSilence(message: string, gasUsed: number): Revert {
  const found = { gas_used: gasUsed, raw: '0x' };
  if (INSUFFICIENT_FUNDS.test(message)) {
    const reason = 'The account cannot pay for the value or the gas.';
    return { ...found, kind: 'insufficient_funds', type: 'unknown', reason };
  }
  for (const [pattern, reason] of CREATE_LIMITS) {
    if (pattern.test(message)) return { ...found, kind: 'code_size', type: 'revert', reason };
  }
  if (OUT_OF_GAS.test(message)) {
    return { ...found, kind: 'out_of_gas', type: 'out_of_gas', reason: 'The call ran out of gas.' };
  }
  if (INVALID_OPCODE.test(message)) {
    return {
      ...found,
      kind: 'invalid_opcode',
      type: 'revert',
      reason: 'The call met an invalid instruction.',
    };
  }
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

function tryDecode(types: readonly AbiParameter[], data: Hex): readonly unknown[] | undefined {
  try {
    return decodeAbiParameters(types, `0x${data.slice(10)}`);
  } catch {
    return undefined;
  }
}
