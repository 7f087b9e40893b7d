import type { Setting } from '../../kit/config/index.ts';
import { settingsTable } from '../settings.ts';
import { lazyPage, type ReferencePage, table } from './reference-page.ts';

/** The list of all settings, and a page for each. */
export function settingPages(): ReferencePage[] {
  const all = Object.entries<Setting<unknown>>(settingsTable);
  return [
    lazyPage('settings', 'Settings', () => listText(all)),
    ...all.map(([name, setting]) =>
      lazyPage(settingPath(name), `\`${name}\``, () => pageText(name, setting)),
    ),
  ];
}

/** A name with a placeholder (`NETWORK_<NAME>_SIGNER`): the path of its page has no angle brackets. */
function settingPath(name: string): string {
  return `settings/${name.replace(/[<>]/g, '')}`;
}

function listText(all: readonly [string, Setting<unknown>][]): string {
  const rows = all.map(([name, setting]) => [
    `[\`${name}\`](${settingPath(name)}.md)${setting.secret ? `, \`${name}_FILE\`` : ''}`,
    defaultOf(setting),
    setting.description,
  ]);
  return `
Settings come from the environment. A secret may also be in a file: put the path into the variable with \`_FILE\` after
the name. A wrong setting stops the start with one line that names it. \`npm run trivium -- doctor\` checks all of them.

${table(['Setting', 'Default', 'Meaning'], rows)}
`;
}

function defaultOf(setting: Setting<unknown>): string {
  return setting.default === undefined ? '(unset)' : `\`${setting.default || '(empty)'}\``;
}

function pageText(name: string, setting: Setting<unknown>): string {
  const allowed = allowedOf(setting);
  const facts = [
    ['Default', defaultOf(setting)],
    ['Comes from', `the environment variable \`${name}\``],
    ...(setting.secret ? [['Or from', `a file, whose path is in \`${name}_FILE\``]] : []),
    ...(allowed === undefined ? [] : [['A value that does not fit', `stops the start: "${allowed}"`]]),
    ['Takes effect', 'at the next start'],
  ];
  return `
${setting.description}

${table(['', ''], facts as string[][])}
${setting.secret ? '\nIt is a secret: no log line, answer or error shows it.\n' : ''}
All settings: [Settings](../settings.md).
`;
}

/** What the setting's parser says about an invalid value; undefined if it accepts any text. */
function allowedOf(setting: Setting<unknown>): string | undefined {
  try {
    setting.parse('?');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
