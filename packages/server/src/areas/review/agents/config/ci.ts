import type { FindingDraft } from '../core/finding-draft.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';
import { readYamlDocuments, type YamlPlace } from './yaml-documents.ts';

const rules = {
  injection: {
    id: 'ci/script-injection',
    title: 'Text of strangers in a script',
    impact: 'disclosure',
    cwe: ['CWE-94', 'CWE-78'],
    confidence: 0.85,
    description:
      'The title, branch or message is put into the script before the shell reads it: whoever writes it runs commands with the rights of the pipeline.',
    recommendation: 'Pass it as an environment variable and quote that in the script.',
  },
  target: {
    id: 'ci/untrusted-checkout',
    title: 'Code of strangers runs with secrets',
    impact: 'disclosure',
    cwe: ['CWE-829'],
    confidence: 0.8,
    description:
      'pull_request_target has secrets and write rights, and the job checks out and may run what a stranger sent.',
    recommendation: 'Use pull_request, or keep what needs secrets in a job that runs none of that code.',
  },
  unpinned: {
    id: 'ci/floating-action',
    title: 'Foreign actions by a branch or tag',
    impact: 'hygiene',
    cwe: ['CWE-829', 'CWE-1357'],
    confidence: 0.8,
    description: 'Whoever can move the branch or tag runs code in this pipeline, with its secrets.',
    recommendation: 'Name actions of others by the hash of a commit.',
  },
  permissions: {
    id: 'ci/wide-permissions',
    title: 'Pipeline with write rights to everything',
    impact: 'weakening',
    cwe: ['CWE-250'],
    description: 'Any step can change the repository and its releases.',
    recommendation: 'Set permissions: contents: read, and more only for the job that needs it.',
  },
  pipe: {
    id: 'ci/pipe-to-shell',
    title: 'A script from the network is run unseen',
    impact: 'hygiene',
    cwe: ['CWE-494'],
    confidence: 0.7,
    description: 'What runs is whatever the address answers.',
    recommendation: 'Fetch a fixed version, check its hash, then run it.',
  },
  image: {
    id: 'ci/floating-image',
    title: 'Image without a fixed version',
    impact: 'hygiene',
    cwe: ['CWE-1357', 'CWE-829'],
    description: 'Each run may take another release.',
    recommendation: 'Name a version, or better a digest.',
  },
  unchecked: {
    id: 'ci/unchecked-certificate',
    title: 'Certificate check switched off in a pipeline',
    impact: 'weakening',
    cwe: ['CWE-295'],
    confidence: 0.75,
    description: 'Anybody between the two can change what is fetched, and what is built from it.',
    recommendation: 'Leave the check on, and trust the authority of the other side where it has its own.',
  },
  secret: {
    id: 'ci/secret',
    title: 'Secret as plain text in a pipeline',
    impact: 'disclosure',
    cwe: ['CWE-798'],
    confidence: 0.7,
    description: 'The value stands in the repository.',
    recommendation: 'Keep it in the secrets of the platform.',
  },
  privileged: {
    id: 'ci/docker-without-tls',
    title: 'Docker service without TLS',
    impact: 'hygiene',
    cwe: ['CWE-319'],
    confidence: 0.6,
    description: 'Other jobs on the runner can reach the Docker service.',
    recommendation: 'Leave DOCKER_TLS_CERTDIR set.',
  },
} satisfies Record<string, ConfigRuleText>;

const strangersText =
  /\$\{\{\s*(?:github\.(?:event\.(?:issue\.(?:title|body)|pull_request\.(?:title|body|head\.(?:ref|label)|head\.repo\.default_branch)|comment\.body|review(?:_comment)?\.body|discussion\.(?:title|body)|head_commit\.(?:message|author\.(?:name|email))|commits\S*|pages\S*page_name|workflow_run\.head_(?:branch|commit\.message))|head_ref))\s*\}\}/;

type Add = (rule: ConfigRuleText, place: { line: number }, about: string) => void;

/** Hardening of GitHub Actions and GitLab CI. */
export function checkPipeline(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const lines = text.split('\n');
  const add: Add = (rule, place, about) =>
    drafts.push(configDraft(rule, path, place.line, lines[place.line - 1] ?? '', about));
  const isGithub = /(?:^|\/)\.github\/workflows\/|(?:^|\/)action\.ya?ml$/.test(path);
  for (const document of readYamlDocuments(text)) {
    if (isGithub) checkGithub(document, add, lines);
    else if (/\.gitlab-ci|gitlab/i.test(path)) checkGitlab(document, add);
  }
  return drafts;
}

function checkGithub(document: YamlPlace, add: Add, lines: readonly string[]): void {
  const on = document.at('on');
  const isTarget =
    on.text === 'pull_request_target' ||
    on.at('pull_request_target').exists ||
    on.entries().some(([name]) => name === 'pull_request_target') ||
    on.items().some((item) => item.text === 'pull_request_target');
  if (document.at('permissions').text === 'write-all')
    add(rules.permissions, document.at('permissions'), 'permissions');
  const floating: { name: string; place: YamlPlace }[] = [];
  for (const [name, job] of [
    ...document.at('jobs').entries(),
    ['runs', document.at('runs')] as [string, YamlPlace],
  ]) {
    if (job.at('permissions').text === 'write-all')
      add(rules.permissions, job.at('permissions'), `${name} permissions`);
    checkEnvironment(job.at('env'), name, add);
    for (const step of job.at('steps').items()) {
      checkStep(step, name, add, lines);
      const uses = step.at('uses');
      if (
        isTarget &&
        /^actions\/checkout@/.test(uses.text) &&
        /head\.(?:sha|ref)|head_ref|refs\/pull/.test(step.at('with', 'ref').text)
      )
        add(rules.target, uses, `${name} checkout`);
      if (
        /^[\w.-]+\/[\w./-]+@/.test(uses.text) &&
        !/@[0-9a-f]{40}$/.test(uses.text) &&
        !/^(?:actions|github)\//.test(uses.text)
      )
        floating.push({ name: uses.text, place: uses });
    }
  }
  // One finding for a file: the cure is one change of all lines.
  if (floating.length > 0)
    add(
      rules.unpinned,
      floating[0]!.place,
      `actions ${[...new Set(floating.map((one) => one.name.split('@')[0]))].join(' ')}`,
    );
}

function checkStep(step: YamlPlace, job: string, add: Add, lines: readonly string[]): void {
  const run = step.at('run');
  const script =
    run.text ||
    (step.at('uses').text.startsWith('actions/github-script') ? step.at('with', 'script').text : '');
  const place = run.exists ? run : step.at('with', 'script');
  const match = strangersText.exec(script);
  if (match) {
    const offset = script.slice(0, match.index).split('\n').length;
    const isBlock = /[|>][+-]?\s*$/.test(lines[place.line - 1] ?? '');
    add(
      rules.injection,
      { line: place.line + (isBlock ? offset : 0) },
      `${job} ${match[0].replace(/\s+/g, ' ')}`,
    );
  }
  if (/\b(?:curl|wget)\b[^|;&\n]{0,1000}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/.test(script))
    add(rules.pipe, place, `${job} pipe`);
  if (unchecked.test(script)) add(rules.unchecked, place, `${job} unchecked`);
  checkEnvironment(step.at('env'), job, add);
}

const unchecked =
  /\bcurl\b[^|;&\n]*\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s|$)|\bwget\b[^|;&\n]*--no-check-certificate|http\.sslVerify[= ]+false|GIT_SSL_NO_VERIFY=(?:1|true)|strict-ssl[= ]+false|NODE_TLS_REJECT_UNAUTHORIZED=0|StrictHostKeyChecking[= ]no/;

function checkEnvironment(environment: YamlPlace, about: string, add: Add): void {
  for (const [name, place] of environment.entries()) {
    const text = place.text;
    if (
      /(?:PASSWORD|SECRET|TOKEN|API_?KEY)$/i.test(name) &&
      text.length >= 12 &&
      /\d/.test(text) &&
      !/\$\{\{|\$|test|dummy|fake|example|password|secret/i.test(text)
    ) {
      add(rules.secret, place, `${about} ${name}`);
    }
  }
}

function checkGitlab(document: YamlPlace, add: Add): void {
  for (const place of [document.at('image'), ...document.entries().map(([, job]) => job.at('image'))])
    if (place.exists && /:latest$/.test(place.text)) add(rules.image, place, place.text);
  for (const [name, job] of [...document.entries(), ['variables', document] as [string, YamlPlace]]) {
    for (const group of ['script', 'before_script', 'after_script']) {
      for (const line of job.at(group).items()) {
        if (/\b(?:curl|wget)\b[^|;&\n]{0,1000}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/.test(line.text))
          add(rules.pipe, line, `${name} pipe`);
        if (unchecked.test(line.text)) add(rules.unchecked, line, `${name} unchecked`);
        if (
          /(?:^|[^"'\w])\$\{?CI_(?:COMMIT_(?:MESSAGE|TITLE|DESCRIPTION|REF_NAME|BRANCH)|MERGE_REQUEST_(?:TITLE|SOURCE_BRANCH_NAME|DESCRIPTION))\b/.test(
            line.text,
          ) &&
          /\b(?:eval|sh -c|bash -c)\b/.test(line.text)
        )
          add(rules.injection, line, `${name} script`);
      }
    }
    checkEnvironment(job.at('variables'), name, add);
    if (
      job.at('variables', 'DOCKER_TLS_CERTDIR').exists &&
      job.at('variables', 'DOCKER_TLS_CERTDIR').text === ''
    )
      add(rules.privileged, job.at('variables', 'DOCKER_TLS_CERTDIR'), name);
  }
}
