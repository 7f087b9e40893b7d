import { type Command, Option } from 'commander';
import { formatExamples } from '../format-examples.ts';
import { clientCommand } from './client-command.ts';

/** Commands to sign in and out. */
export function addAccountCommands(program: Command): void {
  program.addCommand(
    clientCommand('login', 'store the address of a service and a key for it', [
      'login  # asks for what it needs',
      'login --profile staging --url https://trivium.example.com < key.txt',
    ]).action(async (options) => (await import('../client/login.ts')).login(options)),
  );
  program
    .command('logout')
    .description('forget the key of a profile on this machine')
    .addOption(new Option('--profile <name>', 'default: TRIVIUM_PROFILE, else the current one'))
    .addOption(new Option('--all', 'forget every profile').conflicts('profile'))
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(['logout', 'logout --profile staging', 'logout --all']))
    .action(async (options) => (await import('../client/login.ts')).logout(options));
  program.addCommand(
    clientCommand('whoami', 'show which service, key and organization commands use', [
      'whoami',
      'whoami --select environment',
    ]).action(async (options) => (await import('../client/login.ts')).whoAmI(options)),
  );
  addProfileCommands(program);
}

function addProfileCommands(program: Command): void {
  const profiles = program.command('profiles').description('see and choose what login keeps');
  profiles
    .command('list')
    .alias('ls')
    .description('list the profiles')
    .option('--json', 'print JSON, one line for each record')
    .addHelpText('after', formatExamples(['profiles list']))
    .action(async (options) => (await import('../client/login.ts')).listProfiles(options));
  profiles
    .command('use')
    .description('make a profile the one that commands use')
    .argument('<name>', 'as `profiles list` shows it')
    .option('--json', 'print JSON')
    .addHelpText('after', formatExamples(['profiles use staging']))
    .action(async (name, options) => (await import('../client/login.ts')).chooseCurrent(name, options));
}
