import { Sandbox } from './sandbox.ts';
import type { SandboxTable } from './sandbox-messages.ts';

export interface SandboxRunOptions {
  /** Whose work it is, such as the id of an organization: owners are served in turns. */
  owner: string;
  /** Of the processor's time, while it is under way; 1 s unless told. */
  timeoutMs?: number;
  /** Characters and bytes that may go over; 16 million unless told. */
  maxInput?: number;
  /** Characters and bytes that may come back; 4 million unless told. */
  maxOutput?: number;
}

const TIMEOUT_MS = 1_000;
const MAX_INPUT = 16_000_000;
const MAX_OUTPUT = 4_000_000;

/** One for all kinds of work. */
const shared = new Sandbox();

/**
 * Work on what users wrote, in the processes of the sandbox. The entry is a module that exports `sandboxHandlers`; it is
 * loaded there at the first use. What is asked at about the same time for one owner crosses together, so many small
 * pieces cost little more than one.
 */
export class SandboxTasks<Tasks extends SandboxTable<Tasks>> {
  readonly #entry: string;
  readonly #sandbox: Sandbox;

  constructor(entry: URL, sandbox: Sandbox = shared) {
    this.#entry = entry.href;
    this.#sandbox = sandbox;
  }

  /** Rejects with `SandboxFailure`, whatever goes wrong. */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: Tasks[Name]['input'],
    { owner, timeoutMs = TIMEOUT_MS, maxInput = MAX_INPUT, maxOutput = MAX_OUTPUT }: SandboxRunOptions,
  ): Promise<Tasks[Name]['output']> {
    return this.#sandbox.run({ entry: this.#entry, name, input, owner, timeoutMs, maxInput, maxOutput });
  }
}
