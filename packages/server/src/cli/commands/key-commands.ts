import type { Command } from 'commander';
import { clientCommand } from './client-command.ts';

const EPILOGUE = `
A running service is used if it is named (--url, TRIVIUM_URL, or by trivium login).
Without one, or with --database, the database of these settings (DATA_DIR, DATABASE_URL) is opened, whether the service runs or not.
`;

/** `trivium keys`: through the API of a running service, or directly in the database. */
export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('API keys, of a running service or in the database of these settings');
  keys.addCommand(
    keyCommand('create', 'make a key and print it once', [
      'keys create --name ci --scopes events:write,review:write',
      'keys create --name staging --environment staging --url https://trivium.example.com',
    ])
      .requiredOption('--name <name>', 'what the key is for')
      .option('--scopes <scopes>', 'comma-separated, such as events:read,events:write', 'admin')
      .option('--environment <name>', 'environment that the key reads and writes', 'production')
      .option('--allowed-addresses <list>', 'comma-separated addresses and networks; default: all')
      .option('--expires-at <timestamp>', 'ISO 8601; default: never')
      .action(async (options) => (await import('../keys.ts')).createKey(process.env, options)),
  );
  keys.addCommand(
    keyCommand('list', 'list the keys, newest first', ['keys list', 'keys list --json | jq -r .id'])
      .alias('ls')
      .action(async (options) => (await import('../keys.ts')).listKeys(process.env, options)),
  );
  keys.addCommand(
    keyCommand('rotate', 'give a key a new secret; the old one works for a time', [
      'keys rotate key_01a1fece31ef76f996b3eea0eb20b78c --overlap-seconds 3600',
    ])
      .argument('<id>', 'the id that `keys list` shows')
      .option('--overlap-seconds <n>', 'how long the old secret still works; default: a day')
      .option('--force', 'with no overlap: also the last key that manages keys')
      .action(async (id: string, options) =>
        (await import('../keys.ts')).rotateKey(process.env, id, options),
      ),
  );
  keys.addCommand(
    keyCommand('revoke', 'revoke a key at once', ['keys revoke key_01a1fece31ef76f996b3eea0eb20b78c'])
      .argument('<id>', 'the id that `keys list` shows')
      .option('--force', 'also the last key that manages keys')
      .action(async (id: string, options) =>
        (await import('../keys.ts')).revokeKey(process.env, id, options),
      ),
  );
}

function keyCommand(name: string, description: string, examples: readonly string[]): Command {
  return clientCommand(name, description, examples)
    .option('--database', 'work in the database of these settings, whatever service is named')
    .option('--organization <name>', 'in the database: name of the organization', 'default')
    .addHelpText('after', EPILOGUE);
}
