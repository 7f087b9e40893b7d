import type { Hex } from 'viem';
import { AppError } from '../../../../kit/errors/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';

/** The maximum size of creation code (EIP-3860). */
export const MAX_INITCODE_BYTES = 49_152;
/**
 * Compilers of all versions begin a library placeholder with two underscores, and pad it to 40 characters.
 */
const PLACEHOLDER = /__/;

/**
 * Validates creation bytecode that a chain would accept for a deployment: hex with 0x, within the limit of
 * EIP-3860, all libraries linked. Returns it in lower case with 0x; null for the empty bytecode of an
 * interface or abstract contract. Throws `invalid_bytecode`.
 */
export function checkBytecode(value: string, field = 'bytecode'): Hex | null {
  const text = value.trim();
  if (text === '' || text === '0x') return null;
  const hasPrefix = /^0x/i.test(text);
  const digits = hasPrefix ? text.slice(2) : text;
  const placeholder = PLACEHOLDER.exec(digits);
  if (placeholder !== null) {
    throw invalid(
      field,
      `has a place for a library that is not linked, at byte ${Math.floor(placeholder.index / 2)}: \`${digits.slice(placeholder.index, placeholder.index + 40)}\`. Link the library’s address first`,
    );
  }
  const wrong = /[^0-9a-fA-F]/.exec(digits);
  if (wrong !== null) {
    throw invalid(
      field,
      `is not hex: it has \`${wrong[0]}\` at character ${wrong.index + text.length - digits.length}`,
    );
  }
  if (!hasPrefix)
    throw invalid(field, 'lacks its prefix. Put `0x` before it, as compilers leave that to you');
  if (digits.length % 2 === 1)
    throw invalid(field, 'has an odd number of hex digits, so half a byte is missing');
  const bytes = digits.length / 2;
  if (bytes > MAX_INITCODE_BYTES) {
    throw invalid(field, `has ${bytes} bytes, and a chain takes at most ${MAX_INITCODE_BYTES} (EIP-3860)`);
  }
  if (/^ef/i.test(digits)) throw invalid(field, 'begins with 0xEF, which no creation code can (EIP-3541)');
  return `0x${digits.toLowerCase()}`;
}

function invalid(field: string, problem: string): AppError {
  return new AppError(contractsErrors.invalid_bytecode, { field, message: `\`${field}\` ${problem}.` });
}
