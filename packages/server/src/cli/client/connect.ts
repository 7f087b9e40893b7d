import { readFileSync } from 'node:fs';
import { Trivium } from '../../../../sdk/src/index.ts';

/** What every command that talks to a running service takes. */
export interface ClientOptions {
  url?: string;
  key?: string;
  json?: boolean;
}

/** A mistake on the command line, or of what it names; the message tells the cure. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** The service that the options or the environment name. */
export function connect({ url, key }: ClientOptions, env: NodeJS.ProcessEnv = process.env): Trivium {
  const address = url ?? env.TRIVIUM_URL ?? DEFAULT_URL;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new CommandError(`${address} is not an address of a service. Use one such as ${DEFAULT_URL}.`);
  }
  return new Trivium({ url: address, key: keyOf(key, env) });
}

function keyOf(given: string | undefined, env: NodeJS.ProcessEnv): string {
  const key = given ?? env.TRIVIUM_API_KEY ?? env.BOOTSTRAP_API_KEY;
  if (key) return key;
  throw new CommandError(
    'An API key is needed: pass --key, or set TRIVIUM_API_KEY. `trivium keys create --name cli` makes one.',
  );
}

/** JSON given as text, as `@file`, or as `-` for standard input. */
export function readJson(given: string, what: string): unknown {
  const text =
    given === '-' ? readFileSync(0, 'utf8') : given.startsWith('@') ? readText(given.slice(1)) : given;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      `${what} is not JSON: ${(error as Error).message}. Give JSON, @file, or - for standard input.`,
    );
  }
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}
