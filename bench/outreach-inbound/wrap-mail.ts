import iconv from 'iconv-lite';

/** How a mail program writes a reply: what it adds, how it quotes, and its encoding. */
export type WrapMail = (text: string, index: number) => Buffer;

const quoted =
  'Hi,\nwould a call next week suit you? Interested, or not interested at all?\nI am out of office on Friday.\n--\nSales, 1 Main Street\nUnsubscribe: http://sales.example/o/u/1';

const head = (index: number, more: readonly string[]) =>
  [
    `From: "P. ${index}" <p${index}@person.example>`,
    'To: Sales <sales@in.example.test>',
    'Subject: Re: A question',
    `Message-ID: <${index}.${more.length}@person.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0100',
    'MIME-Version: 1.0',
    ...more,
    '',
    '',
  ].join('\r\n');

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
const quotePrintable = (bytes: Buffer) =>
  [...bytes]
    .map((byte) =>
      byte === 10
        ? '\r\n'
        : (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32
          ? String.fromCharCode(byte)
          : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
    .split('\r\n')
    .map((line) => line.replace(/.{70}(?==|[^=]{3})/g, '$&=\r\n').replace(/ $/, '=20'))
    .join('\r\n');
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const toDivs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<div>${escapeHtml(line) || '<br>'}</div>`)
    .join('');
const block = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

function pick<T>(index: number, forms: readonly [T, ...T[]]): T {
  return forms[index % forms.length] ?? forms[0];
}

/** A web mailer: text and HTML parts, the quote below a line that names its author. */
const webMailer: WrapMail = (text, index) => {
  const attribution = pick(index, [
    'On Fri, Nov 20, 2026 at 10:00 AM Sales <sales@in.example.test> wrote:',
    'Am Fr., 20. Nov. 2026 um 10:00 Uhr schrieb Sales <sales@in.example.test>:',
    'Le ven. 20 nov. 2026 à 10:00, Sales <sales@in.example.test> a écrit :',
    'El vie, 20 nov 2026 a las 10:00, Sales (<sales@in.example.test>) escribió:',
  ]);
  const plain = `${text}\n\n${attribution}\n\n${block(quoted)}\n`;
  const html = `<div dir="ltr">${toDivs(text)}</div><br><div class="gmail_quote"><div class="gmail_attr">${escapeHtml(attribution)}<br></div><blockquote class="gmail_quote">${toDivs(quoted)}</blockquote></div>`;
  return Buffer.from(
    `${head(index, ['Content-Type: multipart/alternative; boundary="0000web"'])}--0000web\r\nContent-Type: text/plain; charset="UTF-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotePrintable(Buffer.from(plain))}\r\n--0000web\r\nContent-Type: text/html; charset="UTF-8"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(Buffer.from(html))}\r\n--0000web--\r\n`,
  );
};

/** An office program: only HTML, a disclaimer of the company, and the header block of the original mail. */
const officeHtml: WrapMail = (text, index) => {
  const [from, sent, to, subject] = pick<readonly [string, string, string, string]>(index, [
    ['From', 'Sent', 'To', 'Subject'],
    ['Von', 'Gesendet', 'An', 'Betreff'],
    ['De', 'Envoyé', 'À', 'Objet'],
    ['De', 'Enviado', 'Para', 'Asunto'],
  ]);
  const disclaimer =
    'This message is confidential. If you are not the intended recipient, please delete it and do not contact anybody about it.';
  const html = `<html><head><style>p.MsoNormal{margin:0}</style></head><body lang="EN"><div class="WordSection1">${toDivs(text)}<p class="MsoNormal"><span style="font-size:8pt">${disclaimer}</span></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>${from}:</b> Sales &lt;sales@in.example.test&gt;<br><b>${sent}:</b> Friday, 20 November 2026 10:00<br><b>${to}:</b> P. ${index}<br><b>${subject}:</b> A question</p></div>${toDivs(quoted)}</div></body></html>`;
  return Buffer.from(
    `${head(index, ['Content-Type: text/html; charset="utf-8"', 'Content-Transfer-Encoding: base64'])}${base64(Buffer.from(html))}\r\n`,
  );
};

/** A phone: short, with the signature of the device and the whole mail quoted. */
const telephone: WrapMail = (text, index) => {
  const signature = pick(index, [
    'Sent from my iPhone',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
  ]);
  const plain = `${text}\n\n${signature}\n\n> On 20 Nov 2026, at 10:00, Sales <sales@in.example.test> wrote:\n> \n${block(quoted)}\n`;
  return Buffer.from(
    `${head(index, ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'])}${quotePrintable(Buffer.from(plain))}\r\n`,
  );
};

/** An old program with the encoding of its region, sent as 8bit. */
const regional: WrapMail = (text, index) => {
  const charset = /[\u3040-\u30ff\u4e00-\u9fff]/.test(text)
    ? index % 2 === 0
      ? 'shift_jis'
      : 'euc-jp'
    : index % 2 === 0
      ? 'windows-1252'
      : 'iso-8859-15';
  const plain = `${text.replace(/\u2019/g, "'").replace(/\u2013/g, '-')}\n\n-----Original Message-----\nFrom: Sales\n${quoted}\n`;
  return Buffer.concat([
    Buffer.from(
      head(index, [
        `Content-Type: text/plain; charset=${charset}; format=flowed`,
        'Content-Transfer-Encoding: 8bit',
      ]),
    ),
    iconv.encode(plain.replace(/\n/g, '\r\n'), charset),
  ]);
};

/** Only the text. */
const bare: WrapMail = (text, index) =>
  Buffer.from(
    `${head(index, ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'])}${base64(Buffer.from(text))}\r\n`,
  );

export const mailForms: readonly WrapMail[] = [webMailer, officeHtml, telephone, regional, bare];

/** An automatic reply, with the headers of its program. */
export function wrapAutomatic(
  mail: { subject: string; text: string; headers: readonly string[] },
  index: number,
): Buffer {
  const encoded = /^[\x20-\x7e]*$/.test(mail.subject)
    ? mail.subject
    : `=?UTF-8?B?${Buffer.from(mail.subject).toString('base64')}?=`;
  const fields = [
    `From: <o${index}@away.example>`,
    'To: <sales@in.example.test>',
    `Subject: ${encoded}`,
    `Message-ID: <auto${index}@away.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    ...mail.headers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ];
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\n${base64(Buffer.from(mail.text))}\r\n`);
}
