import { Command, CommanderError } from 'commander';
import { readVersion } from '../app/read-version.ts';
import { addClientCommands } from './client-commands.ts';
import { addKeyCommands } from './key-commands.ts';

// Each command loads what it needs when it runs, so that `--help` answers at once.
function buildProgram(): Command {
  const program = new Command('trivium')
    .description('Contracts, outreach and application review on one provable event spine.')
    .version(readVersion(), '-v, --version', 'print the version')
    .exitOverride()
    .showHelpAfterError('(--help tells what there is)');

  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .addHelpText(
      'after',
      examples(['serve', 'serve  # with PORT=9090 DATA_DIR=/var/lib/trivium in the environment']),
    )
    .action(async () => (await import('./serve.ts')).serve(process.env));
  program
    .command('worker')
    .description('work beside other nodes on their database, without an API, until SIGTERM or SIGINT')
    .action(async () => (await import('./worker.ts')).work(process.env));
  program
    .command('migrate')
    .description('bring the database to the newest schema')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['migrate', 'migrate --json']))
    .action(async (options) => (await import('./migrate.ts')).migrateDatabase(process.env, options));
  program
    .command('doctor')
    .description('look at settings, disk and database, and say what is wrong with this setup')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(['doctor', 'doctor --json | jq .findings']))
    .action(async (options) => {
      process.exitCode = await (await import('./doctor.ts')).runDoctor(process.env, options);
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
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(['verify-log log.jsonl --key "$(cat log-key.txt)" --checkpoint checkpoint-*.json']),
    )
    .action(async (path: string, options: { key: string; checkpoint: string[]; json?: boolean }) => {
      const [{ runVerifyLog }, { resolvePath }] = await Promise.all([
        import('./verify-log.ts'),
        import('./client/connect.ts'),
      ]);
      process.exitCode = await runVerifyLog({
        exportPath: resolvePath(path),
        key: options.key,
        checkpoints: options.checkpoint.map((file) => resolvePath(file)),
        json: options.json,
      });
    });
  return program;
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ trivium ${line}\n`).join('')}`;
}

/** Runs a command line; resolves with the exit code. Known failures are one line on standard error. */
export async function runCli(args: string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (args.includes('--json') && isExpected(error)) process.stderr.write(`${formatError(error)}\n`);
    else process.stderr.write(`${isExpected(error) ? tellError(error) : (error as Error).stack}\n`);
    // A command may have said beforehand what its failures are.
    return Number(process.exitCode) || 1;
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

/** A failure in one line, with where its code is explained. */
function tellError(error: Error & { docUrl?: string }): string {
  return error.docUrl === undefined ? error.message : `${error.message} (${error.docUrl})`;
}

/** A failure for a program: what the service told of it where it came from there. */
function formatError(error: Error): string {
  const {
    code = error.name,
    message,
    field,
    requestId,
    details,
  } = error as Error & Partial<Record<string, unknown>>;
  return JSON.stringify({ error: { code, message, field, request_id: requestId, details } });
}
