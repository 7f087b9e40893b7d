import type { Command } from 'commander';
import { clientCommand } from './client-command.ts';

export function addOpenCommand(program: Command): void {
  program.addCommand(
    clientCommand('open', 'open the page of anything in the browser', [
      'open',
      'open evt_01a1fece31ef76f996b3eea0eb20b78c',
      'open webhooks/dead',
      'open docs',
    ])
      .argument('[what]', 'an id, a page of the console, or docs; default: the first page')
      .option('--print', 'print the address instead')
      .action(async (what, options) => (await import('../client/open.ts')).openPage(what, options)),
  );
}
