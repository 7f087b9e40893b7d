/** Where the embedded database logs; pino's loggers fit. */
export interface EmbeddedPostgresLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
