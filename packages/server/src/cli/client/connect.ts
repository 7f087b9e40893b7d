import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Trivium } from '../../../../sdk/src/index.ts';
import { CommandError, KeyMissingError } from './command-error.ts';
import type { OutputOptions } from './print.ts';
import { chooseProfile, type NamedProfile } from './profiles.ts';

/** What every command that talks to a running service takes. */
export interface ClientOptions extends OutputOptions {
  url?: string;
  key?: string;
  profile?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The service that the options, the environment or a profile name. */
export function connect(options: ClientOptions, env: NodeJS.ProcessEnv = process.env): Trivium {
  const { url, key, profile } = chooseService(options, env);
  if (!key) throw new KeyMissingError(howToGetKey(url, profile));
  return clientOf(url, key);
}

export function clientOf(url: string, key: string): Trivium {
  return new Trivium({
    url,
    key,
    // Whoever waits at a terminal learns soon that nobody answers.
    maxRetries: 2,
    parseJson: parseExactly,
  });
}

interface ChosenService {
  url: string;
  key: string | undefined;
  /** Where both came from, unless from options or the environment. */
  profile: string | undefined;
}

/**
 * Options come first, also `--profile`; then the environment; then the profile. A key that a profile keeps goes to
 * the address of that profile and to no other.
 */
export function chooseService(options: ClientOptions, env: NodeJS.ProcessEnv = process.env): ChosenService {
  const isAsked = options.profile !== undefined;
  const fromEnv = isAsked ? undefined : env;
  const fixedUrl = options.url ?? (fromEnv?.TRIVIUM_URL || undefined);
  const fixedKey = options.key ?? (fromEnv?.TRIVIUM_API_KEY || undefined);
  // Where both are known, a broken file of profiles is in nobody's way.
  const needsProfile = fixedUrl === undefined || fixedKey === undefined;
  const profile = needsProfile ? chooseProfile(options.profile, env) : undefined;
  const url = checkAddress(fixedUrl ?? profile?.url ?? localAddress(env));
  const isOwn = profile !== undefined && sameService(profile, url);
  return {
    url,
    key: fixedKey ?? (isOwn ? profile.key : undefined) ?? (env.BOOTSTRAP_API_KEY || undefined),
    profile: isOwn && fixedKey === undefined ? profile.name : undefined,
  };
}

function sameService({ url }: NamedProfile, other: string): boolean {
  return new URL(checkAddress(url)).href === new URL(other).href;
}

/** Without a slash at the end. */
export function checkAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new CommandError(`${address} is not an address of a service. Use one such as ${DEFAULT_URL}.`);
  }
  return address.replace(/\/+$/, '');
}

/** Where a service that was started with these settings answers. */
export function localAddress({ PORT }: NodeJS.ProcessEnv): string {
  return PORT ? `http://127.0.0.1:${PORT}` : DEFAULT_URL;
}

function howToGetKey(url: string, profile: string | undefined): string {
  const login = `trivium login --url ${url}${profile === undefined ? '' : ` --profile ${profile}`}`;
  return `An API key is needed for ${url}: sign in with \`${login}\`, set TRIVIUM_API_KEY, or pass --key. Where the service is installed, \`trivium keys create --database --name cli\` makes one.`;
}

/** JSON given as text, as `@file`, or as `-` for standard input; numbers are sent as they were written. */
export function readJson(given: string, what: string): unknown {
  const text =
    given === '-' ? readFileSync(0, 'utf8') : given.startsWith('@') ? readText(given.slice(1)) : given;
  try {
    return parseExactly(text);
  } catch (error) {
    throw new CommandError(
      `${what} is not JSON: ${(error as Error).message}. Give JSON, @file, or - for standard input.`,
    );
  }
}

/** JSON of which every number is written again as it was read. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown);
}

/** What a double cannot hold, or writes otherwise, goes on as text. */
function keepNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);
}

export function readText(path: string): string {
  try {
    return readFileSync(resolvePath(path), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read: ${message}.`,
    );
  }
}

/** A path as whoever called means it: the launcher moves to the checkout, and tells where it was called. */
export function resolvePath(path: string, env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.TRIVIUM_CWD || process.cwd(), path);
}

/** A whole number of an option. */
export function numberOf(text: string, option: string, least = 0): number {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw new CommandError(`${option} must be a whole number from ${least} on, not ${text}.`);
}
