import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import type { Classified } from './classify-reply.ts';

/** A reply that the rules doubt. Ids are UUIDs. */
export interface DoubtfulReply {
  orgId: string;
  campaignId: string | undefined;
  leadId: string | undefined;
  /** Names the mail: under one key a model is asked once. */
  key: string;
  subject: string;
  text: string;
}

/** What a model says of it; undefined when none says anything that holds, and then the rules stand. */
export type JudgeReply = (
  reply: DoubtfulReply,
) => Promise<Pick<Classified, 'classification' | 'confidence'> | undefined>;

/** What takes in mails works with. */
export interface InboundPorts extends SendingPorts {
  /** What a model says of a reply that the rules doubt; undefined: there is no model. */
  judgeReply?: JudgeReply | undefined;
}
