import type { FindingDraft } from '../rules/finding-draft.ts';
import { configDraft } from './config-finding.ts';
import { checkGithubActions } from './github-actions.ts';
import { type AddFinding, checkScript, checkVariables, pipelineRules as rules } from './pipeline-rules.ts';
import { readYamlDocuments, type YamlPlace } from './yaml-documents.ts';

/** Hardening of GitHub Actions and GitLab CI. */
export function checkPipeline(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const lines = text.split('\n');
  const add: AddFinding = (rule, place, about) =>
    drafts.push(configDraft(rule, path, place.line, lines[place.line - 1] ?? '', about));
  const isGithub = /(?:^|\/)\.github\/workflows\/|(?:^|\/)action\.ya?ml$/.test(path);
  for (const document of readYamlDocuments(text)) {
    if (isGithub) checkGithubActions(document, add, lines);
    else if (/\.gitlab-ci|gitlab/i.test(path)) checkGitlab(document, add);
  }
  return drafts;
}

function checkGitlab(document: YamlPlace, add: AddFinding): void {
  for (const place of [document.at('image'), ...document.entries().map(([, job]) => job.at('image'))])
    if (place.exists && /:latest$/.test(place.text)) add(rules.image, place, place.text);
  for (const [name, job] of [...document.entries(), ['variables', document] as [string, YamlPlace]]) {
    for (const group of ['script', 'before_script', 'after_script']) {
      for (const line of job.at(group).items()) {
        checkScript(line.text, line, name, add);
        if (
          /(?:^|[^"'\w])\$\{?CI_(?:COMMIT_(?:MESSAGE|TITLE|DESCRIPTION|REF_NAME|BRANCH)|MERGE_REQUEST_(?:TITLE|SOURCE_BRANCH_NAME|DESCRIPTION))\b/.test(
            line.text,
          ) &&
          /\b(?:eval|sh -c|bash -c)\b/.test(line.text)
        )
          add(rules.injection, line, `${name} script`);
      }
    }
    checkVariables(job.at('variables'), name, add);
    if (
      job.at('variables', 'DOCKER_TLS_CERTDIR').exists &&
      job.at('variables', 'DOCKER_TLS_CERTDIR').text === ''
    )
      add(rules.privileged, job.at('variables', 'DOCKER_TLS_CERTDIR'), name);
  }
}
