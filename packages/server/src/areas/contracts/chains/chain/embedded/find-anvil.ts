import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const platforms: Record<string, string> = {
  'linux x64': 'linux-amd64',
  'linux arm64': 'linux-arm64',
  'darwin x64': 'darwin-amd64',
  'darwin arm64': 'darwin-arm64',
  'win32 x64': 'win32-amd64',
};

/** The anvil binary installed by npm; undefined if there is none for this platform. */
export function findAnvil(): string | undefined {
  const platform = platforms[`${process.platform} ${process.arch}`];
  if (platform === undefined) return undefined;
  const require = createRequire(import.meta.url);
  try {
    // The platform's package is next to the one we depend on.
    const own = require.resolve('@foundry-rs/anvil/package.json');
    const path = createRequire(own).resolve(`@foundry-rs/anvil-${platform}/package.json`);
    const binary = join(dirname(path), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

const PROBE_TIMEOUT_MS = 5_000;

/** The binary, or a sentence that says why there is none and what to do. */
export type EmbeddedProgram = { binary: string } | { problem: string };

/**
 * The binary for embedded chains: the operator's, or the one from npm. It is run once, because an existing
 * binary may still not work: npm's need glibc.
 */
export function openAnvil(given: string | undefined): EmbeddedProgram {
  const binary = given ?? findAnvil();
  const cure =
    'Set ANVIL_PATH to an anvil that runs here, or NETWORK_DEVNET_RPC_URL to a chain that runs elsewhere.';
  const machine = `${process.platform} ${process.arch}`;
  if (binary === undefined) {
    return { problem: `The embedded chain cannot run: npm brought no anvil for ${machine}. ${cure}` };
  }
  const { error, status, stdout } = spawnSync(binary, ['--version'], {
    timeout: PROBE_TIMEOUT_MS,
    encoding: 'utf8',
  });
  if (status === 0 && /^anvil/i.test(stdout)) return { binary };
  const why = error === undefined ? `it ended with ${status ?? 'a signal'}` : error.message;
  return {
    problem: `The embedded chain cannot run: ${binary} does not run on this machine (${machine}; ${why}). ${cure}`,
  };
}
