import { finishFindings, sortFindings } from '../../rules/finish-findings.ts';
import type { Agent, AgentInput, AgentResult } from '../../types/agent.ts';
import type { ModelFailureKind, ModelSession } from '../../types/model-session.ts';
import { type ModelAgent, modelAgents } from './model-agents.ts';

const reasons: Readonly<Record<ModelFailureKind, string>> = {
  rate_limited: 'model_rate_limited',
  unavailable: 'model_unavailable',
  timeout: 'model_timeout',
  bad_answer: 'model_bad_answer',
  truncated: 'model_truncated',
  refused: 'model_refused',
  budget_spent: 'model_budget_spent',
  organization_budget_spent: 'model_organization_budget_spent',
  interrupted: 'model_interrupted',
  aborted: 'time_limit',
};

/**
 * Runs an agent's rules and, if a model is configured and the agent asks one, adds what the model can prove. The
 * rules' findings always remain. If the model fails, the reason is given, and only its part is missing.
 */
export async function runWithModel(agent: Agent, input: AgentInput): Promise<AgentResult> {
  const byRules = await agent.run(input);
  const { model } = input.options;
  const terms = modelAgents[agent.id];
  if (!model || terms === undefined || byRules.status === 'skipped' || byRules.incomplete) return byRules;
  return addContribution(agent, terms, byRules, input, model);
}

/** The rules' result plus the model's contribution. */
async function addContribution(
  agent: Agent,
  terms: ModelAgent,
  byRules: AgentResult,
  input: AgentInput,
  session: ModelSession,
): Promise<AgentResult> {
  // Model code is only loaded if one is configured.
  const { askModel } = await import('./ask-model.ts');
  const made = await askModel(agent, terms, input, session);
  const known = new Set(byRules.findings.map((finding) => `${finding.file}:${finding.line}`));
  const added = finishFindings(agent, made.drafts)
    .filter((finding) => !known.has(`${finding.file}:${finding.line}`))
    .map((finding) => ({ ...finding, driver: 'llm' as const }));
  return {
    ...byRules,
    // The driver is only `llm` if a model answered.
    driver: made.answers > 0 ? 'llm' : 'rules',
    ...(made.failure && { reason: reasons[made.failure.kind] }),
    ...(made.isIncomplete && { incomplete: true }),
    findings: sortFindings([...byRules.findings, ...added]),
    dropped: [...byRules.dropped, ...made.dropped],
  };
}
