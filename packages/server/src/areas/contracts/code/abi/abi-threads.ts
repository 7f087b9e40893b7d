import type { AbiParameter, Hex } from 'viem';
import { AppError } from '../../../../kit/errors/index.ts';
import { ThreadFailure, ThreadPool } from '../../../../kit/threads/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import { decodeValues } from './abi-codec.ts';
import { encodeArguments } from './encode-arguments.ts';

export interface AbiTasks {
  /** `args` is JSON text. */
  encode: {
    input: { inputs: readonly AbiParameter[]; args: string; field: string; what: string };
    output: Hex;
  };
  decode: { input: { outputs: readonly AbiParameter[]; data: Hex }; output: unknown[] };
}

/**
 * Up to this many characters are handled on this thread: some hundred values, each of which may need a hash.
 */
const INLINE_CHARACTERS = 16_384;
const MAX_PROCESSOR_MS = 5_000;
const threads = new ThreadPool<AbiTasks>({
  entry: new URL('./abi.worker.ts', import.meta.url),
  size: 1,
  memoryMb: 256,
  maxWaiting: 32,
  // An oversized string crashes V8, so it must only crash a separate process.
  processFlags: [],
});

/** Like `encodeArguments`; long ones in a thread. */
export async function encodeAnyArguments(
  inputs: readonly AbiParameter[],
  args: readonly unknown[],
  field: string,
  what: string,
): Promise<Hex> {
  const text = JSON.stringify(args);
  if (text.length <= INLINE_CHARACTERS) return encodeArguments(inputs, args, field, what);
  try {
    return await threads.run(
      'encode',
      { inputs, args: text, field, what },
      { processorMs: MAX_PROCESSOR_MS },
    );
  } catch (error) {
    throw refusalOf(error, field);
  }
}

/** Like `decodeValues`; long data in a thread. */
export async function decodeAnyValues(outputs: readonly AbiParameter[], data: Hex): Promise<unknown[]> {
  if (data.length <= INLINE_CHARACTERS) return decodeValues(outputs, data);
  return threads.run('decode', { outputs, data }, { processorMs: MAX_PROCESSOR_MS }).catch((error) => {
    throw (error as ThreadFailure).kind === 'aborted' ? refusalOf(error, 'function') : error;
  });
}

function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof ThreadFailure)) return error;
  const { kind, thrown, message } = error;
  if (kind === 'threw' && thrown?.code === 'invalid_arguments') {
    return new AppError(contractsErrors.invalid_arguments, { field: String(thrown.field), message });
  }
  if (kind === 'aborted') {
    return new AppError('unavailable', {
      message: 'Too many long arguments are being worked on. Try again in a moment.',
      headers: { 'retry-after': '1' },
    });
  }
  return new AppError(contractsErrors.invalid_arguments, {
    field,
    message: `\`${field}\` takes too long to encode. Send fewer values at once.`,
  });
}
