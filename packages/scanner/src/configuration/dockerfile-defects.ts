import type { Dockerfile, Instruction } from 'dockerfile-ast';
import type { ConfigRuleText } from './config-finding.ts';

const rules = {
  shell: {
    id: 'docker/shell-form',
    impact: 'hygiene',
    description:
      'Signals go to the shell instead of the process, which is then killed without a chance to shut down.',
    recommendation: 'Write the command as a list: ["program", "argument"].',
  },
  overridden: {
    id: 'docker/overridden-instruction',
    impact: 'hygiene',
    description: 'If a stage has several of them, only the last one takes effect.',
    recommendation: 'Remove the earlier ones.',
  },
  port: {
    id: 'docker/invalid-port',
    impact: 'hygiene',
    description: 'Ports go from 1 to 65535; with this one the image does not build.',
    recommendation: 'Name the port that the process listens on.',
  },
  folder: {
    id: 'docker/relative-workdir',
    impact: 'hygiene',
    confidence: 0.7,
    description: 'It is relative to the working directory of the base image, and changes with it.',
    recommendation: 'Use an absolute path: WORKDIR /app.',
  },
  target: {
    id: 'docker/copy-without-folder',
    impact: 'hygiene',
    description: 'The image does not build: with several sources the target must end with a slash.',
    recommendation: 'End the target with a slash.',
  },
  asking: {
    id: 'docker/install-that-asks',
    impact: 'hygiene',
    description: 'Nobody can answer the question during a build, so the build fails.',
    recommendation: 'Add -y.',
  },
  index: {
    id: 'docker/stale-index',
    impact: 'hygiene',
    description: 'The layer is cached, so later builds install from an old package index, or fail.',
    recommendation: 'Put apt-get update and apt-get install into one RUN.',
  },
} satisfies Record<string, ConfigRuleText>;

type Add = (rule: ConfigRuleText, line: number, about: string) => void;

const lineOf = (instruction: Instruction) => instruction.getRange().start.line + 1;
const isList = (instruction: Instruction) => /^\[/.test(instruction.getArgumentsContent() ?? '');

/** Mistakes that keep an image from being built, started or stopped properly. */
export function checkDefects(dockerfile: Dockerfile, add: Add): void {
  let stage: Instruction[] = [];
  for (const instruction of dockerfile.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      checkStage(stage, add);
      stage = [];
    } else stage.push(instruction);
  }
  checkStage(stage, add);
  // The command of the last stage; a shell that replaces itself with the process does not count.
  const started = [dockerfile.getCMDs().at(-1), dockerfile.getENTRYPOINTs().at(-1)];
  const isWindows = /\b(?:windows|nanoserver|servercore)/i.test(
    dockerfile.getFROMs().at(-1)?.getImage() ?? '',
  );
  for (const one of started) {
    if (one === undefined || isList(one) || isWindows || !stage.includes(one)) continue;
    if (!/^exec\s/.test(one.getArgumentsContent() ?? 'exec '))
      add(rules.shell, lineOf(one), one.getKeyword());
  }
}

function checkStage(stage: readonly Instruction[], add: Add): void {
  for (const keyword of ['CMD', 'ENTRYPOINT', 'HEALTHCHECK']) {
    const all = stage.filter((one) => one.getKeyword() === keyword);
    for (const one of all.slice(0, -1)) add(rules.overridden, lineOf(one), keyword);
  }
  const folder = stage.find((one) => one.getKeyword() === 'WORKDIR');
  const path = (folder?.getArgumentsContent() ?? '/').replace(/^["']/, '');
  if (folder && !/^(?:[/\\$]|[A-Za-z]:)/.test(path)) add(rules.folder, lineOf(folder), `WORKDIR ${path}`);
  for (const instruction of stage) checkInstruction(instruction, add);
}

function checkInstruction(instruction: Instruction, add: Add): void {
  const keyword = instruction.getKeyword();
  const value = instruction.getArgumentsContent() ?? '';
  const line = lineOf(instruction);
  if (keyword === 'EXPOSE') {
    const wrong = value
      .split(/\s+/)
      .find((port) => /^\d+(?:\/|$)/.test(port) && !isPort(Number.parseInt(port, 10)));
    if (wrong !== undefined) add(rules.port, line, `EXPOSE ${wrong}`);
  } else if (keyword === 'COPY' || keyword === 'ADD') {
    const words = value.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = words.at(-1) ?? '';
    if (words.length > 2 && !isList(instruction) && !/<<|[/\\.$}]$/.test(value) && !target.startsWith('$'))
      add(rules.target, line, `${keyword} ${target}`);
  } else if (keyword === 'RUN') checkPackages(value, line, add);
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

function checkPackages(value: string, line: number, add: Add): void {
  if (!value.includes('apt-get ')) return;
  const installs = value.split(/&&|;|\|\|?|\n/).filter((part) => /\bapt-get\s[^#]*\binstall\b/.test(part));
  const asks = (part: string) => !/\s(?:-\w*y\w*|--yes|--assume-yes|-q=2|-\w*qq\w*)(?:\s|$)/.test(part);
  // Settings of the machine or of the command may answer too.
  if (installs.some(asks) && !/APT::Get::Assume-Yes|\byes\s*\|/i.test(value))
    add(rules.asking, line, 'apt-get install');
  if (installs.length === 0 && /^\s*apt-get\s+(?:-\S+\s+)*update\s*(?:-\S+\s*)*$/.test(value))
    add(rules.index, line, 'apt-get update');
}
