import { Command, CommanderError } from 'commander';
import { addClientCommands } from './client-commands.ts';

// Each command loads what it needs when it runs, so that `--help` answers at once.
function buildProgram(): Command {
  const program = new Command('trivium')
    .description('Contracts, outreach and application review on one provable event spine.')
    .exitOverride()
    .showHelpAfterError('(--help tells what there is)');

  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .action(async () => (await import('./serve.ts')).serve(process.env));
  program
    .command('worker')
    .description('work beside other nodes on their database, without an API, until SIGTERM or SIGINT')
    .action(async () => (await import('./worker.ts')).work(process.env));
  program
    .command('migrate')
    .description('bring the database to the newest schema')
    .action(async () => (await import('./migrate.ts')).migrateDatabase(process.env));
  program
    .command('doctor')
    .description('look at settings, disk and database, and say what is wrong with this setup')
    .action(async () => {
      process.exitCode = await (await import('./doctor.ts')).runDoctor(process.env);
    });
  program
    .command('openapi')
    .description('print the OpenAPI document of this version')
    .action(async () => (await import('./openapi.ts')).printOpenApi());
  addKeyCommands(program);
  addClientCommands(program);
  program
    .command('rotate-checkpoint-key')
    .description('sign the checkpoints of all logs by a new key from now on')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./rotate-checkpoint-key.ts')).rotateKey(process.env, options));
  program
    .command('verify-log')
    .description('check an export of the event log offline, against checkpoints that were kept')
    .argument('<export>', 'file of GET /v1/events/export (JSON Lines)')
    .requiredOption(
      '--key <keys>',
      'verifier keys of the log, comma-separated, as every checkpoint answer shows them',
    )
    .requiredOption('--checkpoint <file...>', 'checkpoints (signed notes), any age')
    .action(async (path: string, options: { key: string; checkpoint: string[] }) => {
      const { runVerifyLog } = await import('./verify-log.ts');
      process.exitCode = await runVerifyLog({
        exportPath: path,
        key: options.key,
        checkpoints: options.checkpoint,
      });
    });
  return program;
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys, with the database of these settings');
  keys
    .command('create')
    .description('make a key and print it once')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <scopes>', 'comma-separated, such as events:read,events:write', 'admin')
    .option('--organization <name>', 'made when there is none of that name', 'default')
    .option('--environment <name>', 'environment that the key reads and writes', 'production')
    .option('--expires-at <timestamp>', 'ISO 8601; never unless told')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./keys.ts')).createKey(process.env, options));
  keys
    .command('list')
    .description('list the keys of an organization')
    .option('--organization <name>', 'name of the organization', 'default')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./keys.ts')).listKeys(process.env, options));
  keys
    .command('revoke')
    .description('end a key at once')
    .argument('<id>', 'the id that `keys list` shows')
    .option('--organization <name>', 'name of the organization', 'default')
    .option('--json', 'print JSON')
    .action(async (id: string, options) => (await import('./keys.ts')).revokeKey(process.env, id, options));
}

/** Runs a command line; resolves with the exit code. Known failures are one line on standard error. */
export async function runCli(args: string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (args.includes('--json') && isExpected(error)) process.stderr.write(`${formatError(error)}\n`);
    else process.stderr.write(`${isExpected(error) ? error.message : (error as Error).stack}\n`);
    return 1;
  }
}

/** Failures whose message tells an operator everything; the stack would only bury it. */
const expected = new Set([
  'AppError',
  'CommandError',
  'EmbeddedPostgresError',
  'MigrationError',
  'SecretBoxError',
  'SettingError',
  'StartError',
  'TriviumConnectionError',
  'TriviumError',
]);

function isExpected(error: unknown): error is Error {
  return error instanceof Error && expected.has(error.name);
}

/** A failure for a program: what the service told of it where it came from there. */
function formatError(error: Error): string {
  const { code = error.name, message, field, requestId } = error as Error & Partial<Record<string, string>>;
  return JSON.stringify({ error: { code, message, field, request_id: requestId } });
}
