import { readFileSync } from 'node:fs';

/** One setting: where it comes from, what it means, and how its text becomes a value. */
export interface Setting<T> {
  /** Used when neither `NAME` nor `NAME_FILE` is set. */
  default: string | undefined;
  description: string;
  /** A secret may also be given as `NAME_FILE`, and is never shown. */
  secret?: boolean;
  /** Throws an Error whose message says what the value must be. */
  parse(text: string): T;
}

export type SettingsTable = Record<string, Setting<unknown>>;

export type SettingsOf<T extends SettingsTable> = {
  [K in keyof T]: T[K] extends Setting<infer V>
    ? T[K]['default'] extends string
      ? V
      : V | undefined
    : never;
};

/** An invalid setting; the message is one line that names the setting and the fix. */
export class SettingError extends Error {
  constructor(name: string, problem: string) {
    super(`Setting ${name}: ${problem}`);
    this.name = 'SettingError';
  }
}

/** Reads every setting of the table from an environment. Throws `SettingError` on the first wrong one. */
export function readSettings<T extends SettingsTable>(table: T, env: NodeJS.ProcessEnv): SettingsOf<T> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) {
    const text = readText(name, setting, env) ?? setting.default;
    if (text === undefined) continue;
    try {
      values[name] = setting.parse(text);
    } catch (error) {
      throw new SettingError(name, `${(error as Error).message}${setting.secret ? '' : ` It is "${text}".`}`);
    }
  }
  return values as SettingsOf<T>;
}

function readText(name: string, setting: Setting<unknown>, env: NodeJS.ProcessEnv): string | undefined {
  const direct = env[name];
  if (direct !== undefined && direct !== '') return direct;
  const path = setting.secret ? env[`${name}_FILE`] : undefined;
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new SettingError(`${name}_FILE`, `The file cannot be read: ${path}.`);
  }
}

export const text = (value: string): string => value;

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max) {
      throw new Error(`It must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };
}

export function positiveNumber(value: string): number {
  const number = Number(value);
  if (!(Number.isFinite(number) && number > 0)) throw new Error('It must be a number above 0.');
  return number;
}

export function oneOf<const T extends string>(...choices: T[]): (value: string) => T {
  return (value) => {
    if (!choices.includes(value as T)) throw new Error(`It must be one of ${choices.join(', ')}.`);
    return value as T;
  };
}

/** Base URL of an HTTP or HTTPS service. */
export function httpUrl(value: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new Error('It must be an http or https URL.');
  return value;
}

/** Comma-separated items; empty text is an empty list. */
export function listOf<T>(item: (value: string) => T): (value: string) => T[] {
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);
}
