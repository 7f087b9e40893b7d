import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { ConfigFile } from '../types/project-files.ts';
import { checkPipeline } from './ci.ts';
import { checkCompose } from './compose.ts';
import { checkDockerfile } from './dockerfile.ts';
import { checkKubernetes } from './kubernetes.ts';
import { checkTerraform } from './terraform.ts';

const checks: Partial<Record<ConfigFile['kind'], (path: string, text: string) => FindingDraft[]>> = {
  dockerfile: checkDockerfile,
  compose: checkCompose,
  kubernetes: checkKubernetes,
  terraform: checkTerraform,
  ci: checkPipeline,
};

/** Build, deployment and operation: Dockerfiles, compose, Kubernetes, Terraform, pipelines. */
export const deploymentAgent = defineAgent({
  id: 'architecture.deployment',
  category: 'architecture',
  program: (input) => {
    const vendored = new Set(input.index.files.filter((file) => file.isVendored).map((file) => file.path));
    const configs = input.index.configs.filter((one) => checks[one.kind] && !vendored.has(one.path));
    const drafts = configs.flatMap((config) => checkConfig(config, input.files.text(config.path)));
    return { drafts, nothingToCheck: configs.length === 0 };
  },
});

function checkConfig(config: ConfigFile, text: string | undefined): FindingDraft[] {
  if (text === undefined) return [];
  const check = checks[config.kind];
  return check ? check(config.path, text) : [];
}
