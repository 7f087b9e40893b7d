import { AppError } from '../../kit/errors/index.ts';
import type { PayloadTest } from './log/delivery-search.repository.ts';

const MAX_NAMES = 16;

/** How a path is written, as the end of a sentence. */
export const PAYLOAD_PATH_FORM = `\`data\`, then up to ${MAX_NAMES} names, each behind a dot`;

/** The names behind `data` in a dotted path such as `data.items.0.sku`; undefined for what is no path. */
export function parsePayloadPath(text: string): string[] | undefined {
  const [root, ...names] = text.split('.');
  const isPath = root === 'data' && names.length > 0 && names.length <= MAX_NAMES;
  return isPath && names.every((name) => name !== '') ? names : undefined;
}

/** The value that a payload must have, from a parameter such as `data.order_id=1001`. */
export function readPayloadTest(text: string): PayloadTest {
  const at = text.indexOf('=');
  const path = parsePayloadPath(text.slice(0, Math.max(at, 0)));
  if (path !== undefined) return { path, value: text.slice(at + 1) };
  throw new AppError('invalid_request', {
    message: `\`payload\` must be a path and a value such as \`data.order_id=1001\`: ${PAYLOAD_PATH_FORM}.`,
    field: 'payload',
  });
}
