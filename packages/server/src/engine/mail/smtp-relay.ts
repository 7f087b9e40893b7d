/** A mail server and its login, from a URL such as `smtps://user:password@mail.example.com`. */
export interface SmtpRelay {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS wherever the server offers it. */
  isSecure: boolean;
  requireTls: boolean;
  user: string | undefined;
  password: string | undefined;
  /** Maximum number of connections. */
  maxConnections: number;
}

/**
 * Parses `smtp://` or `smtps://` URLs; query parameters are `connections` (1 to 200) and `tls=required`.
 * Throws with one sentence that says what is wrong without quoting credentials.
 */
export function parseSmtpUrl(text: string): SmtpRelay {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('It must be a URL such as smtps://user:password@mail.example.com:465.');
  }
  const isSecure = url.protocol === 'smtps:';
  const maxConnections = Number(url.searchParams.get('connections') ?? 16);
  if (!Number.isInteger(maxConnections) || maxConnections < 1 || maxConnections > 200) {
    throw new Error('Its parameter `connections` must be a whole number from 1 to 200.');
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    requireTls: url.searchParams.get('tls') === 'required',
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    maxConnections,
  };
}
