import { type DestinationStream, destination, type Logger, pino } from 'pino';

export interface LoggerOptions {
  level: string;
  /** Where lines go; standard output, written in blocks, unless told. */
  stream?: DestinationStream;
}

// Names under which a secret could travel in a logged object, at the top and one level down.
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

/** The JSON log: one wide line for each request and each attempt. */
export function createLogger({ level, stream }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    // Lines are gathered for a moment: at thousands a second, a system call for each costs more than the line.
    stream ?? destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 }),
  );
}

/** Of an error only what explains it: libraries hang whole connections, passwords included, on theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
