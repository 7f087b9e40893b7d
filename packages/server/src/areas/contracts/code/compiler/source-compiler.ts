import type { Abi } from 'viem';
import { AppError } from '../../../../kit/errors/index.ts';
import { ThreadFailure, ThreadPool } from '../../../../kit/threads/index.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';

export interface CompileRequest {
  sourceCode: string;
  evmVersion: string;
  optimizerRuns: number;
}

interface CompiledContract {
  abi: Abi;
  evm: { bytecode: { object: string } };
}

/** The part of the compiler's JSON output that is used. */
export interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string; sourceLocation?: { start: number } }[];
  contracts?: Record<string, Record<string, CompiledContract>>;
}

export interface Compiled {
  contractName: string;
  abi: Abi;
  /** Creation code as hex with 0x, only `0x` for an abstract contract; libraries may be unlinked. */
  bytecode: string;
  /** What is needed to reproduce it. */
  compilation: {
    compiler: string;
    contract: string;
    settings: { evm_version: string; optimizer_runs: number };
  };
}

export interface CompileTasks {
  compile: { input: CompileRequest; output: { output: CompilerOutput; version: string } };
}

/** The settings for every source. */
export const COMPILER_SETTINGS = { evmVersion: 'cancun', optimizerRuns: 200 };
/** Per source. */
const MAX_PROCESSOR_MS = 30_000;
const MAX_WAITING = 16;
const MEMORY_MB = 1_024;
/** The compiler holds a hundred MB; it is kept for sources that arrive together. */
const IDLE_MS = 2_000;
const MAX_MESSAGES = 5;

/** Compiles Solidity in a separate process, one source at a time, with limits on time and memory. */
export class SourceCompiler {
  readonly #threads = new ThreadPool<CompileTasks>({
    entry: new URL('./compile.worker.ts', import.meta.url),
    size: 1,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    maxWaiting: MAX_WAITING,
    // The compiler's package installs handlers and prints; the service needs neither.
    isSilent: true,
    // V8 does not limit the memory of its WebAssembly: if there is too little, its process crashes, not the
    // service.
    processFlags: [],
  });

  /**
   * A source's contract: the named one, or the last that can be deployed. Throws `invalid_source_code` with
   * the compiler's message.
   */
  async compile(sourceCode: string, contractName?: string): Promise<Compiled> {
    const request = { sourceCode, ...COMPILER_SETTINGS };
    const { output, version } = await this.#threads
      .run('compile', request, { processorMs: MAX_PROCESSOR_MS })
      .catch((error) => {
        throw error instanceof ThreadFailure ? refusalOf(error) : error;
      });
    return pick(output, version, request, contractName);
  }
}

function refusalOf({ kind, message }: ThreadFailure): AppError {
  if (kind === 'aborted') {
    return new AppError('unavailable', {
      message: 'Too many sources are being compiled. Try again in a moment, or send the compiled bytecode.',
      headers: { 'retry-after': '5' },
    });
  }
  if (kind === 'timed_out') return refuse(`takes longer to compile than ${MAX_PROCESSOR_MS / 1_000} seconds`);
  if (kind === 'out_of_memory') return refuse('takes more memory to compile than there is for it');
  return refuse(`cannot be compiled: ${message.slice(0, 300)}`);
}

function pick(output: CompilerOutput, version: string, request: CompileRequest, wanted?: string): Compiled {
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const messages = errors.slice(0, MAX_MESSAGES).map(({ formattedMessage }) => formattedMessage.trim());
    throw refuse(`does not compile: ${firstLine(messages.join('\n'))}`, {
      compiler: version,
      errors: messages,
    });
  }
  const { sourceCode } = request;
  const contracts = Object.entries(output.contracts?.['contract.sol'] ?? {}).sort(
    ([one], [other]) => placeOf(sourceCode, one) - placeOf(sourceCode, other),
  );
  const deployable = contracts.filter(([, { evm }]) => evm.bytecode.object !== '');
  const found =
    wanted === undefined
      ? (deployable.at(-1) ?? contracts.at(-1))
      : contracts.find(([name]) => name === wanted);
  if (found === undefined) {
    throw refuse(wanted === undefined ? 'holds no contract' : `holds no contract named \`${wanted}\``);
  }
  const [contractName, { abi, evm }] = found;
  return {
    contractName,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    compilation: {
      compiler: version,
      contract: contractName,
      settings: { evm_version: request.evmVersion, optimizer_runs: request.optimizerRuns },
    },
  };
}

/** Position of a contract's definition; the compiler's output is ordered by name. */
function placeOf(sourceCode: string, name: string): number {
  return sourceCode.search(
    new RegExp(`\\b(contract|library|interface)\\s+${name.replaceAll('$', '\\$')}\\b`),
  );
}

function firstLine(text: string): string {
  return text.split('\n', 1).join().slice(0, 300);
}

function refuse(problem: string, details?: Record<string, unknown>): AppError {
  return new AppError(contractsErrors.invalid_source_code, {
    field: 'source_code',
    message: `\`source_code\` ${problem}${/[.!?]$/.test(problem) ? '' : '.'}`,
    ...(details && { details }),
  });
}
