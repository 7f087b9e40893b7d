import type { Classified } from '../../answers/inbound/classify-reply.ts';
import type { JudgeReply } from '../../answers/inbound/inbound-ports.ts';
import type { AgentPorts } from '../agent/agent.ts';
import { ensureAgents, readAgents } from './agent.repository.ts';
import { executeAgent } from './execute-agent.ts';

/** How long a server handing in a mail waits for the response. */
const TIMEOUT_MS = 20_000;
/** Replies a model judges concurrently; for any more, the rules' verdict stands. */
const AT_ONCE = 8;

/**
 * Asks the organization's reply classifier: an ordinary execution with a cost in the ledger, a budget, a
 * trace and an event. Undefined without a model.
 */
export function createReplyJudge(
  ports: AgentPorts & { onError(error: unknown): void },
): JudgeReply | undefined {
  if (ports.model === undefined) return undefined;
  let underWay = 0;
  return async ({ orgId, campaignId, leadId, key, subject, text }) => {
    if (underWay >= AT_ONCE || text.trim() === '') return undefined;
    underWay++;
    try {
      await ensureAgents(ports.db, orgId);
      const agents = await readAgents(ports.db, orgId);
      const classifier = agents.find(({ role }) => role === 'reply_classifier');
      if (classifier === undefined || classifier.isDisabled) return undefined;
      const { execution } = await executeAgent(ports, {
        orgId,
        agentId: classifier.id,
        input: { subject, text },
        campaignId,
        leadId,
        timeoutMs: TIMEOUT_MS,
        idempotencyKey: key,
        correlationId: undefined,
      });
      if (execution.status !== 'succeeded' || execution.driver.engine !== 'llm') return undefined;
      return execution.output as Pick<Classified, 'classification' | 'confidence'>;
    } catch (error) {
      // A reply is accepted whatever happens to the model.
      ports.onError(error);
      return undefined;
    } finally {
      underWay--;
    }
  };
}
