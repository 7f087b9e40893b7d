import { Command } from 'commander';
import { formatExamples } from './format-examples.ts';

const EPILOGUE = `
With --url, or TRIVIUM_URL set, the running service is asked, with --key or TRIVIUM_API_KEY.
Without, the database of these settings (DATA_DIR, DATABASE_URL) is opened, running or not.
`;

/** `trivium keys`: over the API of a running service, or straight in the database. */
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
      .option('--expires-at <timestamp>', 'ISO 8601; default: never')
      .action(async (options) => (await import('./keys.ts')).createKey(process.env, options)),
  );
  keys.addCommand(
    keyCommand('list', 'list the keys, newest first', ['keys list', 'keys list --json | jq -r .id']).action(
      async (options) => (await import('./keys.ts')).listKeys(process.env, options),
    ),
  );
  keys.addCommand(
    keyCommand('rotate', 'give a key a new secret; the old one works for a time', [
      'keys rotate key_01a1fece31ef76f996b3eea0eb20b78c --overlap-seconds 3600',
    ])
      .argument('<id>', 'the id that `keys list` shows')
      .option('--overlap-seconds <n>', 'how long the old secret goes on working; default: a day')
      .option('--force', 'with no overlap: also the last key that manages keys')
      .action(async (id: string, options) => (await import('./keys.ts')).rotateKey(process.env, id, options)),
  );
  keys.addCommand(
    keyCommand('revoke', 'end a key at once', ['keys revoke key_01a1fece31ef76f996b3eea0eb20b78c'])
      .argument('<id>', 'the id that `keys list` shows')
      .option('--force', 'also the last key that manages keys')
      .action(async (id: string, options) => (await import('./keys.ts')).revokeKey(process.env, id, options)),
  );
}

function keyCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .option('--url <url>', 'address of a running service; default: TRIVIUM_URL')
    .option('--key <key>', 'API key with the scope admin, for a running service')
    .option('--organization <name>', 'in the database: name of the organization', 'default')
    .option('--json', 'print JSON')
    .addHelpText('after', `${EPILOGUE}${formatExamples(examples)}`);
}
