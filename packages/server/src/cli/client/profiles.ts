import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from './command-error.ts';

/** A service and a key for it, as stored by `trivium login`. */
export interface Profile {
  url: string;
  key: string;
}

export interface ProfileFile {
  /** The default profile of commands. */
  current?: string;
  profiles: Record<string, Profile>;
}

export interface NamedProfile extends Profile {
  name: string;
}

export const DEFAULT_PROFILE = 'default';
const NAME = /^[\w.-]{1,64}$/;

/** In the user's configuration folder (XDG). */
export function profilesPath(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CONFIG_HOME: given } = env;
  return join(given?.startsWith('/') ? given : join(homedir(), '.config'), 'trivium', 'profiles.json');
}

/** Reads the profiles; none before the first login. */
export function readProfiles(env: NodeJS.ProcessEnv = process.env): ProfileFile {
  const path = profilesPath(env);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return { profiles: Object.create(null) as Record<string, Profile> };
  // The file contains keys.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new CommandError(`Others may read ${path}, which holds API keys. Run: chmod 600 ${path}`);
  }
  try {
    const { current, profiles } = JSON.parse(readFileSync(path, 'utf8')) as ProfileFile;
    const usable = Object.entries(profiles).filter(([, { url, key }]) => [url, key].every(isText));
    const known = Object.assign(Object.create(null) as Record<string, Profile>, Object.fromEntries(usable));
    return { ...(isText(current) && { current }), profiles: known };
  } catch {
    throw new CommandError(`${path} is not a file of profiles. Remove it, and sign in again: trivium login`);
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Replaces the file atomically, readable only by this user. */
export function writeProfiles(file: ProfileFile, env: NodeJS.ProcessEnv = process.env): void {
  const path = profilesPath(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
    // Regardless of the umask.
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The profile of the option or of `TRIVIUM_PROFILE`, otherwise the current one; undefined if nobody has signed in. */
export function chooseProfile(
  given: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): NamedProfile | undefined {
  const asked = given ?? (env.TRIVIUM_PROFILE || undefined);
  if (asked !== undefined) checkProfileName(asked);
  const { current, profiles } = readProfiles(env);
  const name = asked ?? current;
  const profile = name === undefined ? undefined : profiles[name];
  if (profile !== undefined) return { ...profile, name: name as string };
  if (asked === undefined) return undefined;
  const known = Object.keys(profiles);
  const there = known.length === 0 ? 'there is none yet' : `there are ${known.join(', ')}`;
  throw new CommandError(
    `There is no profile ${asked} (${there}). Make it: trivium login --profile ${asked} --url <address>`,
  );
}

export function checkProfileName(name: string): void {
  if (NAME.test(name)) return;
  throw new CommandError('The name of a profile may have up to 64 letters, digits, `.`, `_` and `-`.');
}
