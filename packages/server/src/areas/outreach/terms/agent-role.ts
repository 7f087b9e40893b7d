/** The role of an agent in the squad. */
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
