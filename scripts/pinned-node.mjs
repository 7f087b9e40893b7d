import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { InstallError, runNpm } from './run-npm.mjs';

/**
 * Makes sure that the pinned Node runs. Its npm package downloads the program in an install script; if scripts are
 * turned off, the program is downloaded here, from the same package for this platform.
 */
export async function ensurePinnedNode(root, pinnedNode) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'));
  if (readVersion(pinnedNode) === version) return;
  await fetchProgram(root, pinnedNode, version);
  const found = readVersion(pinnedNode);
  if (found === version) return;
  throw new InstallError(
    `Node ${version} does not run on this machine (${process.platform}-${process.arch}): ${found ?? 'it cannot be executed'}. ` +
      'It needs a glibc-based Linux or macOS, and a checkout on a file system that allows programs to run (no noexec).',
  );
}

function readVersion(program) {
  if (!existsSync(program)) return undefined;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env: {} });
  return stdout?.trim().replace(/^v/, '');
}

async function fetchProgram(root, pinnedNode, version) {
  const family = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${family}-${process.platform}-${process.arch}`;
  const folder = mkdtempSync(join(root, 'node_modules/.node-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const args = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await runNpm([...args, `${name}@${version}`], folder);
    if (code !== 0) {
      throw new InstallError(
        `${output.trimEnd()}\n\nNode ${version} for ${process.platform}-${process.arch} could not be downloaded (npm package ${name}).`,
      );
    }
    mkdirSync(dirname(pinnedNode), { recursive: true });
    const draft = `${pinnedNode}.${process.pid}`;
    const source = join(folder, 'node_modules', name, 'bin/node');
    try {
      linkSync(source, draft);
    } catch {
      copyFileSync(source, draft);
    }
    renameSync(draft, pinnedNode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
