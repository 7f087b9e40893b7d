import { Command, CommanderError, type Option } from 'commander';
import { readVersion } from '../app/read-version.ts';
import { addBackupCommands } from './backup-commands.ts';
import { exitCodes } from './client/command-error.ts';
import { addAccountCommands } from './commands/account-commands.ts';
import { addApiCommand } from './commands/api-command.ts';
import { addAudit } from './commands/audit-command.ts';
import { SHARED } from './commands/client-command.ts';
import { addCompletionCommand } from './commands/completion-command.ts';
import { addContractCommands } from './commands/contract-commands.ts';
import { addEventCommands, addListen } from './commands/event-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addOpenCommand } from './commands/open-command.ts';
import { addOrganizationCommands } from './commands/organization-commands.ts';
import { addOutreachCommands } from './commands/outreach-commands.ts';
import { addReviewCommands } from './commands/review-commands.ts';
import { addWebhookCommands } from './commands/webhook-commands.ts';
import { exitCodeOf, formatError, formatFailure, formatUsageError, isExpected } from './format-error.ts';
import { formatExamples } from './format-examples.ts';

// The reader of a pipe may stop early (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// Each command loads its code when it runs, so that `--help` is fast.
export function buildProgram(isJson = false): Command {
  const program = new Command('trivium')
    .description('Contracts, outreach and application review on one provable event spine.')
    .version(readVersion(), '-v, --version', 'print the version')
    .exitOverride()
    // Options after the name of a subcommand belong to the subcommand, even if its parent has the same option.
    .enablePositionalOptions()
    .showHelpAfterError(isJson ? false : '(see --help)')
    .configureOutput({ outputError: (text, write) => write(isJson ? formatUsageError(text) : text) })
    .addHelpText(
      'after',
      formatExamples([
        'login  # with the key that the first start printed',
        'events publish order.created --data \'{"total":59.9}\'',
        'listen --forward http://localhost:3000/webhooks',
        'review . --sarif findings.sarif',
      ]),
    );

  program.commandsGroup('Sign in:');
  addAccountCommands(program);
  program.commandsGroup('Work with a service:');
  addEventCommands(program);
  addWebhookCommands(program);
  addListen(program);
  addContractCommands(program);
  addOutreachCommands(program);
  addReviewCommands(program);
  addOpenCommand(program);
  addApiCommand(program);
  addAudit(program);
  addKeyCommands(program);
  addOrganizationCommands(program);
  program.commandsGroup('Run a service:');
  addServiceCommands(program);
  addSupportCommands(program);
  addBackupCommands(program);
  addLogCommands(program);
  program.commandsGroup('Help:').helpCommand(true);
  addCompletionCommand(program);
  program
    .command('version')
    .description('print the version, as --version does')
    .addHelpText('after', formatExamples(['version']))
    .action(() => void process.stdout.write(`${readVersion()}\n`));
  settle(program);
  return program;
}

/** Commands that run and maintain the service. */
function addServiceCommands(program: Command): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT')
    .addHelpText(
      'after',
      formatExamples(['serve', 'serve  # with PORT=9090 DATA_DIR=/var/lib/trivium in the environment']),
    )
    .action(async () => (await import('./serve.ts')).serve(process.env));
  program
    .command('worker')
    .description(
      'run background work for the other nodes on their database, without an API, until SIGTERM or SIGINT',
    )
    .addHelpText(
      'after',
      formatExamples(['worker  # with the DATABASE_URL of the other nodes in the environment']),
    )
    .action(async () => (await import('./worker.ts')).work(process.env));
  program
    .command('migrate')
    .description('migrate the database to the newest schema')
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(['migrate', 'migrate --json']))
    .action(async (options) => (await import('./migrate.ts')).migrateDatabase(process.env, options));
  program
    .command('distribute')
    .description(
      'distribute the log and the deliveries over the machines of a Citus cluster, or say what is needed',
    )
    .option('--yes', 'do it')
    .option('--shards <n>', 'number of shards of each table', '32')
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(['distribute  # says what it would do', 'distribute --yes']))
    .action(async (options) => (await import('./distribute.ts')).distributeDatabase(process.env, options));
  addSizeCommand(program);
  program
    .command('openapi')
    .description('print the OpenAPI document of this version')
    .addHelpText('after', formatExamples(['openapi > openapi.json']))
    .action(async () => (await import('./openapi.ts')).printOpenApi());
}

function addSizeCommand(program: Command): void {
  program
    .command('size')
    .description('estimate what an installation needs for a load, from measurements')
    .requiredOption('--events-per-second <n>', 'events in the busiest second')
    .option('--subscriptions <n>', 'number of subscriptions; default: 1')
    .option('--fan-out <n>', 'deliveries per event; default: 1')
    .option('--event-kb <n>', 'size of an event; default: 1')
    .option('--peak <n>', 'the rate in that second divided by the average of a day; default: 1')
    .option('--receiver-ms <n>', 'response time of a receiver; default: 100')
    .option('--attempt-days <n>', 'DELIVERY_LOG_RETENTION_DAYS; default: 30')
    .option('--cores <n>', 'cores of one machine; default: 8')
    .option('--pool-size <n>', 'DATABASE_POOL_SIZE; default: 12')
    .option('--job-concurrency <n>', 'JOB_CONCURRENCY; default: 8')
    .option('--sources', 'show for each number how it is computed, and where its figure was measured')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      formatExamples([
        'size --events-per-second 500',
        'size --events-per-second 5000 --subscriptions 200 --fan-out 3 --event-kb 2 --peak 4 --sources',
      ]),
    )
    .action(async (options) => (await import('./size.ts')).printSize(options));
}

/** Commands that find problems. */
function addSupportCommands(program: Command): void {
  program
    .command('doctor')
    .description('check settings, disk and database, or a running service, and say what is wrong')
    .option('--json', 'print JSON')
    .option('--url <address>', 'check the running service at this address instead, from outside')
    .option('--key <key>', 'an API key to test there; default: TRIVIUM_API_KEY')
    .option('--logs', 'read every event, and compare the index of the log with the records')
    .addHelpText(
      'after',
      formatExamples(['doctor', 'doctor --logs', 'doctor --url https://trivium.example.com']),
    )
    .action(async (options) => {
      process.exitCode = await (await import('./doctor.ts')).runDoctor(process.env, options);
    });
  program
    .command('support-bundle')
    .description('collect what a maintainer needs in one file, without secrets')
    .option('--out <file>', 'where to write it; default: a name with the time, in this folder')
    .option('--log <file>', 'a file with the log of the service: its last 2,000 lines are added')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      formatExamples(['support-bundle', 'support-bundle --log /var/log/trivium.log --out bundle.json']),
    )
    .action(async (options) => (await import('./support-bundle.ts')).writeBundle(process.env, options));
}

/** Commands for the event log. */
function addLogCommands(program: Command): void {
  program
    .command('rotate-checkpoint-key')
    .description('sign the checkpoints of all logs with a new key from now on')
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(['rotate-checkpoint-key']))
    .action(async (options) => (await import('./rotate-checkpoint-key.ts')).rotateKey(process.env, options));
  program
    .command('rotate-key')
    .description('encrypt all stored secrets with a new key, while the service runs')
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(['rotate-key']))
    .action(async (options) => (await import('./rotate-key.ts')).rotateEncryptionKey(process.env, options));
  program
    .command('verify-log')
    .description('check an export of the event log offline, against stored checkpoints')
    .argument('<export>', 'file of GET /v1/events/export (JSON Lines)')
    .requiredOption(
      '--key <keys>',
      'verifier keys of the log, comma-separated, as every checkpoint answer shows them',
    )
    .requiredOption('--checkpoint <file...>', 'checkpoints (signed notes), any age')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      formatExamples(['verify-log log.jsonl --key "$(cat log-key.txt)" --checkpoint checkpoint-*.json']),
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
}

/** Common settings for every command, including those from other files. */
function settle(command: Command): void {
  for (const one of command.commands) {
    // In the help, a command's own options come first, and its description comes before everything.
    (one.options as Option[]).sort((a, b) => Number(isShared(a)) - Number(isShared(b)));
    const task = one.description();
    one
      .summary(task)
      .description('')
      .addHelpText('before', `${task.charAt(0).toUpperCase()}${task.slice(1)}.\n`);
    one.copyInheritedSettings(command);
    if (one.commands.length > 0) one.addHelpText('after', '\nEach command shows examples with --help.\n');
    settle(one);
  }
}

function isShared({ helpGroupHeading }: Option): boolean {
  return helpGroupHeading === SHARED;
}

/** Runs a command line; resolves with the exit code. Known errors are printed in one line on standard error. */
export async function runCli(args: string[]): Promise<number> {
  const isJson = args.includes('--json');
  try {
    await buildProgram(isJson).parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : exitCodes.usage;
    }
    if (isJson && isExpected(error)) process.stderr.write(`${formatError(error)}\n`);
    else process.stderr.write(`${isExpected(error) ? formatFailure(error) : (error as Error).stack}\n`);
    // A command may have set the exit code for its errors beforehand.
    return Number(process.exitCode) || exitCodeOf(error as Error);
  }
}
