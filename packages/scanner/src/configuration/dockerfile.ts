import { type Dockerfile, DockerfileParser } from 'dockerfile-ast';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';
import { checkDefects } from './dockerfile-defects.ts';

const rules = {
  latest: {
    id: 'docker/floating-base',
    impact: 'hygiene',
    cwe: ['CWE-1357'],
    description: 'Each build may start from a different image, possibly a broken one.',
    recommendation: 'Pin a version, or better the digest.',
  },
  root: {
    id: 'docker/runs-as-root',
    impact: 'weakening',
    cwe: ['CWE-250'],
    description:
      'Whoever takes over the process is root in the container, one vulnerability away from the host.',
    recommendation: 'Add USER with a separate account to the last stage.',
  },
  secret: {
    id: 'docker/secret-in-image',
    impact: 'disclosure',
    cwe: ['CWE-798', 'CWE-522'],
    description:
      'The value is stored in a layer or in the settings of the image, where anybody who can pull the image can read it.',
    recommendation: 'Use a build secret (RUN --mount=type=secret) or the environment at run time.',
  },
  argument: {
    id: 'docker/secret-in-argument',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-522', 'CWE-538', 'CWE-312'],
    description:
      'Build arguments are stored in the history of the image, where anybody who can pull the image can read them.',
    recommendation: 'Use a build secret (RUN --mount=type=secret).',
  },
  unusedArgument: {
    id: 'docker/secret-in-argument',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-522', 'CWE-538', 'CWE-312'],
    description: 'The value of this build argument is stored in the history of the image.',
    recommendation: 'Use a build secret (RUN --mount=type=secret).',
  },
  socket: {
    id: 'docker/runtime-socket',
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-250', 'CWE-668'],
    description: 'Whoever can write to it can start containers with full privileges on the host.',
    recommendation: 'Remove it, or put a proxy in front of it that allows only what is needed.',
  },
  pipe: {
    id: 'docker/pipe-to-shell',
    impact: 'weakening',
    cwe: ['CWE-494'],
    description: 'The build runs whatever the address returns at build time.',
    recommendation: 'Fetch a fixed version, check its hash, then run it.',
  },
  add: {
    id: 'docker/add-address',
    impact: 'weakening',
    cwe: ['CWE-494'],
    description: 'The image gets whatever the address returns at build time.',
    recommendation: 'Give ADD --checksum, or fetch and check it in a RUN.',
  },
  sudo: {
    id: 'docker/sudo',
    impact: 'hygiene',
    cwe: ['CWE-250'],
    description: 'It gives back the privileges that USER dropped.',
    recommendation: 'Run what needs root before USER.',
  },
  insecure: {
    id: 'docker/unchecked-fetch',
    impact: 'weakening',
    cwe: ['CWE-295'],
    description: 'Anybody on the network path can replace the content.',
    recommendation: 'Leave the check on.',
  },
  ssh: {
    id: 'docker/ssh-port',
    impact: 'weakening',
    cwe: ['CWE-1125'],
    description: 'It is one more way into the container, and the platform already has one.',
    recommendation: 'Remove the SSH server and use the exec command of the platform.',
  },
  permissions: {
    id: 'docker/open-permissions',
    impact: 'hygiene',
    cwe: ['CWE-732'],
    description: 'Any process in the container can change them.',
    recommendation: 'Give permissions only to the account that needs them.',
  },
} satisfies Record<string, ConfigRuleText>;

const secretName = /(?:password|passwd|secret|token|api_?key|private_?key|access_?key|credential)/i;

function checkBases(
  froms: ReturnType<Dockerfile['getFROMs']>,
  add: (rule: ConfigRuleText, line: number, about: string) => void,
): void {
  const stages = new Set<string>();
  for (const from of froms) {
    const image = from.getImage() ?? '';
    const name = image.replace(/[:@].*$/, '');
    const isStage =
      stages.has(image.toLowerCase()) || name === 'scratch' || image.includes('$') || image === '';
    const tag = from.getImageTag();
    if (!isStage && !from.getImageDigest() && (tag === null || tag === 'latest'))
      add(rules.latest, from.getRange().start.line + 1, `FROM ${name}`);
    const stage = from.getBuildStage();
    if (stage) stages.add(stage.toLowerCase());
  }
}

/** Hardening of a Dockerfile. */
export function checkDockerfile(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const dockerfile = DockerfileParser.parse(text);
  const lines = text.split('\n');
  const add = (rule: ConfigRuleText, line: number, about: string) =>
    drafts.push(configDraft(rule, path, line, lines[line - 1] ?? '', about));
  const froms = dockerfile.getFROMs();
  checkBases(froms, add);
  const last = froms.at(-1);
  const lastLine = last ? last.getRange().start.line : 0;
  let user: string | null = null;
  let userLine = lastLine + 1;
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword();
    const value = instruction.getArgumentsContent() ?? '';
    const line = instruction.getRange().start.line + 1;
    if (keyword === 'USER' && line - 1 > lastLine) {
      user = value.trim();
      userLine = line;
    }
    if (keyword === 'RUN') checkRun(value, line, add);
    else if (keyword === 'ENV' || keyword === 'ARG') checkVariable(keyword, value, line, add);
    if (keyword === 'ARG' && isSecretArgument(value))
      add(isUsed(value.trim(), text) ? rules.argument : rules.unusedArgument, line, `ARG ${value.trim()}`);
    else if (keyword === 'VOLUME' && /\/(?:docker|containerd|podman)\.sock\b/.test(value))
      add(rules.socket, line, 'VOLUME');
    else if (
      keyword === 'ADD' &&
      /\bhttps?:\/\//.test(value) &&
      !/--checksum/.test(instruction.getTextContent())
    )
      add(rules.add, line, `ADD ${value.slice(0, 60)}`);
    else if (keyword === 'EXPOSE' && /\b22(?:\/tcp)?\b/.test(value)) add(rules.ssh, line, 'EXPOSE 22');
  }
  const base = last?.getImage() ?? '';
  const runs = dockerfile.getCMDs().length + dockerfile.getENTRYPOINTs().length;
  const isRoot = user !== null && /^(?:root|0)(?::|$)/.test(user);
  // Without its own command, the image may be a base image, unless it asks for root itself.
  if (last && (isRoot || (user === null && runs > 0)) && !/nonroot|unprivileged/i.test(base)) {
    add(rules.root, userLine, 'USER');
  }
  checkDefects(dockerfile, (rule, line, about) =>
    drafts.push(configDraft(rule, path, line, lines[line - 1] ?? '', about, null)),
  );
  return drafts;
}

function checkRun(
  value: string,
  line: number,
  add: (rule: ConfigRuleText, line: number, about: string) => void,
): void {
  if (/\b(?:curl|wget)\b[^|;&]{0,1000}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/.test(value))
    add(rules.pipe, line, 'pipe to shell');
  if (/(?:^|&&|;)\s*sudo\s/.test(value)) add(rules.sudo, line, 'sudo');
  if (
    /\bcurl\b[^|;&]{0,1000}\s(?:-k|--insecure)\b|\bwget\b[^|;&]{0,1000}--no-check-certificate|--trusted-host|npm\s+(?:config\s+)?set\s+strict-ssl\s+false/.test(
      value,
    )
  )
    add(rules.insecure, line, 'unchecked fetch');
  if (/\bchmod\s+(?:-R\s+)?(?:a\+rwx|0?777)\b/.test(value)) add(rules.permissions, line, 'chmod 777');
}

/** An argument without a value, with the name of a secret. */
function isSecretArgument(value: string): boolean {
  const name = value.trim();
  return (
    /^\w+$/.test(name) &&
    secretName.test(name) &&
    !/(?:_FILE|_PATH|_URL|_NAME|_ID|_HEADER|_TTL|_LENGTH)$/i.test(name)
  );
}

/** Whether the build uses an argument in a command or the environment. */
function isUsed(name: string, text: string): boolean {
  return new RegExp(`^\\s*(?:RUN|ENV)\\b(?:[^\\n]|\\\\\\n)*\\$\\{?${name}\\b`, 'm').test(text);
}

function checkVariable(
  keyword: string,
  value: string,
  line: number,
  add: (rule: ConfigRuleText, line: number, about: string) => void,
): void {
  for (const match of value.matchAll(/\b([A-Za-z_]\w*)(?:=|\s+)("[^"]*"|'[^']*'|[^\s]+)/g)) {
    const [, name = '', given = ''] = match;
    const plain = given.replace(/^["']|["']$/g, '');
    if (!secretName.test(name) || /(?:_FILE|_PATH|_URL|_NAME|_ID|_HEADER|_TTL|_LENGTH)$/i.test(name))
      continue;
    if (
      plain.length < 4 ||
      plain.startsWith('$') ||
      /^(?:changeme|none|null|true|false|dummy|placeholder|example|build|test)/i.test(plain)
    )
      continue;
    add(rules.secret, line, `${keyword} ${name}`);
  }
}
