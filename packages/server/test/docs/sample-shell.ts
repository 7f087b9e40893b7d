import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { required } from '../../src/kit/required.ts';
import { root } from './code-blocks.ts';

const SCRIPT_TIMEOUT_MS = 110_000;

export interface Ended {
  code: number | null;
  output: string;
}

/**
 * A shell in a separate folder, like that of a reader who has run `npm link`. The service is not at the port in the
 * guides, so its address is in the environment. Its key is not: a guide has to say where it goes.
 */
export class SampleShell {
  readonly folder = mkdtempSync(join(tmpdir(), 'trivium-guide-'));
  readonly #env: NodeJS.ProcessEnv;
  readonly #address: string;
  readonly #key: string;

  constructor({ address, key }: { address: string; key: string }) {
    // The effect of the launcher, without its check of the installed packages.
    const main = join(root, 'packages/server/src/main.mjs');
    const launcher = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
    writeFileSync(join(this.folder, 'trivium'), launcher, { mode: 0o755 });
    this.#address = address;
    this.#key = key;
    this.#env = {
      HOME: this.folder,
      PATH: `${this.folder}:${dirname(process.execPath)}:${process.env.PATH}`,
      TRIVIUM_URL: address,
    };
  }

  /** Replaces the address and the key in the code, like a reader, by those of this service. */
  adapt(code: string): string {
    return code
      .replaceAll('trv_...', this.#key)
      .replaceAll(/(?:http:\/\/)?(?:127\.0\.0\.1|localhost):8080/g, this.#address);
  }

  /** Runs a script as a reader would paste it, but stops at the first error. */
  run(script: string): Promise<Ended> {
    return this.start(script).ended;
  }

  /** Starts a program that runs until it is stopped. */
  start(script: string, cwd = this.folder): { ended: Promise<Ended>; output(): string; stop(): void } {
    const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', this.adapt(script)], {
      cwd,
      env: this.#env,
      detached: true,
    });
    const stop = () => {
      try {
        process.kill(-required(shell.pid, 'the id of the process'), 'SIGKILL');
      } catch {
        // It has already ended.
      }
    };
    const timer = setTimeout(stop, SCRIPT_TIMEOUT_MS);
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = new Promise<Ended>((resolve) =>
      shell.once('close', (code) => {
        clearTimeout(timer);
        resolve({ code, output });
      }),
    );
    return { ended, output: () => output, stop };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
