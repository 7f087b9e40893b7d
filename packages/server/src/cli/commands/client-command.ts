import { Command, Option } from 'commander';
import { formatExamples } from '../format-examples.ts';

/** Heading of the options that all these commands share. */
export const SHARED = 'Service and output:';

/** A command with the options that every command for a running service has. */
export function clientCommand(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .optionsGroup(SHARED)
    .option('--url <url>', 'address of the service; default: TRIVIUM_URL, the profile, else this machine')
    .option('--key <key>', 'API key; default: TRIVIUM_API_KEY, else that of the profile')
    .option('--profile <name>', 'address and key of `trivium login`; default: TRIVIUM_PROFILE')
    .option('--json', 'print JSON, one line for each record')
    .option('--select <expression>', 'print this part of the JSON: JSONata, such as data.order_id')
    .optionsGroup('Options:')
    .addHelpText('after', formatExamples(examples));
}

/** The same for a command that prints a list. */
export function listCommand(name: string, description: string, examples: readonly string[]): Command {
  const command = clientCommand(name, description, examples);
  // An alias that people know from other command lines.
  if (name === 'list') command.alias('ls');
  return command
    .option('--limit <n>', 'maximum number', '20')
    .addOption(new Option('--all', 'all of them').conflicts('limit'));
}
