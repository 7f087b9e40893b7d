import type { Command } from 'commander';

/** A command as its help tells it. */
export interface CommandNode {
  /** As it is typed, without `trivium`. */
  path: string[];
  description: string;
  /** With its arguments, such as `events get <eventId>`. */
  usage: string;
  options: CommandOption[];
  /** What its first argument may be, where that is a closed list. */
  choices: string[];
  /** Empty for one that does something itself. */
  children: CommandNode[];
}

export interface CommandOption {
  long: string;
  short: string | undefined;
  description: string;
  /** The heading that it stands under in the help, if it has its own. */
  group: string | undefined;
  takesValue: boolean;
  choices: string[];
}

/** Every command of a program, as a tree: what completion and docs/cli.md are made from. */
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

/** Those that do something themselves: the ends of the tree, and what stands above others with options of its own. */
export function readCommands(program: Command): CommandNode[] {
  return flattenTree(readCommandTree(program)).filter(
    ({ path, options, children }) => children.length === 0 || (path.length > 0 && options.length > 0),
  );
}

/** The node and all below it. */
export function flattenTree(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(flattenTree)];
}
