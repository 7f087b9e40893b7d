import { cutText } from '../../../kit/cut-text.ts';
import { refuse } from './refuse.ts';

/** HTTP allows other first characters too; nobody uses them, and parsers trip over `__proto__`. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9!#$%&'*+.^_`|~-]{0,99}$/;
/** What every receiver parses alike: ASCII, no whitespace at either end. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const MAX_BYTES = 8_192;
/** The service's own headers, and those about message transfer. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-batch-size',
  'x-event-id',
  'x-signature',
  'x-signature-previous',
]);
const RESERVED_BEGINNINGS = ['ce-', 'proxy-', 'webhook-'];

/**
 * A subscription's custom headers, by lowercase name.
 *
 * @throws AppError invalid_request
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  let bytes = 0;
  for (const [given, value] of Object.entries(headers)) {
    const field = `headers.${cutText(given, 100)}`;
    const name = given.toLowerCase();
    if (!NAME.test(given))
      refuse(
        field,
        `\`${field}\` is not the name of a header. Use letters, digits and \`-\`, and begin with a letter or a digit.`,
      );
    if (RESERVED.has(name) || RESERVED_BEGINNINGS.some((beginning) => name.startsWith(beginning))) {
      refuse(field, `\`${field}\` is set by the service. Choose another name.`);
    }
    if (Object.hasOwn(checked, name)) refuse(field, `\`${field}\` is given twice.`);
    if (!VALUE.test(value)) {
      refuse(field, `\`${field}\` must be printable ASCII, without blanks at its ends. Encode what is not.`);
    }
    bytes += name.length + value.length;
    checked[name] = value;
  }
  if (bytes > MAX_BYTES)
    refuse('headers', `\`headers\` must come to at most ${MAX_BYTES} characters in all.`);
  return checked;
}

/** Whether a text can be a header value as it is. */
export function isHeaderValue(text: string): boolean {
  return VALUE.test(text);
}
