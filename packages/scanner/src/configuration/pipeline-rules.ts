import type { ConfigRuleText } from './config-finding.ts';
import type { YamlPlace } from './yaml-documents.ts';

/** The texts of the rules for pipelines. */
export const pipelineRules = {
  injection: {
    id: 'ci/script-injection',
    impact: 'disclosure',
    cwe: ['CWE-94', 'CWE-78'],
    confidence: 0.85,
    description:
      'The title, branch or message is inserted into the script before the shell reads it: whoever writes it runs commands with the permissions of the pipeline.',
    recommendation: 'Pass it as an environment variable and quote the variable in the script.',
  },
  target: {
    id: 'ci/untrusted-checkout',
    impact: 'disclosure',
    cwe: ['CWE-829'],
    confidence: 0.8,
    description:
      'Pipelines for pull_request_target, workflow_run and issue_comment have secrets and may have write permission; this one checks out code that a stranger sent and may run it.',
    recommendation:
      'Use pull_request, or keep the work that needs secrets in a job that runs none of that code.',
  },
  unpinned: {
    id: 'ci/floating-action',
    impact: 'hygiene',
    cwe: ['CWE-829', 'CWE-1357'],
    confidence: 0.8,
    description: 'Whoever can move the branch or tag runs code in this pipeline, with its secrets.',
    recommendation: 'Pin actions of others to the hash of a commit.',
  },
  permissions: {
    id: 'ci/wide-permissions',
    impact: 'weakening',
    cwe: ['CWE-250'],
    description: 'Any step can change the repository and its releases.',
    recommendation: 'Set permissions: contents: read, and more only for the job that needs it.',
  },
  pipe: {
    id: 'ci/pipe-to-shell',
    impact: 'hygiene',
    cwe: ['CWE-494'],
    confidence: 0.7,
    description: 'The pipeline runs whatever the address returns.',
    recommendation: 'Fetch a fixed version, check its hash, then run it.',
  },
  image: {
    id: 'ci/floating-image',
    impact: 'hygiene',
    cwe: ['CWE-1357', 'CWE-829'],
    description: 'Each run may use a different release.',
    recommendation: 'Pin a version, or better a digest.',
  },
  unchecked: {
    id: 'ci/unchecked-certificate',
    impact: 'weakening',
    cwe: ['CWE-295'],
    confidence: 0.75,
    description: 'Anybody on the network path can change what is fetched, and what is built from it.',
    recommendation:
      'Leave the check on, and trust the certificate authority of the other side if it has its own.',
  },
  secret: {
    id: 'ci/secret',
    impact: 'disclosure',
    cwe: ['CWE-798'],
    confidence: 0.7,
    description: 'The value is stored in the repository.',
    recommendation: 'Keep it in the secrets of the platform.',
  },
  privileged: {
    id: 'ci/docker-without-tls',
    impact: 'hygiene',
    cwe: ['CWE-319'],
    confidence: 0.6,
    description: 'Other jobs on the runner can reach the Docker service.',
    recommendation: 'Leave DOCKER_TLS_CERTDIR set.',
  },
  input: {
    id: 'ci/input-in-script',
    impact: 'hygiene',
    cwe: ['CWE-94', 'CWE-78'],
    confidence: 0.7,
    description:
      'The input is inserted into the script before the shell reads it: whoever can start the pipeline, or another pipeline that passes on text from strangers, runs commands.',
    recommendation: 'Pass it as an environment variable and quote the variable in the script.',
  },
  commands: {
    id: 'ci/commands-in-output',
    impact: 'weakening',
    cwe: ['CWE-749'],
    description:
      'Text from strangers that a step prints can set PATH or other variables, and so run commands.',
    recommendation: 'Remove ACTIONS_ALLOW_UNSECURE_COMMANDS and write to $GITHUB_ENV and $GITHUB_PATH.',
  },
  bot: {
    id: 'ci/actor-check',
    impact: 'weakening',
    cwe: ['CWE-290'],
    confidence: 0.7,
    description:
      'github.actor is whoever triggered the latest event, not who wrote the code: a stranger can make the bot act on the stranger’s own pull request.',
    recommendation: 'Check github.event.pull_request.user.login, and the repository that the branch is in.',
  },
  allSecrets: {
    id: 'ci/all-secrets',
    impact: 'weakening',
    cwe: ['CWE-522'],
    description: 'A step that fails or is taken over can leak all of them, not only those that it needs.',
    recommendation: 'List only the secrets that the step needs.',
  },
} satisfies Record<string, ConfigRuleText>;

export type AddFinding = (rule: ConfigRuleText, place: { line: number }, about: string) => void;

const runsDownloadedScript =
  /\b(?:curl|wget)\b[^|;&\n]{0,1000}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|(?:\b(?:ba|z|da)?sh\s+-c\s+["']?|\beval\s+["']?)\$\(\s*(?:curl|wget)\b|(?:\b(?:ba|z|da)?sh|\bsource|(?:^|\s)\.)\s+<\(\s*(?:curl|wget)\b/m;
const fetchedInto = /\b(\w+)=["']?\$\(\s*(?:curl|wget)\b/g;

const unchecked =
  /\bcurl\b[^|;&\n]*\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s|$)|\bwget\b[^|;&\n]*--no-check-certificate|http\.sslVerify[= ]+false|GIT_SSL_NO_VERIFY=(?:1|true)|strict-ssl[= ]+false|NODE_TLS_REJECT_UNAUTHORIZED=0|StrictHostKeyChecking[= ]no/;

/** The problems of a script, whatever runs it. */
export function checkScript(script: string, place: { line: number }, about: string, add: AddFinding): void {
  const isRun = [...script.matchAll(fetchedInto)].some(([, name]) =>
    new RegExp(`\\b(?:eval|(?:ba|z|da)?sh\\s+-c)\\s+["']?\\$\\{?${name}\\b`).test(script),
  );
  if (isRun || runsDownloadedScript.test(script)) add(pipelineRules.pipe, place, `${about} pipe`);
  if (unchecked.test(script)) add(pipelineRules.unchecked, place, `${about} unchecked`);
}

/** Secrets written as variables. */
export function checkVariables(variables: YamlPlace, about: string, add: AddFinding): void {
  for (const [name, place] of variables.entries()) {
    const text = place.text;
    if (
      /(?:PASSWORD|SECRET|TOKEN|API_?KEY)$/i.test(name) &&
      text.length >= 12 &&
      /\d/.test(text) &&
      !/\$\{\{|\$|test|dummy|fake|example|password|secret/i.test(text)
    ) {
      add(pipelineRules.secret, place, `${about} ${name}`);
    }
  }
}
