/** What an agent of the squad is there for. */
export const agentRoles = [
  'icp_researcher',
  'enricher',
  'scorer',
  'copywriter',
  'compliance_guard',
  'sequencer',
  'reply_classifier',
  'meeting_scheduler',
] as const;

export type AgentRole = (typeof agentRoles)[number];
