import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A tree of a repository, written out as a folder. */
interface BaseTree {
  folder: string;
  /** The commit that it is of. */
  commit: string;
  remove(): void;
}

/**
 * What a folder held at a commit that git knows by this name: there where its history parted from it, so that what others
 * brought since is no part of the change. Undefined where git knows no such commit. The repository stays as it is.
 */
export function checkOutBase(folder: string, name: string): BaseTree | undefined {
  // Git would take it for an option.
  if (name.startsWith('-')) return undefined;
  const tip = git(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  if (tip === undefined) return undefined;
  // None where the history is cut short: then the commit itself is all that is known.
  const commit = git(folder, ['merge-base', tip, 'HEAD']) || tip;
  const [top, prefix] = ['--show-toplevel', '--show-prefix'].map((what) => git(folder, ['rev-parse', what]));
  if (top === undefined || prefix === undefined) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'trivium-base-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  try {
    const written = join(home, 'tree');
    mkdirSync(written);
    const index = { GIT_INDEX_FILE: join(home, 'index') };
    // A folder that the commit does not have held nothing.
    const tree = git(top, ['rev-parse', '--verify', '--quiet', `${commit}:${prefix}`]);
    if (tree !== undefined) {
      mustGit(top, ['read-tree', tree], index);
      mustGit(top, ['checkout-index', '--all', '--force', '--quiet', `--prefix=${written}/`], index);
    }
    return { folder: written, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The commit that a folder is the very state of; undefined where something was changed since, or there is no git. */
export function commitOf(folder: string): string | undefined {
  const changed = git(folder, ['status', '--porcelain', '--', '.']);
  return changed === '' ? git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']) : undefined;
}

function run(folder: string, args: readonly string[], settings: Record<string, string> = {}) {
  // A hook's own repository and index are not meant; large files that stand elsewhere are not fetched.
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...own } = process.env;
  const env = { ...own, ...settings, GIT_OPTIONAL_LOCKS: '0', GIT_LFS_SKIP_SMUDGE: '1' };
  return spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8', env, maxBuffer: 16 * 1_048_576 });
}

/** What it prints; undefined where it fails, or there is no git. */
function git(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = run(folder, args);
  return status === 0 ? stdout.trim() : undefined;
}

function mustGit(folder: string, args: readonly string[], settings: Record<string, string>): void {
  const { status, stderr } = run(folder, args, settings);
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
}
