import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
import type { LogCounts } from './log-counts.ts';
import { formatReadable } from './readable-lines.ts';
import { currentTrace } from './tracing.ts';

export type LogFormat = 'auto' | 'json' | 'text';

export interface LoggerOptions {
  level: string;
  stream: DestinationStream;
  /** Counts warning and error lines. */
  counts?: LogCounts;
}

const FLUSH_AFTER_MS = 200;

/**
 * Standard output. Lines are batched briefly: each write wakes another thread, at the cost of a hundred
 * lines. They are batched as bytes, because with strings the stream would measure and encode the same ones
 * again and again. On a terminal the format is for people, unless JSON is requested.
 */
export function openLogStream(format: LogFormat = 'auto') {
  const stream = destination({
    dest: 1,
    sync: false,
    minLength: 65_536,
    maxWrite: 131_072,
    contentMode: 'buffer',
  });
  const write = stream.write as unknown as (bytes: Buffer) => boolean;
  const isReadable = format === 'text' || (format === 'auto' && process.stdout.isTTY);
  const hasColors = process.stdout.isTTY && !process.env.NO_COLOR;
  let isFlushAwaited = false;
  stream.write = (text) => {
    if (!isFlushAwaited) {
      isFlushAwaited = true;
      setTimeout(() => {
        isFlushAwaited = false;
        stream.flush();
      }, FLUSH_AFTER_MS).unref();
    }
    return write.call(stream, Buffer.from(isReadable ? formatReadable(text, hasColors) : text));
  };
  return stream;
}

// Names under which a secret could appear in a logged object, at the top and one level down.
const secretNames = [
  'authorization',
  'secret',
  'key',
  'api_key',
  'password',
  'token',
  'private_key',
  'sealed',
];

/** The JSON log. Secrets that slip into a logged object are redacted; wide lines go through `LineLog`. */
export function createLogger({ level, stream, counts }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const trace = currentTrace();
        return trace === undefined ? {} : { trace_id: trace.traceId, span_id: trace.spanId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method, number) {
          counts?.note(pino.levels.labels[number] ?? '');
          method.apply(this, args);
        },
      },
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    stream,
  );
}
