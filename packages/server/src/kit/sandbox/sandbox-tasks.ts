import { Sandbox } from './sandbox.ts';
import type { SandboxTable } from './sandbox-messages.ts';

export interface SandboxRunOptions {
  /** Owner of the work, such as an organization's id: owners are served round-robin. */
  owner: string;
  /** CPU time while it runs; 1 s by default. */
  timeoutMs?: number;
  /** Maximum input in characters and bytes; 16 million by default. */
  maxInput?: number;
  /** Maximum output in characters and bytes; 4 million by default. */
  maxOutput?: number;
}

const TIMEOUT_MS = 1_000;
const MAX_INPUT = 16_000_000;
const MAX_OUTPUT = 4_000_000;

/** One for all kinds of work. */
const shared = new Sandbox();

/**
 * Runs work on user-written input in the sandbox processes. The entry is a module that exports
 * `sandboxHandlers`; it is loaded there on first use. Requests made at about the same time for one owner are
 * sent together, so many small ones cost little more than one.
 */
export class SandboxTasks<Tasks extends SandboxTable<Tasks>> {
  readonly #entry: string;
  readonly #sandbox: Sandbox;

  constructor(entry: URL, sandbox: Sandbox = shared) {
    this.#entry = entry.href;
    this.#sandbox = sandbox;
  }

  /** Rejects with `SandboxFailure` whatever goes wrong. */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: Tasks[Name]['input'],
    { owner, timeoutMs = TIMEOUT_MS, maxInput = MAX_INPUT, maxOutput = MAX_OUTPUT }: SandboxRunOptions,
  ): Promise<Tasks[Name]['output']> {
    return this.#sandbox.run({ entry: this.#entry, name, input, owner, timeoutMs, maxInput, maxOutput });
  }
}
