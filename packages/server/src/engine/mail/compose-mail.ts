import type { MailMessage } from './mail.ts';
import { isPlainMail, writeMime } from './write-mime.ts';

/** Composes a mail as RFC 5322 bytes with CRLF line endings. Nothing in it is fetched or read from files. */
export async function composeMail(message: MailMessage, date: Date): Promise<Buffer> {
  if (isPlainMail(message)) return writeMime(message, date);
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
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
