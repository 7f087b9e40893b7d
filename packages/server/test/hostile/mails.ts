import { type HostileInput, request, times } from './hostile-input.ts';

const head = 'From: ann@hostile.example.test\r\nTo: sales@in.example.test\r\nSubject: Re: hello\r\n';
const mime = `${head}MIME-Version: 1.0\r\n`;
const MB = 1_000_000;
const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Mails of up to about a megabyte, as the API accepts them. `size` is the size of the expensive part. */
export function hostileMails(size: number): Record<string, string> {
  return {
    'blank lines': `${head}\r\n${fill('\r\n', size)}`,
    'lines of one blank': `${head}\r\n${fill(' \r\n', size)}`,
    'lines of one dot': `${head}\r\n${fill('.\r\n', size)}`,
    'one line': `${head}\r\n${fill('x', size)}`,
    'one line of blanks': `${head}\r\n${fill(' ', size)}x`,
    'blanks before each line end': `${head}\r\n${fill(`${' '.repeat(200)}\r\n`, size)}`,
    'returns without line feeds': `${head}\r\n${fill('\r', size)}`,
    'quoted lines': `${head}\r\n${fill('> > > >\r\n', size)}`,
    'attributions in a row': `${head}\r\n${fill('On Monday at 10:00 2026 Ann <a@b.example> wrote\r\n', size)}`,
    'dashes and underscores': `${head}\r\n${fill('-----_____', size)}`,
    'words of many answers': `${head}\r\n${fill('not remove the delete my please do never stop your list ', size)}`,
    'dates in a row': `${head}Auto-Submitted: auto-replied\r\n\r\n${fill('until 1.2. 3/4 5-6 12. Mai ', size)}`,
    'a header folded without end': `${head}X-Long: a\r\n${fill(' b\r\n', size)}\r\nHello`,
    'headers without end': `${head}${fill('X-A: b\r\n', size)}\r\nHello`,
    'a header of encoded words': `${head}X-Enc: ${fill('=?utf-8?q?=41?= ', size)}\r\n\r\nHello`,
    'encoded words that are broken': `From: a@b.example\r\nSubject: ${fill('=?utf-8?b?', size)}\r\n\r\nHello`,
    'a hundred thousand recipients': `From: a@b.example\r\nTo: ${fill('a@b.example, ', size)}\r\nSubject: x\r\n\r\nHello`,
    'recipients in nested comments': `From: a@b.example\r\nTo: ${fill('(', size)}\r\nSubject: x\r\n\r\nHello`,
    'recipients in groups': `From: a@b.example\r\nTo: ${fill('g:a@b.example;', size)}\r\nSubject: x\r\n\r\nHello`,
    'quotes that do not end': `From: ${fill('"', size)} <a@b.example>\r\nSubject: x\r\n\r\nHello`,
    'references without end': `${head}References: ${fill('<a@b> ', size)}\r\n\r\nHello`,
    'parts in parts': `${mime}${times(2_000, (i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`)}`,
    'very many parts': `${mime}Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill('--b\r\n\r\nx\r\n', size)}--b--`,
    'boundaries that almost fit': `${mime}Content-Type: multipart/mixed; boundary=${'b'.repeat(70)}\r\n\r\n${fill(`--${'b'.repeat(69)}\r\n`, size)}`,
    'a boundary that is empty': `${mime}Content-Type: multipart/mixed; boundary=""\r\n\r\n${fill('--\r\n', size)}`,
    'base 64 that is none': `${mime}Content-Transfer-Encoding: base64\r\n\r\n${fill('=%%=\r\n', size)}`,
    'quoted-printable without end': `${mime}Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill('=\r\n', size)}`,
    'quoted-printable that is broken': `${mime}Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill('=ZZ=A=', size)}`,
    'format flowed': `${mime}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${fill('a \r\n', size)}`,
    'markup that does not close': `${mime}Content-Type: text/html\r\n\r\n${fill('<', size)}`,
    'markup that nests': `${mime}Content-Type: text/html\r\n\r\n${fill('<div>', size)}`,
    'comments that do not close': `${mime}Content-Type: text/html\r\n\r\n${fill('<!--', size)}`,
    'quotes in quotes': `${mime}Content-Type: text/html\r\n\r\n${fill('<blockquote><style>', size)}`,
    'entities that are none': `${mime}Content-Type: text/html\r\n\r\n${fill('&amp&#x;&zzz', size)}`,
    'parameters in pieces': `${mime}Content-Type: text/plain; ${times(20_000, (i) => `name*${i}*=%41;`)}\r\n\r\nHello`,
    'a charset that is wide': `${mime}Content-Type: text/plain; charset=utf-32\r\n\r\n${fill('\u0001\u0002', size)}`,
    'a report without end': `${mime}Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${fill('Status: 5.1.1\r\n ', size)}\r\n--b--`,
    'a mail in a mail in a mail': `${mime}${times(3_000, 'Content-Type: message/rfc822\r\n\r\n')}Hello`,
    'an invitation without end': `${mime}Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\n${fill('BEGIN:VEVENT\r\n', size)}`,
  };
}

/** A body of the API has at most a megabyte, and a line break takes two characters of it. */
const API_SIZE = 0.25 * MB;

export const hostileInbound: HostileInput[] = Object.entries(hostileMails(API_SIZE)).map(([name, raw]) =>
  request(name, 'POST', '/v1/outreach/inbound', { raw: raw.replaceAll('\r\n', '\n') }),
);
