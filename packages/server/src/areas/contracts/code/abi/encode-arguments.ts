import type { AbiParameter, Hex } from 'viem';
import { AppError } from '../../../../kit/errors/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import { encodeValues } from './abi-codec.ts';
import { readArgument } from './read-argument.ts';

/** The ABI-encoded arguments of a call. Throws `invalid_arguments` with the position. */
export function encodeArguments(
  inputs: readonly AbiParameter[],
  args: readonly unknown[],
  field: string,
  what: string,
): Hex {
  if (args.length !== inputs.length) {
    const types = inputs.map(({ type, name }) => (name ? `${type} ${name}` : type)).join(', ');
    throw new AppError(contractsErrors.invalid_arguments, {
      field,
      message: `${what} takes ${inputs.length} ${inputs.length === 1 ? 'argument' : 'arguments'}${types && ` (${types.slice(0, 1_000)})`}, not ${args.length}.`,
    });
  }
  if (inputs.length === 0) return '0x';
  return encodeValues(
    inputs,
    inputs.map((input, i) => readArgument(input, args[i], `${field}.${i}`)),
  );
}
