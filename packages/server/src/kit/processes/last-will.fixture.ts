import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Heritage } from './last-will.ts';

/** Runs a cleanup module at once, even if the owner is still alive. */
export async function carryOut(module: URL, heritage: Heritage): Promise<void> {
  const env = { ...process.env, TRIVIUM_LEFT: JSON.stringify(heritage) };
  await promisify(execFile)(process.execPath, [fileURLToPath(module)], { env });
}
