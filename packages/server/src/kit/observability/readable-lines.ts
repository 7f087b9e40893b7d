import { plainText } from '../json-text.ts';

const colors: Record<string, string> = { warn: '\u001b[33m', error: '\u001b[31m', fatal: '\u001b[31m' };
const DIM = '\u001b[2m';
const RESET = '\u001b[0m';
/** Printed in this order without names: their meaning is obvious. */
const leading = ['method', 'route', 'status', 'result', 'event', 'response_code'] as const;

/**
 * Formats log lines for people: time, level, message, then the fields. Anything that is not a log line stays
 * as it is. Escape sequences from user input do not reach the terminal.
 */
export function formatReadable(lines: string, hasColors: boolean): string {
  return lines
    .split('\n')
    .map((line) => (line.startsWith('{') ? formatLine(line, hasColors) : line))
    .join('\n');
}

function formatLine(line: string, hasColors: boolean): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, time, msg, err, ...rest } = fields;
  const paint = (color: string | undefined, text: string) =>
    hasColors && color !== undefined && text !== '' ? `${color}${text}${RESET}` : text;
  const told = leading.flatMap((name) => {
    const value = rest[name];
    delete rest[name];
    return value === undefined ? [] : [formatValue(value)];
  });
  const named = Object.entries(rest).map(([name, value]) => `${name}=${formatValue(value)}`);
  const head = [
    paint(DIM, formatTime(time)),
    paint(colors[String(level)], String(level ?? '').padEnd(5)),
    plain(String(msg ?? '')),
    ...told,
    paint(DIM, named.join(' ')),
  ];
  return head.filter((part) => part !== '').join('  ') + paint(colors.error, formatError(err));
}

/** In the local time zone of whoever looks at the terminal. */
function formatTime(time: unknown): string {
  const at = new Date(String(time));
  if (Number.isNaN(at.getTime())) return String(time ?? '');
  const two = (value: number) => String(value).padStart(2, '0');
  const ms = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${ms}`;
}

function formatValue(value: unknown): string {
  return plain(plainText(value));
}

function formatError(err: unknown): string {
  if (err === undefined || err === null) return '';
  const { name, message, stack, cause } = err as Record<string, unknown>;
  const text = typeof stack === 'string' ? stack : `${String(name ?? 'Error')}: ${String(message ?? '')}`;
  const indented = plain(text).replace(/\n\s*/g, '\n      ');
  return `\n    ${indented}${cause === undefined ? '' : formatError(cause)}`;
}

/** Without terminal control characters. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
