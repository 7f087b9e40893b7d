import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Trivium } from '../../../../sdk/src/index.ts';

/** What every command that talks to a running service takes. */
export interface ClientOptions {
  url?: string;
  key?: string;
  json?: boolean;
}

/** A mistake on the command line, or of what it names; the message tells the cure. */
export class CommandError extends Error {
  readonly code = 'invalid_usage';

  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The service that the options or the environment name. */
export function connect({ url, key }: ClientOptions, env: NodeJS.ProcessEnv = process.env): Trivium {
  const address = url ?? env.TRIVIUM_URL ?? localAddress(env);
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new CommandError(`${address} is not an address of a service. Use one such as ${DEFAULT_URL}.`);
  }
  return new Trivium({
    url: address,
    key: keyOf(key, env),
    // Whoever waits at a terminal learns soon that nobody answers.
    maxRetries: 2,
    parseJson: parseExactly,
  });
}

/** Where a service that was started with these settings answers. */
function localAddress({ PORT }: NodeJS.ProcessEnv): string {
  return PORT ? `http://127.0.0.1:${PORT}` : DEFAULT_URL;
}

function keyOf(given: string | undefined, env: NodeJS.ProcessEnv): string {
  const key = given ?? env.TRIVIUM_API_KEY ?? env.BOOTSTRAP_API_KEY;
  if (key) return key;
  throw new CommandError(
    'An API key is needed: pass --key, or set TRIVIUM_API_KEY. `trivium keys create --name cli` makes one.',
  );
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
