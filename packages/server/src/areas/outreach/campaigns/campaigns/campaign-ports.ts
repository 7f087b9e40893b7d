import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';

/** What the use cases on campaigns work with. */
export interface CampaignPorts extends SendingPorts {
  jobs: Jobs;
  /** What drives agents unless a campaign says otherwise. */
  agentEngine: 'rules' | 'llm';
  /** There may be messages to send, or leads to move on. */
  wake(): void;
}
