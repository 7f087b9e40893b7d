import { describeError } from './describe-error.ts';
import type { LogCounts } from './log-counts.ts';

/** Takes wide lines, as fields or as the inside of their JSON object. pino's loggers fit. */
export interface LineLog {
  info(fields: object | string, message: string): void;
  error(fields: object, message: string): void;
}

export interface CountingLineLog extends LineLog {
  /** Lines received so far, written or not. */
  readonly count: number;
}

export interface LineLogOptions {
  level: string;
  stream: { write(text: string): unknown };
  /** Counts warning and error lines. */
  counts?: LogCounts;
}

/**
 * Writes wide log lines for the hot paths: thousands per second, each with fields that its caller names one
 * by one. It does not redact secrets, which costs pino more than the line itself, and it writes the lines of
 * one event loop turn together.
 */
export function createLineLog({ level, stream, counts }: LineLogOptions): CountingLineLog {
  let lines = '';
  let count = 0;
  const flush = () => {
    const text = lines;
    lines = '';
    stream.write(text);
  };
  const write = (label: string, fields: object | string, message: string) => {
    if (lines === '') setImmediate(flush);
    const members = typeof fields === 'string' ? fields : formatMembers(fields);
    lines += `{"level":"${label}","time":"${timeText()}",${members}${members && ','}"msg":"${message}"}\n`;
  };
  const isOn = (...levels: string[]) => levels.includes(level);
  const writesInfo = isOn('trace', 'debug', 'info');
  const writesErrors = !isOn('silent', 'fatal');
  return {
    info(fields, message) {
      count++;
      if (writesInfo) write('info', fields, message);
    },
    error(fields, message) {
      count++;
      counts?.note('error');
      if (writesErrors) write('error', fields, message);
    },
    get count() {
      return count;
    },
  };
}

function formatMembers(fields: object): string {
  const { err } = fields as { err?: unknown };
  const described = err === undefined ? fields : { ...fields, err: describeError(err) };
  return JSON.stringify(described).slice(1, -1);
}

let timeMs = 0;
let time = '';

/** Formatted once per millisecond. */
function timeText(): string {
  const nowMs = Date.now();
  if (nowMs !== timeMs) {
    timeMs = nowMs;
    time = new Date(nowMs).toISOString();
  }
  return time;
}
