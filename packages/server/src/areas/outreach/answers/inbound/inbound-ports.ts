import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import type { Classified } from './classify-reply.ts';

/** A reply the rules are unsure of. Ids are UUIDs. */
export interface DoubtfulReply {
  orgId: string;
  campaignId: string | undefined;
  leadId: string | undefined;
  /** Identifies the mail: a model is asked once per key. */
  key: string;
  subject: string;
  text: string;
}

/** A model's verdict; undefined when it has none that holds up, and then the rules' verdict stands. */
export type JudgeReply = (
  reply: DoubtfulReply,
) => Promise<Pick<Classified, 'classification' | 'confidence'> | undefined>;

/** Dependencies of processing inbound mail. */
export interface InboundPorts extends SendingPorts {
  /** Asks a model about replies the rules are unsure of; undefined without a model. */
  judgeReply?: JudgeReply | undefined;
}
