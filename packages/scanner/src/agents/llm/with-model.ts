import { finishFindings, sortFindings } from '../../rules/finish-findings.ts';
import type { Agent, AgentInput, AgentResult, LlmOptions } from '../../types/agent.ts';
import type { ModelFailureKind } from '../../types/model-session.ts';

/** The agents that also ask a model, and what about. The others answer from facts that a model cannot better. */
const subjects: Readonly<Record<string, string>> = {
  'security.injection':
    'data from outside that reaches queries, commands, code, paths, addresses, pages or deserializers unchecked',
  'security.access-control':
    'missing or wrong checks of who may do what: authentication, ownership of records, roles, forged requests, tokens, sessions',
  'security.crypto-transport':
    'cryptography that is weak or used wrongly, and connections that are not protected',
  'architecture.api-contract':
    'routes that contradict each other, skip validation or answer with misleading status codes',
  'quality.reliability':
    'errors that are lost, races, resources that are not released, values that may be missing',
  'testing.test-quality': 'tests that cannot fail, depend on each other or on time',
  'performance.data-access': 'queries in loops, unbounded reads and missing pagination',
  'performance.runtime': 'work that blocks others or grows faster than its input',
  'documentation.api-docs': 'documentation that contradicts the code beside it',
};

const reasons: Readonly<Record<ModelFailureKind, string>> = {
  rate_limited: 'model_rate_limited',
  unavailable: 'model_unavailable',
  timeout: 'model_timeout',
  bad_answer: 'model_bad_answer',
  refused: 'model_refused',
  budget_spent: 'model_budget_spent',
  aborted: 'time_limit',
};

/**
 * Runs an agent by its rules and, when a model is configured and the agent is one that asks, adds what the model can
 * prove. The rules' findings always stay; a model that fails is named as the reason and costs nothing but its part.
 */
export async function runWithModel(agent: Agent, input: AgentInput): Promise<AgentResult> {
  const byRules = await agent.run(input);
  const { llm } = input.options;
  const subject = subjects[agent.id];
  if (!llm || subject === undefined || byRules.status === 'skipped' || byRules.incomplete) return byRules;
  return addContribution(agent, byRules, input, subject, llm);
}

/** The rules' result with what a session brings. */
async function addContribution(
  agent: Pick<Agent, 'id' | 'category'>,
  byRules: AgentResult,
  input: AgentInput,
  subject: string,
  { provider, model, openSession }: LlmOptions,
): Promise<AgentResult> {
  const session = await openSession();
  // What asks models is loaded where one is configured alone.
  const { askModel } = await import('./ask-model.ts');
  const { drafts, dropped, failure } = await askModel({ ...agent, subject }, input, session);
  const known = new Set(byRules.findings.map((finding) => `${finding.file}:${finding.line}`));
  const added = finishFindings(agent, drafts).filter(
    (finding) => !known.has(`${finding.file}:${finding.line}`),
  );
  return {
    ...byRules,
    // An agent says that a model spoke only when one did.
    driver: failure && session.usage.outputTokens === 0 ? 'rules' : 'llm',
    ...(failure && { reason: reasons[failure.kind] }),
    llm: { provider, model, ...session.usage },
    findings: sortFindings([...byRules.findings, ...added]),
    dropped: [...byRules.dropped, ...dropped],
  };
}
