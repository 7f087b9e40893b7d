import { Command } from 'commander';
import { formatExamples } from './format-examples.ts';

const PLACE = `
A place is a folder, or s3://bucket/prefix on the store of the settings S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and
S3_SECRET_ACCESS_KEY. Without one, BACKUP_TO is used.
`;

/** `trivium backup` and `trivium restore`. */
export function addBackupCommands(program: Command): void {
  const backup = command('backup', 'back up the database, whether the service runs or not', [
    'backup --to /mnt/backups',
    'backup --to s3://company-backups/trivium --keep 14',
    'backup verify --from /mnt/backups  # restores into a temporary folder, and checks the proofs of the log',
  ])
    .option('--to <place>', 'where to; default: BACKUP_TO')
    .option('--rows', 'the rows instead of the files, to move from the embedded PostgreSQL to DATABASE_URL')
    .option(
      '--keep <n>',
      'then remove all but the newest n backups, and the WAL before them; default: keep all',
    )
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./backup.ts')).makeBackup(process.env, options));
  backup.addCommand(
    command('list', 'list the backups and the times that they can be restored to', [
      'backup list --from /mnt/backups',
    ])
      .option('--from <place>', 'where the backups are; default: BACKUP_TO')
      .option('--json', 'print JSON')
      .action(async (options) => (await import('./backup.ts')).listBackups(process.env, options)),
  );
  backup.addCommand(
    restoring('verify', 'restore into a temporary folder, and check the result', [
      'backup verify --from s3://company-backups/trivium',
    ]).action(async (options) => {
      process.exitCode = await (await import('./restore.ts')).verifyBackup(process.env, options);
    }),
  );
  program.addCommand(backup);
  program.addCommand(
    restoring('restore', 'restore a backup into an empty DATA_DIR or database, as of a given time', [
      'restore --from /mnt/backups',
      'restore --from /mnt/backups --at 2026-11-26T10:30:00Z',
    ]).action(async (options) => {
      process.exitCode = await (await import('./restore.ts')).restoreBackup(process.env, options);
    }),
  );
}

function restoring(name: string, description: string, examples: readonly string[]): Command {
  return command(name, description, examples)
    .option('--from <place>', 'where the backups are; default: BACKUP_TO')
    .option('--at <timestamp>', 'ISO 8601, such as 2026-11-26T10:30:00Z; default: the newest')
    .option('--backup <id>', 'id of a backup from `backup list`; default: the newest suitable one')
    .option('--json', 'print JSON');
}

function command(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .addHelpText('after', `${PLACE}${formatExamples(examples)}`);
}
