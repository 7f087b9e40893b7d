import { randomBytes } from 'node:crypto';
import { required } from '../../packages/server/src/kit/required.ts';

/** Digits of the sequence number in the payload of every event of the bench. */
const SEQUENCE_DIGITS = 9;
export const SEQUENCE_MARK = '"seq":"';

/** Body size of an event: what the figures call 1 KB. */
export const EVENT_BYTES = 1024;

/** The request for another system than ours: headers, the whole body, and the status that means success. */
export interface RequestForm {
  headers: Readonly<Record<string, string>>;
  body: string;
  status: number;
}

/** The data of such an event. */
export function sampleData(type: string): object {
  return (JSON.parse(sampleEvent(type)) as { data: object }).data;
}

/** An order as a shop would publish it, padded to the exact number of bytes of JSON. */
export function sampleEvent(type: string, sequence = 0, bytes = EVENT_BYTES): string {
  const event = {
    type,
    source: 'bench-shop',
    data: {
      seq: String(sequence).padStart(SEQUENCE_DIGITS, '0'),
      order_id: 'ord_8f2c51d07a3b4e9c',
      customer: { id: 'cus_42a7', email: 'maria.keller@example.com', country: 'CH', returning: true },
      items: [
        { sku: 'TRV-1001', name: 'Espresso machine', quantity: 1, unit_price: 449.9 },
        { sku: 'TRV-2044', name: 'Burr grinder', quantity: 1, unit_price: 189.0 },
        { sku: 'TRV-3310', name: 'House blend 1 kg', quantity: 4, unit_price: 24.5 },
      ],
      totals: { net: 682.5, tax: 54.4, gross: 736.9, currency: 'CHF' },
      note: '',
    },
    metadata: { correlationId: 'cor_bench', tags: ['bench', 'order'] },
  };
  event.data.note = filler(bytes - JSON.stringify(event).length);
  return JSON.stringify(event);
}

/**
 * Text of a given length. If it is long enough to be compressed by the database, it is as hard to compress as random
 * letters and digits.
 */
function filler(length: number): string {
  if (length <= EVENT_BYTES) return 'x'.repeat(length);
  return randomBytes(length).toString('base64url').slice(0, length);
}

/**
 * A complete HTTP request. The sequence number is written in place, so that sending does not need to build a request.
 */
export class RequestTemplate {
  readonly #bytes: Buffer;
  readonly #sequenceAt: number;

  constructor(
    target: { host: string; path: string; apiKey: string | undefined },
    type: string,
    eventBytes?: number,
    form?: RequestForm,
  ) {
    const body = form?.body ?? sampleEvent(type, 0, eventBytes);
    const head = [
      `POST ${target.path} HTTP/1.1`,
      `Host: ${target.host}`,
      ...(target.apiKey === undefined ? [] : [`Authorization: Bearer ${target.apiKey}`]),
      ...Object.entries(form?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    this.#bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
    this.#sequenceAt = this.#bytes.indexOf(SEQUENCE_MARK) + SEQUENCE_MARK.length;
  }

  /** A copy that one connection sends repeatedly. */
  copy(): Buffer {
    return Buffer.from(this.#bytes);
  }

  /** Writes the sequence number into a copy. */
  number(copy: Buffer, sequence: number): void {
    let rest = sequence;
    for (let at = this.#sequenceAt + SEQUENCE_DIGITS - 1; at >= this.#sequenceAt; at--) {
      copy[at] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
  }
}

/** The sequence number in the bytes of a delivery, or -1. */
export function sequenceIn(bytes: Buffer, from: number): number {
  const mark = bytes.indexOf(SEQUENCE_MARK, from, 'latin1');
  if (mark === -1) return -1;
  let sequence = 0;
  const start = mark + SEQUENCE_MARK.length;
  for (let at = start; at < start + SEQUENCE_DIGITS; at++)
    sequence = sequence * 10 + required(bytes[at], 'one of bytes') - 0x30;
  return sequence;
}
