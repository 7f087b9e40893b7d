import { hash, randomBytes } from 'node:crypto';
import { uuidOfHex } from '../../../../kit/ids.ts';

/** A trace id as a UUID; formatted it is the 32 hex digits of W3C Trace Context. */
export function newTraceId(): string {
  return uuidOfHex(randomBytes(16).toString('hex'));
}

/**
 * The trace of a campaign and a lead, derived from their ids, so that anyone recording a span knows it
 * without querying the database.
 */
export function traceIdOf(orgId: string, campaignId: string | undefined, leadId: string): string {
  return uuidOfHex(hash('sha256', `trace ${orgId} ${campaignId ?? ''} ${leadId}`).slice(0, 32));
}

/** 16 hex digits, never all zero. */
export function newSpanId(): string {
  return randomBytes(8)
    .toString('hex')
    .replace(/^0{16}$/, '0000000000000001');
}

/** The root span of a trace. */
export function rootSpanIdOf(traceId: string): string {
  return hash('sha256', `root ${traceId}`).slice(0, 16);
}

/** As in responses: 32 hex digits. */
export function formatTraceId(traceId: string): string {
  return traceId.replaceAll('-', '');
}

const hex32 = /^[0-9a-f]{32}$/;

/** The UUID of 32 hex digits, or undefined. */
export function parseTraceId(text: string): string | undefined {
  return hex32.test(text) && text !== '0'.repeat(32) ? uuidOfHex(text) : undefined;
}
