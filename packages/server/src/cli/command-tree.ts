import type { Command } from 'commander';

/** A command, as described in its help. */
export interface CommandNode {
  /** As typed, without `trivium`. */
  path: string[];
  description: string;
  /** With its arguments, such as `events get <eventId>`. */
  usage: string;
  options: CommandOption[];
  /** The possible values of its first argument, if there is a fixed list. */
  choices: string[];
  /** Its subcommands. */
  children: CommandNode[];
}

export interface CommandOption {
  long: string;
  short: string | undefined;
  description: string;
  /** Its heading in the help, if it has its own. */
  group: string | undefined;
  takesValue: boolean;
  choices: string[];
}

/** Every command of a program, as a tree. Completion and docs/cli.md are made from it. */
export function readCommandTree(command: Command, path: string[] = []): CommandNode {
  const { registeredArguments: args } = command;
  const names = args.map((arg) => (arg.required ? `<${arg.name()}>` : `[${arg.name()}]`));
  return {
    path,
    description: command.summary(),
    usage: [...path, ...names].join(' '),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, short, description, required, optional, argChoices = [], ...option }) => ({
        long: long ?? '',
        group: option.helpGroupHeading,
        short,
        description,
        takesValue: required || optional,
        choices: argChoices,
      })),
    choices: args[0]?.argChoices ?? [],
    children: command.commands.map((child) => readCommandTree(child, [...path, child.name()])),
  };
}

/** Commands that can be run: the leaves of the tree, and parents that have options of their own. */
export function readCommands(program: Command): CommandNode[] {
  return flattenTree(readCommandTree(program)).filter(
    ({ path, options, children }) => children.length === 0 || (path.length > 0 && options.length > 0),
  );
}

export function flattenTree(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(flattenTree)];
}
