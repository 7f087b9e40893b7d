import type { Jobs } from '../../../../engine/jobs/index.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';

/** Dependencies of the campaign use cases. */
export interface CampaignPorts extends SendingPorts {
  jobs: Jobs;
  /** What runs agents unless a campaign says otherwise. */
  agentEngine: 'rules' | 'llm';
  /** Signals that there may be messages to send or leads to advance. */
  wake(): void;
}
