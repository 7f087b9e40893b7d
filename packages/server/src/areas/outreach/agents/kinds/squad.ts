import { required } from '../../../../kit/required.ts';
import type { AgentRole } from '../../terms/agent-role.ts';
import type { AgentKind } from '../agent/agent.ts';
import { copywriter } from './copywriter.ts';
import { icpResearcher } from './icp-researcher.ts';
import { enricher, scorer } from './lead-agents.ts';
import { complianceGuard, replyClassifier } from './message-agents.ts';
import { meetingScheduler, sequencer } from './schedule-agents.ts';

/** The squad, in working order. */
export const squad: readonly AgentKind[] = [
  icpResearcher,
  enricher,
  scorer,
  copywriter,
  complianceGuard,
  sequencer,
  replyClassifier,
  meetingScheduler,
];

export function agentKind(role: AgentRole): AgentKind {
  return required(
    squad.find((kind) => kind.role === role),
    `the agent ${role}`,
  );
}
