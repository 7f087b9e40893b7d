import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Trivium } from '../../../../sdk/src/index.ts';
import { CommandError, KeyMissingError } from './command-error.ts';
import type { OutputOptions } from './print.ts';
import { chooseProfile, type NamedProfile } from './profiles.ts';

/** Options of every command that calls a running service. */
export interface ClientOptions extends OutputOptions {
  url?: string;
  key?: string;
  profile?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** A client for the service of the options, the environment or a profile. */
export function connect(options: ClientOptions, env: NodeJS.ProcessEnv = process.env): Trivium {
  const { url, key, profile } = chooseService(options, env);
  if (!key) throw new KeyMissingError(howToGetKey(url, profile));
  return clientOf(url, key);
}

export function clientOf(url: string, key: string): Trivium {
  return new Trivium({
    url,
    key,
    // Few retries, so that a user at a terminal soon sees that the service does not answer.
    maxRetries: 2,
    parseJson: parseExactly,
  });
}

interface ChosenService {
  url: string;
  key: string | undefined;
  /** The profile that both come from, unless they come from options or the environment. */
  profile: string | undefined;
}

/**
 * Options come first, including `--profile`; then the environment; then the profile. The key of a profile is only sent
 * to the address of that profile.
 */
export function chooseService(options: ClientOptions, env: NodeJS.ProcessEnv = process.env): ChosenService {
  const isAsked = options.profile !== undefined;
  const fromEnv = isAsked ? undefined : env;
  const fixedUrl = options.url ?? (fromEnv?.TRIVIUM_URL || undefined);
  const fixedKey = options.key ?? (fromEnv?.TRIVIUM_API_KEY || undefined);
  // If both are known, an unreadable file of profiles must not stop the command.
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

export function checkAddress(address: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new CommandError(`${address} is not an address of a service. Use one such as ${DEFAULT_URL}.`);
  }
  return address.replace(/\/+$/, '');
}

/** The address of a service that was started on this machine with these settings. */
export function localAddress({ PORT }: NodeJS.ProcessEnv): string {
  return PORT ? `http://127.0.0.1:${PORT}` : DEFAULT_URL;
}

function howToGetKey(url: string, profile: string | undefined): string {
  const login = `trivium login --url ${url}${profile === undefined ? '' : ` --profile ${profile}`}`;
  return `An API key is needed for ${url}: sign in with \`${login}\`, set TRIVIUM_API_KEY, or pass --key. Where the service is installed, \`trivium keys create --database --name cli\` makes one.`;
}

/** JSON as text, as `@file`, or `-` for standard input; numbers are sent as they were written. */
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

/** Parses JSON so that every number is written again exactly as it was read. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown);
}

/** A number that a double cannot represent, or would write differently, is kept as text. */
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

/**
 * Resolves a path from the folder in which the user called the command: the launcher changes to the checkout and passes
 * that folder on.
 */
export function resolvePath(path: string, env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.TRIVIUM_CWD || process.cwd(), path);
}

/** The value of an option that takes a whole number. */
export function numberOf(text: string, option: string, least = 0): number {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw new CommandError(`${option} must be a whole number from ${least} on, not ${text}.`);
}
