import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A tree of a repository, checked out to a folder. */
interface BaseTree {
  folder: string;
  /** Its commit. */
  commit: string;
  remove(): void;
}

/**
 * The content of a folder at a commit with this name. Takes the point where the current history branched off, so that
 * later changes of others are not part of the comparison. Undefined if git knows no such commit. The repository is
 * not changed.
 */
export function checkOutBase(folder: string, name: string): BaseTree | undefined {
  // Git would read it as an option.
  if (name.startsWith('-')) return undefined;
  const tip = git(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  if (tip === undefined) return undefined;
  // Empty in a shallow clone: then only the commit itself is known.
  const commit = git(folder, ['merge-base', tip, 'HEAD']) || tip;
  const [top, prefix] = ['--show-toplevel', '--show-prefix'].map((what) => git(folder, ['rev-parse', what]));
  if (top === undefined || prefix === undefined) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'trivium-base-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  try {
    const written = join(home, 'tree');
    mkdirSync(written);
    const index = { GIT_INDEX_FILE: join(home, 'index') };
    // A folder that the commit does not have was empty.
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

/** The commit whose state a folder has; undefined if something was changed since, or there is no git. */
export function commitOf(folder: string): string | undefined {
  const changed = git(folder, ['status', '--porcelain', '--', '.']);
  return changed === '' ? git(folder, ['rev-parse', '--verify', '--quiet', 'HEAD']) : undefined;
}

function run(folder: string, args: readonly string[], settings: Record<string, string> = {}) {
  // Ignores a hook's own repository and index, and does not download large files.
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...own } = process.env;
  const env = { ...own, ...settings, GIT_OPTIONAL_LOCKS: '0', GIT_LFS_SKIP_SMUDGE: '1' };
  return spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8', env, maxBuffer: 16 * 1_048_576 });
}

/** The output of git; undefined if it fails or is not installed. */
function git(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout } = run(folder, args);
  return status === 0 ? stdout.trim() : undefined;
}

function mustGit(folder: string, args: readonly string[], settings: Record<string, string>): void {
  const { status, stderr } = run(folder, args, settings);
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`);
}
