import type { Jobs } from '../../../engine/jobs/index.ts';
import type { SendingPorts } from '../communications/sending-ports.ts';

/** What the use cases on campaigns work with. */
export interface CampaignPorts extends SendingPorts {
  jobs: Jobs;
  /** There may be messages to send, or leads to move on. */
  wake(): void;
}
