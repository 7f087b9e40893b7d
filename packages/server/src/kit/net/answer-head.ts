import type { ResponseHeaders } from './outcome.ts';

/** The response is not HTTP/1.1, or its head is too large. */
export class AnswerError extends Error {
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

export interface Head {
  version: string;
  status: number;
  headers: ResponseHeaders;
}

/** @throws AnswerError */
export function parseHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const [, version, status] = STATUS_LINE.exec(first) ?? [];
  if (version === undefined) throw new AnswerError('its first line is not a status line');
  // Without a prototype, a header named `__proto__` or `constructor` is like any other.
  const headers: ResponseHeaders = Object.create(null) as ResponseHeaders;
  for (const line of lines) {
    const [name, value] = readHeader(line);
    const known = headers[name];
    headers[name] = known === undefined ? value : `${known}, ${value}`;
  }
  return { version, status: Number(status), headers };
}

/**
 * Lower-case name, and value. Obsolete line folding is rejected: nobody sends it any more, and not all
 * parsers handle it.
 *
 * @throws AnswerError
 */
export function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
  const value = withoutBlanks(line, colon + 1);
  if (!NAME.test(name) || NO_VALUE.test(value)) throw new AnswerError('a line of its head is not a header');
  return [name, value];
}

/**
 * Not `trim`, which strips characters that HTTP does not count as whitespace. A trailing tab stays: parsers
 * disagree on whether it belongs to the value, so a length or coding with one must not be accepted.
 */
function withoutBlanks(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start++;
  while (end > start && line.charCodeAt(end - 1) === 0x20) end--;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
