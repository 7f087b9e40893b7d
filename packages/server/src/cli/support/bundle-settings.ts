import { readFileSync } from 'node:fs';
import { settingsTable } from '../../app/settings.ts';
import { isSecretName } from './redact.ts';

const isOurs = (name: string) =>
  Object.hasOwn(settingsTable, name.replace(/_FILE$/, '')) || /^NETWORK_[A-Z0-9_]+$/.test(name);

/** The settings that are set. For secrets, it only says that they are set. */
export function describeSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env)
      .filter(([name, value]) => isOurs(name) && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      // If a secret is in a file, the name of the file is not secret.
      .map(([name, value = '']) => [
        name,
        isSecretName(name, settingsTable) && !name.endsWith('_FILE') ? '[set]' : withoutQuery(value),
      ]),
  );
}

/** An address without credentials and query, where people put keys. */
function withoutQuery(value: string): string {
  const url = URL.parse(value);
  if (url === null || url.host === '') return value;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

/** Every text that must not be shown: from the environment, and from the files that it names. */
export function secretsOf(env: NodeJS.ProcessEnv, files: readonly string[]): string[] {
  const named = Object.entries(env).flatMap(([name, value = '']) => {
    if (!isSecretName(name, settingsTable)) return [];
    return name.endsWith('_FILE') && isOurs(name) ? readIfThere(value) : [value];
  });
  return [...named, ...files.flatMap(readIfThere)];
}

function readIfThere(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')];
  } catch {
    return [];
  }
}
