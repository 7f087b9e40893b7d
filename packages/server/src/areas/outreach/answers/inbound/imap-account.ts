import { ImapFlow, type ImapFlowOptions } from 'imapflow';

/** An unconnected client for the mailbox of a URL such as `imaps://user:password@mail.example.com/INBOX`. */
export function openImap(
  text: string,
  options: Pick<ImapFlowOptions, 'maxIdleTime'> = {},
): { client: ImapFlow; folder: string } {
  const url = new URL(text);
  const isSecure = url.protocol === 'imaps:';
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
    secure: isSecure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    ...options,
  });
  return { client, folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX' };
}
