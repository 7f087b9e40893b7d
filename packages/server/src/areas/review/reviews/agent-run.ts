export interface AgentRun {
  orgId: string;
  reviewId: string;
  agentId: string;
}
