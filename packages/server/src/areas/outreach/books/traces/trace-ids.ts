import { hash, randomBytes } from 'node:crypto';
import { uuidOfHex } from '../../../../kit/ids.ts';

/** A trace, as a UUID; formatted it is the 32 hex digits of W3C Trace Context. */
export function newTraceId(): string {
  return uuidOfHex(randomBytes(16).toString('hex'));
}

/**
 * The one trace of a campaign and a lead. It follows from their ids, so that whoever records a span
 * finds it without asking the database.
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

/** The span that all others of a trace hang under. */
export function rootSpanIdOf(traceId: string): string {
  return hash('sha256', `root ${traceId}`).slice(0, 16);
}

/** As answers show it: 32 hex digits. */
export function formatTraceId(traceId: string): string {
  return traceId.replaceAll('-', '');
}

const hex32 = /^[0-9a-f]{32}$/;

/** The UUID of 32 hex digits, or undefined. */
export function parseTraceId(text: string): string | undefined {
  return hex32.test(text) && text !== '0'.repeat(32) ? uuidOfHex(text) : undefined;
}
