import type { Command } from 'commander';
import { listCommand } from './client-command.ts';

export function addAudit(program: Command): void {
  program.addCommand(
    listCommand('audit', 'list who did what, newest first', [
      'audit',
      'audit whs_01a1e8e968777e1fa15e7862c7abe22a',
      'audit --by usr_01a1fece31ef76f996b3eea0eb20b78c --from 2026-01-31T00:00:00Z --all',
    ])
      .argument('[id]', 'id of a thing, or of what it belongs to')
      .option('--by <id>', 'only by this person, usr_…, or key, key_…')
      .option('--thing <kind>', 'only things of this kind, such as workflow')
      .option('--from <timestamp>', 'from this time on')
      .option('--to <timestamp>', 'up to this time')
      .action(async (id, options) => (await import('../client/audit.ts')).audit(id, options)),
  );
}
