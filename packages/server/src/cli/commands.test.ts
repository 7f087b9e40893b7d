import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from './cli.ts';
import { putCommands } from './command-reference.ts';
import { readCommands } from './command-tree.ts';
import { formatCompletion } from './completion.ts';

const root = join(import.meta.dirname, '../../../..');
const leaves = readCommands(buildProgram());

test('docs/cli.md has every command of the program (run `npm run docs` to update it)', () => {
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  expect(putCommands(page, buildProgram())).toBe(page);
  expect(leaves.length).toBeGreaterThan(40);
});

function helpOf(path: readonly string[]): string {
  let command: Command = buildProgram();
  for (const name of path) command = command.commands.find((one) => one.name() === name) ?? command;
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

test.each(leaves.map(({ path }) => [path.join(' '), path] as const))(
  'the help of `%s` has examples of it, with only existing options',
  (name, path) => {
    const help = helpOf(path);
    const examples = help.slice(help.indexOf('\nExamples:')).match(/^ {2}\$ trivium .+$/gm) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [command = ''] = example.slice('  $ trivium '.length).split('  #');
      expect(command.startsWith(name)).toBe(true);
      // The help of `backup` also shows an example of `backup verify`.
      const meant = leaves.findLast((leaf) => `${command} `.startsWith(`${leaf.path.join(' ')} `));
      const options = meant?.options.map(({ long }) => long);
      // Quoted text, and text after a pipe, does not contain our options.
      const own = command.replace(/'[^']*'|"[^"]*"/g, '').split('|')[0] ?? '';
      for (const [, option] of own.matchAll(/\s(--[a-z-]+)/g)) expect(options).toContain(option);
    }
  },
);

test('completion for bash offers commands, options, their values and operations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-completion-'));
  try {
    writeFileSync(join(folder, 'trivium.bash'), formatCompletion(buildProgram(), 'bash'));
    const complete = (...typed: string[]) => {
      const words = ['trivium', ...typed].map((word) => `'${word}'`).join(' ');
      const script = `source ./trivium.bash; COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _trivium; echo "\${COMPREPLY[*]}"`;
      return execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).trim();
    };
    expect(complete('web')).toBe('webhooks');
    expect(complete('webhooks', '')).toBe('list create get pause resume delete logs test replay');
    expect(complete('webhooks', 'logs', '--st')).toBe('--status');
    expect(complete('webhooks', 'logs', '--status', '')).toBe('pending success failed');
    expect(complete('review', '.', '--fail-on', 'cr')).toBe('critical');
    expect(complete('api', 'readEv')).toBe('readEventCatalog readEvent');
    expect(complete('completion', '')).toBe('bash zsh fish');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(['zsh', 'fish'] as const)('completion for %s knows every command and every option', (shell) => {
  const script = formatCompletion(buildProgram(), shell);
  for (const { path, options } of leaves) {
    expect(script).toContain(path.map((word) => ` ${word}`).join(''));
    for (const { long } of options)
      expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)} ` : `'${long}:`);
  }
});
