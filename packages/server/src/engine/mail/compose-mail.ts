import type { MailMessage } from './mail.ts';

/** Writes a mail as RFC 5322 bytes with CRLF line ends. Nothing in it is fetched or read from files. */
export async function composeMail(message: MailMessage, date: Date): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js');
  const { from, to, subject, text, html, headers, messageId, replyTo, calendar } = message;
  const composer = new MailComposer({
    from,
    to,
    subject,
    text,
    messageId,
    date,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(html !== undefined && { html }),
    ...(replyTo !== undefined && { replyTo }),
    ...(headers !== undefined && { headers }),
    ...(calendar !== undefined && { icalEvent: { method: calendar.method, content: calendar.content } }),
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
