/** One message that somebody asks to have sent. Ids are UUIDs. */
export interface QueueRequest {
  orgId: string;
  id: string;
  campaignId: string | undefined;
  leadId: string | undefined;
  to: string | undefined;
  channel: string;
  subject: string | undefined;
  body: string | undefined;
  html: string | undefined;
  templateId: string | undefined;
  mailboxId: string | undefined;
  /** The earlier message to the same address that it goes on from. */
  inReplyTo?: string | undefined;
  variables: Record<string, unknown>;
  sendAt: number | undefined;
  step: number | undefined;
  correlationId?: string | undefined;
  idempotencyKey: string | undefined;
  /** SHA-256 of the request without its key; null where it has none. */
  bodyHash: Buffer | null;
}
