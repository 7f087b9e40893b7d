import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { startTestService, type TestService } from '../../app/testing/test-service.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Standard input. */
  input?: string;
  onOutput?: (stderr: string) => void;
  program?: string;
}

/** A service for the tests of a file, and command lines that use it like a user: each in its own process. */
export function useCommandLine(settings: Record<string, string> = {}) {
  let service: TestService | undefined;
  let folder: string | undefined;
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The command line is there once the tests run.');
    return one;
  };
  beforeAll(async () => {
    service = await startTestService(settings);
    folder = await mkdtemp(join(tmpdir(), 'trivium-cli-'));
  });
  afterAll(async () => {
    await service?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const run = (args: string[], { env, input, onOutput, program }: RunOptions = {}): Promise<Ended> => {
    const { address, key } = there(service);
    const child = spawn(process.execPath, [program ?? join(import.meta.dirname, '../../main.mjs'), ...args], {
      cwd: there(folder),
      // Without the settings and profiles of the person who runs the tests.
      env: {
        PATH: process.env.PATH,
        XDG_CONFIG_HOME: join(there(folder), 'config'),
        TRIVIUM_URL: address,
        TRIVIUM_API_KEY: key,
        ...env,
      },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onOutput?.(stderr);
    });
    // A command that reads nothing may already have ended.
    child.stdin.on('error', () => {}).end(input ?? '');
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
  };

  return {
    service: () => there(service),
    /** Working directory of the commands. */
    folder: () => there(folder),
    run,
    /** Runs a command with `--json` and expects nothing on standard error. */
    json: async (args: string[], options?: RunOptions) => {
      const { code, stdout, stderr } = await run([...args, '--json'], options);
      expect(stderr).toBe('');
      return { code, body: JSON.parse(stdout) };
    },
    /** The records of a list, as printed by `--json`. */
    records: async (args: string[]) => {
      const { stdout, stderr } = await run([...args, '--json']);
      expect(stderr).toBe('');
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
  };
}
