interface Case {
  name: string;
  raw: string;
  classification: string;
  /** The day of the return, for mails that name one. */
  away?: string;
}

let count = 0;

/** A reply in the format of mail programs. */
export function reply(mail: {
  from: string;
  text: string;
  subject?: string;
  inReplyTo?: string;
  headers?: string[];
}): string {
  return [
    `From: ${mail.from}`,
    'To: sales@in.example.test',
    `Subject: ${encode(mail.subject ?? 'Re: A question')}`,
    `Message-ID: <reply${++count}@${mail.from.split('@')[1]}>`,
    ...(mail.inReplyTo ? [`In-Reply-To: ${mail.inReplyTo}`, `References: ${mail.inReplyTo}`] : []),
    ...(mail.headers ?? []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(mail.text).toString('base64'),
    '',
  ].join('\r\n');
}

function encode(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
}

const person = (name: string, classification: string, text: string, subject?: string): Case => ({
  name: `${classification}: ${name}`,
  classification,
  raw: reply({ from: `p${count}@person.example.test`, text, ...(subject && { subject }) }),
});

const auto = (name: string, text: string, subject: string, away?: string): Case => ({
  name: `out of office: ${name}`,
  classification: 'out_of_office',
  ...(away && { away }),
  raw: reply({
    from: `o${count}@away.example.test`,
    text,
    subject,
    headers: ['Auto-Submitted: auto-replied'],
  }),
});

const quoted =
  '\n\nOn Mon, Nov 16, 2026 at 10:00 AM Sales <sales@in.example.test> wrote:\n> Are you interested? Unsubscribe: http://x\n> No thanks';

function report(parts: {
  id: string;
  from: string;
  subject: string;
  type: string;
  fields: string[];
  original: string[];
}): string {
  return [
    `From: ${parts.from}`,
    'To: sales@in.example.test',
    `Subject: ${parts.subject}`,
    `Message-ID: ${parts.id}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${parts.type}; boundary="b1"`,
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system.',
    '--b1',
    `Content-Type: message/${parts.type}`,
    '',
    ...parts.fields,
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    ...parts.original,
    '',
    'Hello',
    '--b1--',
    '',
  ].join('\r\n');
}

const original = [
  `Message-ID: <com_${'0'.repeat(32)}@in.example.test>`,
  'From: sales@in.example.test',
  'Subject: A question',
];
const nextYear = new Date().getUTCFullYear() + 1;

export const cases: Case[] = [
  person('English', 'positive', `Hi, sounds interesting, tell me more.${quoted}`),
  person(
    'German',
    'positive',
    'Hallo, klingt spannend, gerne können wir einen Termin vereinbaren.\n\nAm 16.11.2026 um 10:00 schrieb Sales:\n> Kein Interesse?',
  ),
  person('French', 'positive', 'Bonjour, cela nous intéresse, avec plaisir pour un appel.'),
  person('Spanish', 'positive', 'Hola, me interesa, me gustaría agendar una llamada.'),
  person('Japanese', 'positive', 'お世話になっております。興味があります。詳しくお聞かせください。'),
  person('Italian', 'positive', 'Buongiorno, volentieri, possiamo fissare una chiamata.'),
  person('Portuguese', 'positive', 'Olá, tenho interesse, podemos falar.'),
  person('Dutch', 'positive', 'Hallo, klinkt goed, graag meer horen.'),
  person('English', 'negative', `Thanks, but we are not interested.${quoted}`),
  person('German', 'negative', 'Nein danke, wir haben keinen Bedarf.'),
  person('French', 'negative', 'Non merci, nous ne sommes pas intéressés.'),
  person('Spanish', 'negative', 'No, gracias. No nos interesa.'),
  person('Japanese', 'negative', '恐れ入りますが、今回は見送らせていただきます。'),
  person('Italian', 'negative', 'No grazie, non siamo interessati.'),
  person('English word', 'unsubscribe', 'UNSUBSCRIBE'),
  person('English', 'unsubscribe', 'Please remove me from your list.'),
  person('German', 'unsubscribe', 'Bitte nehmen Sie mich aus Ihrem Verteiler.'),
  person('French', 'unsubscribe', 'Merci de me désinscrire de votre liste.'),
  person('Spanish', 'unsubscribe', 'Quiero darme de baja.'),
  person('Japanese', 'unsubscribe', '配信停止をお願いします。'),
  person('English', 'question', 'What does it cost for 20 people?'),
  person('Japanese', 'question', '料金はいくらですか？'),
  person('plain', 'neutral', 'I have forwarded this to my colleague Bob.'),
  auto(
    'English',
    `I am out of the office until January 12, ${nextYear}.`,
    'Automatic reply: A question',
    `${nextYear}-01-12`,
  ),
  auto(
    'German',
    `Ich bin bis 15.01.${nextYear} nicht im Büro. In dringenden Fällen: 030 1234567.`,
    'Automatische Antwort: A question',
    `${nextYear}-01-15`,
  ),
  auto(
    'French',
    `Je suis en congés, de retour le 20 janvier ${nextYear}.`,
    'Réponse automatique : A question',
    `${nextYear}-01-20`,
  ),
  auto(
    'Spanish',
    `Estoy fuera de la oficina hasta el 8 de enero de ${nextYear}.`,
    'Respuesta automática: A question',
    `${nextYear}-01-08`,
  ),
  auto(
    'Japanese',
    `休暇中のため不在にしております。${nextYear}年1月6日に戻ります。`,
    '自動応答: A question',
    `${nextYear}-01-06`,
  ),
  auto(
    'Italian',
    `Sono in ferie dal 2 gennaio ${nextYear}, rientro il 9 gennaio ${nextYear}.`,
    'Risposta automatica: A question',
    `${nextYear}-01-09`,
  ),
  auto(
    'Dutch',
    `Ik ben afwezig van 2 januari ${nextYear} tot 11 januari ${nextYear}.`,
    'Automatisch antwoord: A question',
    `${nextYear}-01-11`,
  ),
  auto('without a date', 'I am on vacation with limited access to email.', 'Out of office'),
  {
    name: 'out of office: without a header that says so',
    classification: 'out_of_office',
    raw: reply({ from: 'quiet@away.example.test', subject: 'Abwesenheitsnotiz', text: 'Ich bin im Urlaub.' }),
  },
  {
    name: 'automatic: a ticket system',
    classification: 'auto_reply',
    raw: reply({
      from: 'support@desk.example.test',
      text: 'We have received your message. Ticket 4711.',
      headers: ['Auto-Submitted: auto-generated'],
    }),
  },
  {
    name: 'bounce: RFC 3464, no such user',
    classification: 'bounce',
    raw: report({
      id: '<mx1@mx.example.test>',
      from: 'MAILER-DAEMON@mx.example.test',
      subject: 'Undelivered Mail Returned to Sender',
      type: 'delivery-status',
      fields: [
        'Reporting-MTA: dns; mx.example.test',
        '',
        'Final-Recipient: rfc822; dead@bounce.example.test',
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 no such user',
      ],
      original,
    }),
  },
  {
    // The report of a mail server about a recipient's server that refuses the recipient with only "other" as reason.
    name: 'bounce: refused for good without a word on why',
    classification: 'bounce',
    raw: report({
      id: '<mx4@mx.example.test>',
      from: 'MAILER-DAEMON@mx.example.test',
      subject: 'Undelivered Mail Returned to Sender',
      type: 'delivery-status',
      fields: [
        'Reporting-MTA: dns; mx.example.test',
        '',
        'Final-Recipient: rfc822; dead@bounce.example.test',
        'Action: failed',
        'Status: 5.3.0',
        'Diagnostic-Code: smtp; 500 5.3.0 Error: command failed',
      ],
      original,
    }),
  },
  {
    name: 'soft bounce: mailbox full',
    classification: 'soft_bounce',
    raw: report({
      id: '<mx2@mx.example.test>',
      from: 'postmaster@mx.example.test',
      subject: 'Delivery Status Notification (Failure)',
      type: 'delivery-status',
      fields: [
        'Reporting-MTA: dns; mx.example.test',
        '',
        'Final-Recipient: rfc822; full@bounce.example.test',
        'Action: failed',
        'Status: 5.2.2',
        'Diagnostic-Code: smtp; 552 5.2.2 mailbox full',
      ],
      original,
    }),
  },
  {
    name: 'soft bounce: delayed',
    classification: 'soft_bounce',
    raw: report({
      id: '<mx3@mx.example.test>',
      from: 'MAILER-DAEMON@mx.example.test',
      subject: 'Delayed Mail (still being retried)',
      type: 'delivery-status',
      fields: [
        'Reporting-MTA: dns; mx.example.test',
        '',
        'Final-Recipient: rfc822; slow@bounce.example.test',
        'Action: delayed',
        'Status: 4.4.1',
      ],
      original,
    }),
  },
  {
    name: 'bounce: German, without a report',
    classification: 'bounce',
    raw: [
      'From: Mail Delivery System <mailer-daemon@alt.example.test>',
      'To: sales@in.example.test',
      'Subject: Unzustellbar: A question',
      'Message-ID: <old1@alt.example.test>',
      '',
      'Ihre Nachricht an <weg@alt.example.test> konnte nicht zugestellt werden.',
      '550 5.1.1 Unbekannter Empfaenger',
      '',
    ].join('\r\n'),
  },
  {
    name: 'bounce: Japanese, without a report',
    classification: 'bounce',
    raw: reply({
      from: 'mailer-daemon@mx.example.test',
      subject: '配信不能',
      text: 'メールを配達できませんでした。\n550 5.1.1 <gone@example.test> User unknown',
    }),
  },
  {
    name: 'complaint: ARF, abuse',
    classification: 'complaint',
    raw: report({
      id: '<arf1@provider.example.test>',
      from: 'feedback@provider.example.test',
      subject: 'FW: A question',
      type: 'feedback-report',
      fields: [
        'Feedback-Type: abuse',
        'User-Agent: Provider/1.0',
        'Version: 1',
        'Original-Rcpt-To: angry@complaint.example.test',
      ],
      original,
    }),
  },
];
