/** A request to send one message. Ids are UUIDs. */
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
  /** The earlier message to the same address that this one continues. */
  inReplyTo?: string | undefined;
  variables: Record<string, unknown>;
  sendAt: number | undefined;
  step: number | undefined;
  correlationId?: string | undefined;
  idempotencyKey: string | undefined;
  /** SHA-256 of the request without its key; null when it has no key. */
  bodyHash: Buffer | null;
}
