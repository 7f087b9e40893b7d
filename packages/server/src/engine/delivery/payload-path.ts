import { invalidField } from '../../kit/errors/index.ts';
import type { PayloadTest } from './log/delivery-search.repository.ts';

const MAX_NAMES = 16;

/** Describes the syntax of a path, as the end of a sentence. */
export const PAYLOAD_PATH_FORM = `\`data\`, then up to ${MAX_NAMES} names, each behind a dot`;

/** The names after `data` in a dotted path such as `data.items.0.sku`; undefined when it is not a path. */
export function parsePayloadPath(text: string): string[] | undefined {
  const [root, ...names] = text.split('.');
  const isPath = root === 'data' && names.length > 0 && names.length <= MAX_NAMES;
  return isPath && names.every((name) => name !== '') ? names : undefined;
}

/** Per search. */
const MAX_TESTS = 5;

/** The values that a payload must have, from a parameter such as `data.order_id=1001 & data.currency=EUR`. */
export function readPayloadTest(text: string): PayloadTest {
  const [first = '', ...others] = text.split(/ & (?=data\.)/, MAX_TESTS + 1);
  if (others.length >= MAX_TESTS) {
    const message = `\`payload\` may have at most ${MAX_TESTS} paths with their values.`;
    throw invalidField('payload', message);
  }
  return { ...readOne(first), ...(others.length > 0 && { and: others.map(readOne) }) };
}

function readOne(text: string): { path: string[]; value: string } {
  const at = text.indexOf('=');
  const path = parsePayloadPath(text.slice(0, Math.max(at, 0)));
  if (path !== undefined) return { path, value: text.slice(at + 1) };
  throw invalidField(
    'payload',
    `\`payload\` must be a path and a value such as \`data.order_id=1001\`: ${PAYLOAD_PATH_FORM}.`,
  );
}
