import type { Command } from 'commander';
import { readOperations } from './client/api-operations.ts';
import { type CommandNode, type CommandOption, flattenTree, readCommandTree } from './command-tree.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The completion script for a shell. It contains every word, so completion starts no process. */
export function formatCompletion(program: Command, shell: Shell): string {
  const nodes = flattenTree(readCommandTree(program)).map((node) =>
    node.path.join(' ') === 'api' ? { ...node, choices: operationIds() } : node,
  );
  return { bash: formatBash, zsh: formatZsh, fish: formatFish }[shell](nodes);
}

function operationIds(): string[] {
  return readOperations().flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/** The name of a command in the scripts: each word after a space, empty for `trivium` itself. */
function keyOf({ path }: CommandNode): string {
  return path.map((word) => ` ${word}`).join('');
}

/** Quotes text for all three shells. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function keysOf(nodes: readonly CommandNode[]): string {
  return nodes
    .filter(({ path }) => path.length > 0)
    .map((node) => quote(keyOf(node)))
    .join('|');
}

function flagsOf({ long, short }: CommandOption): string[] {
  return short === undefined ? [long] : [long, short];
}

/** Completions for the value of an option: one of its choices, otherwise a file or free text. */
function valueCases(
  nodes: readonly CommandNode[],
  withChoices: (words: string) => string,
  other: string,
): string {
  return nodes
    .flatMap((node) =>
      node.options
        .filter(({ takesValue }) => takesValue)
        .map((option) => {
          const patterns = flagsOf(option).map((flag) => quote(`${keyOf(node)} ${flag}`));
          const { choices } = option;
          return `    ${patterns.join('|')}) ${choices.length > 0 ? withChoices(choices.join(' ')) : other} ;;`;
        }),
    )
    .join('\n');
}

function formatBash(nodes: readonly CommandNode[]): string {
  const words = nodes.map((node) => {
    const options = node.options.flatMap(flagsOf).join(' ');
    const names = [...node.children.map(({ path }) => path.at(-1)), ...node.choices].join(' ');
    return `    ${quote(keyOf(node))}) names=${quote(names)} options=${quote(`${options} --help`.trim())} ;;`;
  });
  return `# trivium in bash. Once: source <(trivium completion bash); for good, add that line to ~/.bashrc
_trivium() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at='' names='' options='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${keysOf(nodes)}) at+=" \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $before" in
${valueCases(nodes, (list) => `COMPREPLY=($(compgen -W ${quote(list)} -- "$current")); return`, 'return')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  [[ $current == -* ]] && names=$options
  COMPREPLY=($(compgen -W "$names" -- "$current"))
}
complete -o default -F _trivium trivium
`;
}

function formatZsh(nodes: readonly CommandNode[]): string {
  const described = (name: string, description: string) =>
    quote(`${name}:${description.replaceAll('\\', '\\\\')}`);
  const cases = nodes.map((node) => {
    const options = node.options.flatMap((option) =>
      flagsOf(option).map((flag) => described(flag, option.description)),
    );
    const names = [
      ...node.children.map(({ path, description }) => described(path.at(-1) ?? '', description)),
      ...node.choices.map(quote),
    ];
    return `    ${quote(keyOf(node))}) names=(${names.join(' ')}) options=(${options.join(' ')} '--help:show help') ;;`;
  });
  return `#compdef trivium
# trivium in zsh. Once: source <(trivium completion zsh); for good, save it as _trivium in a folder of $fpath
_trivium() {
  local at='' i
  local -a names options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
    ${keysOf(nodes)}) at+=" \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${valueCases(nodes, (list) => `compadd -- ${list}; return`, '_files; return')}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe option options
  elif (( \${#names} )); then
    _describe command names
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _trivium ]]; then _trivium "$@"; else compdef _trivium trivium; fi
`;
}

function formatFish(nodes: readonly CommandNode[]): string {
  // Fish has no other escapes within quotes.
  const fishQuote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = nodes.flatMap((node) => {
    const begin = `complete -c trivium -n ${fishQuote(`__trivium_at "${keyOf(node)}"`)}`;
    const closed = node.children.length > 0 || node.choices.length > 0 ? ' -f' : '';
    return [
      ...node.children.map(
        ({ path, description }) => `${begin} -f -a ${path.at(-1)} -d ${fishQuote(description)}`,
      ),
      ...(node.choices.length > 0 ? [`${begin}${closed} -a ${fishQuote(node.choices.join(' '))}`] : []),
      ...node.options.map(({ long, short, description, takesValue, choices }) =>
        [
          begin,
          `-l ${long.slice(2)}`,
          ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
          ...(choices.length > 0 ? [`-x -a ${fishQuote(choices.join(' '))}`] : takesValue ? ['-r'] : []),
          `-d ${fishQuote(description)}`,
        ].join(' '),
      ),
    ];
  });
  const keys = nodes.filter(({ path }) => path.length > 0).map((node) => fishQuote(keyOf(node)));
  return `# trivium in fish. Once: trivium completion fish | source; for good, save it as ~/.config/fish/completions/trivium.fish
function __trivium_at
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at $word"
            case ${keys.join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
