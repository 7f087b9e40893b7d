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

/** The program of the embedded chain as npm brought it; undefined where it has none for this machine. */
export function findAnvil(): string | undefined {
  const platform = platforms[`${process.platform} ${process.arch}`];
  if (platform === undefined) return undefined;
  const require = createRequire(import.meta.url);
  try {
    // The platform's package stands beside the one that we depend on.
    const own = require.resolve('@foundry-rs/anvil/package.json');
    const path = createRequire(own).resolve(`@foundry-rs/anvil-${platform}/package.json`);
    const binary = join(dirname(path), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
