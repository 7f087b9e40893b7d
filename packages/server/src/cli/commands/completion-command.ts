import { Argument, type Command } from 'commander';
import { formatExamples } from '../format-examples.ts';

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      formatExamples([
        'completion bash > ~/.local/share/bash-completion/completions/trivium',
        'completion zsh > ~/.zfunc/_trivium  # a folder of $fpath',
        'completion fish > ~/.config/fish/completions/trivium.fish',
      ]),
    )
    .action(async (shell) => {
      process.stdout.write((await import('../completion.ts')).formatCompletion(program, shell));
    });
}
