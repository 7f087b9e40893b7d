/** An incoming mail with its label, written by somebody who did not know the rules. */
export interface BlindMail {
  label:
    | 'positive'
    | 'negative'
    | 'question'
    | 'neutral'
    | 'unsubscribe'
    | 'out_of_office'
    | 'auto_reply'
    | 'bounce'
    | 'soft_bounce'
    | 'complaint';
  /** The day of the return, if the mail names one. */
  away?: string;
  subject?: string;
  from?: string;
  headers?: readonly string[];
  /** Plain text, unless `type` says otherwise. */
  body: string;
  type?: string;
}

/** The bytes of a mail with these headers and this body. */
export function toRaw({ subject, from, headers, body, type }: BlindMail, index: number): Buffer {
  const title = subject ?? 'Re: Shorter routes for your fleet';
  const encoded = /^[\x20-\x7e]*$/.test(title)
    ? title
    : `=?UTF-8?B?${Buffer.from(title).toString('base64')}?=`;
  const fields = [
    `From: ${from ?? `Somebody <somebody${index}@firm.example>`}`,
    'To: Sam Seller <sam@in.example.test>',
    `Subject: ${encoded}`,
    `Message-ID: <blind${index}@firm.example>`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...(headers ?? []),
    `Content-Type: ${type ?? 'text/plain; charset=utf-8'}`,
    'Content-Transfer-Encoding: 8bit',
  ];
  return Buffer.from(`${fields.join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}\r\n`);
}

const HTML = 'text/html; charset=utf-8';
const report = (kind: string) => `multipart/report; report-type=${kind}; boundary="b1"`;
const parts = (...all: readonly [type: string, text: string][]) =>
  `${all.map(([type, text]) => `--b1\nContent-Type: ${type}\n\n${text}\n`).join('\n')}\n--b1--\n`;
const returned =
  'From: Sam <sam@in.example.test>\nTo: kim@gone.example\nSubject: Shorter routes for your fleet\nMessage-ID: <com_00000000000000000000000000000000@in.example.test>\n';

/** The first set. */
export const firstBlindMails: readonly BlindMail[] = [
  // The sender wants to continue.
  {
    label: 'positive',
    body: `Hi Sam,

I'd be curious to see how this handles multi-stop routes with cold chain. Do you have half an hour on Tuesday or Wednesday?

Cheers
Rachel

Rachel Abbott | VP Logistics | Northwind Foods
T +44 20 7946 0000

From: Sam Seller <sam@in.example.test>
Sent: 20 November 2026 10:02
To: Rachel Abbott <rachel@firm.example>
Subject: Shorter routes for your fleet

Hi Rachel, if this is not for you just say no thanks.`,
  },
  {
    label: 'positive',
    body: 'Yeah ok, ping me after Thanksgiving and we’ll find a slot.\n\nSent from my iPhone',
  },
  { label: 'positive', body: 'this is timely. cc-ing Dave who is running the RFP. Dave pls include them' },
  {
    label: 'positive',
    type: HTML,
    body: `<html><body><div style="font-family:Calibri">Hi Sam,<br><br>Let me know what you need from us to get a quote for roughly 80 vans.<br><br>Thanks<br>Tom</div><hr><div><b>From:</b> Sam<br>Not interested? Unsubscribe here</div></body></html>`,
  },
  {
    label: 'positive',
    body: `Hallo Sam,

wir sind tatsächlich gerade auf der Suche nach so etwas. Melden Sie sich gern telefonisch unter 0221 5550100, am besten vormittags.

Viele Grüße
Jens Hartwig
--
Hartwig Spedition GmbH, Amtsgericht Köln HRB 12345
Diese E-Mail ist vertraulich. Sollten Sie nicht der Empfänger sein, löschen Sie diese bitte.`,
  },
  {
    label: 'positive',
    body: 'Moin, hört sich gut an. Ich bin ab dem 1.12. wieder etwas freier, sollen wir dann mal sprechen?\n\nGruß Ole',
  },
  {
    label: 'positive',
    body: `Bonjour Sam,

Effectivement nous cherchons à réduire nos kilomètres. Je vous propose un appel vendredi à 11h ?

Bien à vous,
Claire Morel

Le ven. 20 nov. 2026 à 09:14, Sam Seller <sam@in.example.test> a écrit :

> Bonjour Claire,
> si vous ne souhaitez plus recevoir mes messages, dites-le moi.`,
  },
  {
    label: 'positive',
    body: 'Hola Sam:\n\nTe paso mi calendario para que elijas el hueco que mejor te venga: https://cal.example/pilar\n\nUn saludo, Pilar',
  },
  {
    label: 'positive',
    body: 'Oi Sam, tudo bem? Quero entender melhor como funciona. Me chama no WhatsApp: +55 11 95555-0100.\n\nAbs, Thiago',
  },
  {
    label: 'positive',
    body: 'Salve, ne parlo volentieri. Che ne dice di lunedì prossimo verso le 15?\nCordiali saluti\nMarta',
  },
  {
    label: 'positive',
    body: 'Dag Sam, we staan er zeker voor open. Zullen we een half uurtje plannen in week 49?\nGr. Joris',
  },
  {
    label: 'positive',
    subject: 'Odp: Krótsze trasy',
    body: `Dzień dobry,

temat jest dla nas ciekawy. Proszę o przesłanie oferty, możemy porozmawiać w przyszłym tygodniu.

Pozdrawiam
Anna Kowalska

W dniu 20.11.2026 o 10:02, Sam Seller pisze:
> Jeśli nie jest Pani zainteresowana, proszę o informację.`,
  },
  {
    label: 'positive',
    subject: 'Sv: Kortare rutter',
    body: 'Hej Sam!\n\nDet låter intressant, vi kan gärna ta ett möte. Har du tid på torsdag?\n\nMvh Karin',
  },
  {
    label: 'positive',
    subject: 'Re: 配送ルートのご提案',
    body: 'セラー様\n\nお世話になっております。株式会社例の田中です。\nご提案ありがとうございます。前向きに検討したいので、詳しい資料をお送りください。\n\nよろしくお願いいたします。',
  },
  // The sender declines.
  {
    label: 'negative',
    body: 'Sam - appreciate the persistence but this isn’t on our radar. Wishing you all the best.',
  },
  {
    label: 'negative',
    body: 'We evaluated three vendors for this in spring and went with one of them. Thanks anyway.\n\nMark',
  },
  { label: 'negative', body: 'Hi, we are a software company and do not have any vehicles.\n\nBest, Lena' },
  { label: 'negative', body: 'I get twenty of these a day. The answer is no.' },
  {
    label: 'negative',
    body: 'Sehr geehrter Herr Seller,\n\nvielen Dank für Ihr Angebot, von dem wir derzeit keinen Gebrauch machen möchten.\n\nFreundliche Grüße\ni.A. Petra Scholz',
  },
  { label: 'negative', body: 'Hallo, das haben wir intern gelöst. Trotzdem danke und viel Erfolg.' },
  {
    label: 'negative',
    body: 'Bonjour,\nNotre flotte est externalisée, votre offre ne nous est donc pas utile.\nCordialement',
  },
  {
    label: 'negative',
    body: 'Buenos días, le agradezco el correo pero de momento estamos bien como estamos.\nSaludos',
  },
  {
    label: 'negative',
    body: 'Buongiorno, abbiamo appena rinnovato con il fornitore attuale. La ringrazio.\nSaluti',
  },
  { label: 'negative', body: 'Bom dia, no momento não é prioridade para nós. Sucesso!' },
  {
    label: 'negative',
    subject: 'Odp: Krótsze trasy',
    body: 'Dzień dobry,\ndziękuję, ale nie jesteśmy zainteresowani. Korzystamy już z podobnego rozwiązania.\nPozdrawiam',
  },
  {
    label: 'negative',
    subject: 'Sv: Kortare rutter',
    body: 'Hej, tack men nej tack. Vi har redan en leverantör som vi är nöjda med.',
  },
  {
    label: 'negative',
    body: 'ご連絡いただきありがとうございます。社内で検討した結果、今回はご縁がなかったということでお願いいたします。',
  },
  // The sender has a question first.
  {
    label: 'question',
    body: 'Does your optimizer respect driver break rules in the EU?\n\nAlso who else in food retail uses it?',
  },
  { label: 'question', body: 'What’s the catch?' },
  { label: 'question', body: 'Interesting claim. 18% compared to what baseline, exactly?' },
  { label: 'question', body: 'Wo stehen Ihre Server und wer hat Zugriff auf die Fahrerdaten?' },
  {
    label: 'question',
    body: 'Hallo, ist das auch für Fahrradkuriere geeignet? Und ab wie vielen Fahrzeugen lohnt es sich?\nGruß',
  },
  { label: 'question', body: 'Bonjour, votre logiciel fonctionne-t-il avec des tachygraphes Stoneridge ?' },
  { label: 'question', body: 'Hola, ¿esto tiene integración con Odoo? ¿Qué precio tiene para 12 camiones?' },
  { label: 'question', body: 'Qual è la differenza rispetto a Google Maps?' },
  {
    label: 'question',
    subject: 'Odp: Krótsze trasy',
    body: 'Czy system działa po polsku i ile kosztuje licencja?',
  },
  {
    label: 'question',
    subject: 'Sv: Kortare rutter',
    body: 'Hur hanterar ni personuppgifter? Var lagras datan?',
  },
  { label: 'question', body: 'トラック30台の場合の費用はおいくらでしょうか。' },
  // Neither yes nor no: another person or another time would be right.
  {
    label: 'neutral',
    body: 'Hi Sam, I’m not the person for this. You want Bill Hughes, bill.hughes@firm.example.',
  },
  { label: 'neutral', body: 'Circle back in Q2 please, we are in the middle of a migration.' },
  { label: 'neutral', body: 'Thanks Sam. Budget season is in March, reach out then.' },
  { label: 'neutral', body: 'Got it, will discuss with the team and get back to you.' },
  {
    label: 'neutral',
    body: 'Bitte wenden Sie sich an unseren Einkauf: einkauf@firma.example. Ich bin dafür nicht verantwortlich.',
  },
  {
    label: 'neutral',
    body: 'Hallo Sam, bei uns läuft gerade ein Umzug. Kommen Sie doch im Frühjahr noch einmal auf mich zu.',
  },
  {
    label: 'neutral',
    body: 'Bonjour, je ne suis plus en charge de la logistique, merci de contacter M. Petit.',
  },
  {
    label: 'neutral',
    body: 'Bonjour, recontactez-moi en janvier s’il vous plaît, nous clôturons l’exercice.',
  },
  {
    label: 'neutral',
    body: 'Buenas, el responsable de flota es Javier Ruiz (jruiz@empresa.example), escríbale a él.',
  },
  { label: 'neutral', body: 'Buongiorno, giro la mail al responsabile acquisti.' },
  {
    label: 'neutral',
    subject: 'Odp: Krótsze trasy',
    body: 'Dzień dobry, proszę o kontakt z panem Nowakiem z działu transportu.',
  },
  { label: 'neutral', body: '来年度の予算編成の時期（2月頃）に改めてご連絡ください。' },
  // The sender wants no more mail.
  { label: 'unsubscribe', body: 'Pls take me out of whatever cadence this is.' },
  {
    label: 'unsubscribe',
    body: 'I never agreed to receive this. Under GDPR Art. 17 I request erasure of my personal data and confirmation within 30 days.',
  },
  {
    label: 'unsubscribe',
    body: 'stop emailing me\n\nOn Fri, Nov 20, 2026 at 10:02 AM Sam Seller <sam@in.example.test> wrote:\n\n> Happy to show you a demo, are you interested?',
  },
  { label: 'unsubscribe', body: 'Bitte keine weiteren Mails. Danke.' },
  {
    label: 'unsubscribe',
    body: 'Nehmen Sie meine Adresse aus dem Verteiler, sonst geht das an meinen Anwalt.',
  },
  { label: 'unsubscribe', body: 'Merci de ne plus m’envoyer de mails.' },
  { label: 'unsubscribe', body: 'Por favor elimíneme de su lista de correo. No vuelva a escribirme.' },
  { label: 'unsubscribe', body: 'Vi chiedo di non inviarmi più comunicazioni commerciali.' },
  {
    label: 'unsubscribe',
    subject: 'Odp: Krótsze trasy',
    body: 'Proszę o usunięcie mojego adresu z bazy i nie wysyłanie więcej wiadomości.',
  },
  { label: 'unsubscribe', subject: 'Sv: Kortare rutter', body: 'Ta bort mig från er sändlista.' },
  { label: 'unsubscribe', subject: 'unsubscribe', body: '' },
  // The person is away.
  {
    label: 'out_of_office',
    away: '2026-12-01',
    subject: 'Automatic reply: Shorter routes for your fleet',
    headers: [
      'Auto-Submitted: auto-generated',
      'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent',
    ],
    body: 'Thanks for your message. I am OOO attending a conference and back at my desk Tue 1 Dec. Ping Laura for anything that can’t wait.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-28',
    subject: 'Vacation: Re: Shorter routes',
    headers: ['Precedence: bulk', 'Auto-Submitted: auto-replied (vacation)'],
    body: 'I will be unreachable Dec 14 - Dec 25. Returning Monday 28th December. Please direct urgent issues to ops@firm.example, 555-0134.',
  },
  {
    label: 'out_of_office',
    subject: 'Re: Shorter routes for your fleet',
    body: 'Hi! I’m on maternity leave and won’t be checking this inbox. Please contact Amir Khan (amir@firm.example) in my absence.',
  },
  {
    label: 'out_of_office',
    away: '2027-01-04',
    subject: 'Automatische Antwort: Kürzere Touren',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'Guten Tag,\n\nich habe Urlaub und bin ab Montag, den 04. Januar 2027 wieder für Sie da. Ihre E-Mail wird nicht weitergeleitet.\n\nFreundliche Grüße\nSabine Vogt',
  },
  {
    label: 'out_of_office',
    away: '2026-11-27',
    subject: 'Abwesenheitsnotiz',
    body: 'Ich bin bis einschließlich 27.11. nicht erreichbar. In dringenden Fällen wenden Sie sich bitte an zentrale@firma.example.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-07',
    subject: 'Réponse automatique : Tournées plus courtes',
    headers: ['X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-generated'],
    body: 'Bonjour,\nJe suis absente du lundi 23 novembre au vendredi 4 décembre inclus. De retour le lundi 7 décembre.\nEn cas d’urgence : 01 55 55 01 00.',
  },
  {
    label: 'out_of_office',
    away: '2026-11-30',
    subject: 'Respuesta automática: Rutas más cortas',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Estaré fuera de la oficina hasta el lunes 30 de noviembre. Para temas urgentes, contactar con soporte@empresa.example.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-09',
    subject: 'Risposta automatica: Percorsi più brevi',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Sono assente dall’ufficio fino al 8 dicembre. Rientrerò mercoledì 9 dicembre 2026 e risponderò appena possibile.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-14',
    subject: 'Resposta automática: Rotas mais curtas',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Olá, estou de férias e retorno em 14/12/2026. Em caso de urgência fale com Beatriz.',
  },
  {
    label: 'out_of_office',
    away: '2026-11-30',
    subject: 'Automatisch antwoord: Kortere routes',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'Bedankt voor uw bericht. Ik ben er even niet. Vanaf maandag 30 november ben ik weer bereikbaar.',
  },
  {
    label: 'out_of_office',
    away: '2026-11-30',
    subject: 'Autoodpowiedź: Krótsze trasy',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Dzień dobry,\nprzebywam na urlopie do 27.11.2026. Wracam 30.11.2026.\nPozdrawiam, Marek Zieliński',
  },
  {
    label: 'out_of_office',
    away: '2026-12-08',
    subject: 'Autosvar: Kortare rutter',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Hej! Jag är på semester och åter den 8 december. Vid brådskande ärenden, kontakta växeln.',
  },
  {
    label: 'out_of_office',
    away: '2026-11-26',
    subject: '自動返信: 配送ルートのご提案',
    headers: ['X-Autoreply: yes'],
    body: 'メールありがとうございます。\n誠に勝手ながら、11/25（水）まで休暇をいただいております。11/26（木）以降に順次返信いたします。',
  },
  {
    label: 'out_of_office',
    away: '2026-11-24',
    subject: 'Re: Shorter routes for your fleet',
    headers: ['X-Autorespond: yes', 'Precedence: junk'],
    body: 'Currently travelling with patchy wifi. I will be back in the office tuesday.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-02',
    subject: 'Ausser Haus Re: Kürzere Touren',
    body: 'Grüezi\n\nIch weile in den Ferien und bin am 2. Dezember zurück. Ihr Mail wird nicht gelesen.\n\nBeste Grüsse\nUrs',
  },
  {
    label: 'out_of_office',
    away: '2026-12-03',
    subject: 'Out of office until 3 Dec Re: Shorter routes',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Away on a site visit. Text me if it burns.',
  },
  // Replies from machines.
  {
    label: 'auto_reply',
    subject: '[Ticket #48213] Shorter routes for your fleet',
    from: 'Support <support@firm.example>',
    headers: ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All'],
    body: '##- Please type your reply above this line -##\n\nYour request (48213) has been received and is being reviewed by our support staff. To add additional comments, reply to this email.',
  },
  {
    label: 'auto_reply',
    subject: '[JIRA] (HELP-992) Shorter routes for your fleet',
    from: 'jira@firm.example',
    headers: ['X-JIRA-FingerPrint: abc', 'Precedence: bulk'],
    body: 'Just confirming that we got your request. We’re on it.\n\nView request · Turn off this request’s notifications',
  },
  {
    label: 'auto_reply',
    subject: 'Ihre Anfrage bei Firma GmbH [#2026-1193]',
    body: 'Guten Tag,\n\nvielen Dank für Ihre Nachricht. Wir bearbeiten Ihr Anliegen schnellstmöglich und melden uns innerhalb von zwei Werktagen bei Ihnen. Bitte antworten Sie nicht auf diese E-Mail.',
  },
  {
    label: 'auto_reply',
    subject: 'We got your email!',
    from: 'Hello <hello@startup.example>',
    body: 'Hey there! Thanks for writing in. A human from our team will get back to you within 24 hours. In the meantime check out our help center.',
  },
  {
    label: 'auto_reply',
    subject: 'Re: Shorter routes for your fleet',
    body: 'Peter Lang is no longer with Firm Ltd. This mailbox is not read. For sales enquiries please email info@firm.example.',
  },
  {
    label: 'auto_reply',
    subject: 'Automatic reply: Shorter routes for your fleet',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'As of 1 September I have left the company. Please update your records and contact Julia Stern.',
  },
  {
    label: 'auto_reply',
    subject: 'Please confirm your message to kim@firm.example',
    from: 'kim@firm.example',
    headers: ['X-Mailer: BoxTrapper'],
    body: 'The message you sent requires that you verify that you are a real live human being and not a spam source.\n\nTo complete this verification, simply reply to this message and leave the subject line intact.',
  },
  {
    label: 'auto_reply',
    subject: 'Votre demande a bien été enregistrée',
    from: 'ne-pas-repondre@firm.example',
    body: 'Bonjour, votre demande n° 77120 a été prise en compte. Un conseiller reviendra vers vous sous 48h.',
  },
  {
    label: 'auto_reply',
    subject: 'Hemos recibido tu mensaje',
    from: 'no-responder@empresa.example',
    body: 'Gracias por contactar con nosotros. Tu solicitud tiene el número 5512 y te responderemos lo antes posible.',
  },
  {
    label: 'auto_reply',
    subject: 'お問い合わせを受け付けました',
    from: 'info@kaisha.example',
    body: 'この度はお問い合わせいただきありがとうございます。\n内容を確認のうえ、担当者より3営業日以内にご連絡いたします。\n※本メールはシステムより自動で配信しております。',
  },
  // Mails that came back.
  {
    label: 'bounce',
    subject: 'Undeliverable: Shorter routes for your fleet',
    from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@firm.example>',
    headers: ['X-MS-Exchange-Message-Is-Ndr:'],
    type: report('delivery-status'),
    body: parts(
      [
        'text/plain; charset=utf-8',
        "Your message to kim@gone.example couldn't be delivered.\nkim wasn't found at gone.example.",
      ],
      [
        'message/delivery-status',
        'Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.outlook.example\n\nFinal-Recipient: rfc822;kim@gone.example\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      ],
      ['message/rfc822', `${returned}\nHello`],
    ),
  },
  {
    label: 'bounce',
    subject: 'Delivery Status Notification (Failure)',
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
    headers: ['X-Failed-Recipients: kim@gone.example', 'Auto-Submitted: auto-replied'],
    type: report('delivery-status'),
    body: parts(
      [
        'text/plain; charset=utf-8',
        '** Address not found **\n\nYour message wasn’t delivered to kim@gone.example because the address couldn’t be found, or is unable to receive mail.',
      ],
      [
        'message/delivery-status',
        'Reporting-MTA: dns; googlemail.example\nArrival-Date: Sat, 21 Nov 2026 02:00:00 -0800 (PST)\n\nFinal-Recipient: rfc822; kim@gone.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
      ],
      ['message/rfc822', `${returned}\nHello`],
    ),
  },
  {
    label: 'bounce',
    subject: 'failure notice',
    from: 'MAILER-DAEMON@mx.gone.example',
    body: `Hi. This is the qmail-send program at mx.gone.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<kim@gone.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

${returned}
Hello`,
  },
  {
    label: 'bounce',
    subject: 'Mail delivery failed: returning message to sender',
    from: 'Mail Delivery System <Mailer-Daemon@exim.example>',
    headers: ['X-Failed-Recipients: kim@gone.example', 'Auto-Submitted: auto-replied'],
    body: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  kim@gone.example
    all relevant MX records point to non-existent hosts

------ This is a copy of the message, including all the headers. ------

${returned}
Hello`,
  },
  {
    label: 'bounce',
    subject: 'Undelivered Mail Returned to Sender',
    from: 'MAILER-DAEMON@relay.example (Mail Delivery System)',
    headers: ['Auto-Submitted: auto-replied'],
    type: report('delivery-status'),
    body: parts(
      [
        'text/plain',
        'This is the mail system at host relay.example.\n\n<kim@gone.example>: Host or domain name not found. Name service error for name=gone.example type=AAAA: Host not found',
      ],
      [
        'message/delivery-status',
        'Reporting-MTA: dns; relay.example\nX-Postfix-Queue-ID: 4ABC\n\nFinal-Recipient: rfc822; kim@gone.example\nOriginal-Recipient: rfc822;kim@gone.example\nAction: failed\nStatus: 5.4.4\nDiagnostic-Code: X-Postfix; Host or domain name not found.',
      ],
      ['text/rfc822-headers', returned],
    ),
  },
  {
    label: 'bounce',
    subject: 'Delivery failure',
    from: 'postmaster@lotus.example',
    body: 'Your message\n\n  Subject: Shorter routes for your fleet\n\nwas not delivered to:\n\n  kim@gone.example\n\nbecause:\n\n  User kim (kim@gone.example) not listed in Domino Directory',
  },
  {
    label: 'bounce',
    subject: 'Unzustellbar: Kürzere Touren',
    from: 'postmaster@gone.example',
    body: 'Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:\n\nkim@gone.example\nDie eingegebene E-Mail-Adresse konnte nicht gefunden werden. Überprüfen Sie die E-Mail-Adresse des Empfängers.\n\n#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##',
  },
  {
    label: 'bounce',
    subject: 'Failure Notice',
    from: 'MAILER-DAEMON@yahoo.example',
    body: "Sorry, we were unable to deliver your message to the following address.\n\n<kim@gone.example>:\n554: delivery error: dd This user doesn't have a yahoo.example account (kim@gone.example) [0] - mta1234.mail.example",
  },
  {
    label: 'bounce',
    subject: 'NDR: Shorter routes for your fleet',
    from: 'System Administrator <admin@gone.example>',
    headers: ['Return-Path: <>', 'Auto-Submitted: auto-generated'],
    body: 'The e-mail account does not exist at the organization this message was sent to. Check the e-mail address, or contact the recipient directly to find out the correct address.\n\n<mx.gone.example #5.1.1 smtp;550 5.1.1 <kim@gone.example>: Recipient address rejected: User unknown>',
  },
  {
    label: 'soft_bounce',
    subject: 'Delivery Status Notification (Delay)',
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
    type: report('delivery-status'),
    body: parts(
      [
        'text/plain; charset=utf-8',
        'There was a temporary problem delivering your message to kim@gone.example. Gmail will retry for 45 more hours.',
      ],
      [
        'message/delivery-status',
        'Reporting-MTA: dns; googlemail.example\n\nFinal-Recipient: rfc822; kim@gone.example\nAction: delayed\nStatus: 4.4.1\nWill-Retry-Until: Mon, 23 Nov 2026 02:00:00 -0800',
      ],
      ['text/rfc822-headers', returned],
    ),
  },
  {
    label: 'soft_bounce',
    subject: 'Undelivered Mail Returned to Sender',
    from: 'MAILER-DAEMON@relay.example',
    type: report('delivery-status'),
    body: parts(
      [
        'text/plain',
        '<kim@gone.example>: host mx.gone.example said: 552 5.2.2 The email account that you tried to reach is over quota',
      ],
      [
        'message/delivery-status',
        'Reporting-MTA: dns; relay.example\n\nFinal-Recipient: rfc822; kim@gone.example\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Over quota',
      ],
      ['text/rfc822-headers', returned],
    ),
  },
  {
    label: 'soft_bounce',
    subject: 'failure notice',
    from: 'MAILER-DAEMON@mx.gone.example',
    body: `Hi. This is the qmail-send program at mx.gone.example.

<kim@gone.example>:
The user's mailbox is full. Message rejected. (#4.2.2)
I'm not going to try again; this message has been in the queue too long.`,
  },
  {
    label: 'soft_bounce',
    subject: 'Warning: message 1rABC-0000 delayed 24 hours',
    from: 'Mail Delivery System <Mailer-Daemon@exim.example>',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours on the queue on exim.example.\n\nThe address to which the message has not yet been delivered is:\n\n  kim@gone.example\n    Delay reason: retry timeout not reached\n\nNo action is required on your part.',
  },
  {
    label: 'soft_bounce',
    subject: 'Undeliverable: Shorter routes for your fleet',
    from: 'postmaster@firm.example',
    type: report('delivery-status'),
    body: parts(
      ['text/plain', 'Your message was rejected as spam by the recipient organisation.'],
      [
        'message/delivery-status',
        'Reporting-MTA: dns;mx.firm.example\n\nFinal-Recipient: rfc822;kim@firm.example\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp;550 5.7.1 Message rejected due to content restrictions',
      ],
      ['message/rfc822', `${returned}\nHello`],
    ),
  },
  {
    label: 'complaint',
    subject: 'complaint about message from 192.0.2.1',
    from: 'staff@hotmail.example',
    type: report('feedback-report'),
    body: parts(
      ['text/plain', 'This is an email abuse report for an email message received from IP 192.0.2.1.'],
      [
        'message/feedback-report',
        'Feedback-Type: abuse\nUser-Agent: Feedback/1.0\nVersion: 1\nOriginal-Rcpt-To: kim@hotmail.example',
      ],
      ['message/rfc822', `${returned}\nHello`],
    ),
  },
];

/** The second set, written after the rules were improved with the first one. */
export const secondBlindMails: readonly BlindMail[] = [
  {
    label: 'positive',
    body: `Sam,

Good note. We've been meaning to sort this out before the depot in Leeds opens. Could do a call Monday after 3.

Priya Raman
Head of Transport | +44 7700 900123

On 20 Nov 2026, 10:02 +0000, Sam Seller <sam@in.example.test>, wrote:
> If you'd rather not hear from me again just say stop.`,
  },
  { label: 'positive', body: 'Please book something with me here https://calendly.com/dan-firm/30min' },
  {
    label: 'positive',
    body: 'Fine, you have my attention. What would a pilot look like for 10 trucks and how soon could we start?',
  },
  {
    label: 'positive',
    body: 'Not bad timing actually! Send over the case study, I’ll forward it to my boss.',
  },
  { label: 'positive', body: 'Works for me. See you then.' },
  {
    label: 'positive',
    body: 'Guten Morgen Herr Seller,\n\ndas wäre etwas für uns. Ich schlage Donnerstag, 10 Uhr vor, gern per Teams.\n\nBeste Grüße\nCornelia Maier\nLeiterin Disposition',
  },
  { label: 'positive', body: 'Hallo, schicken Sie mir mal was zum Lesen, dann schaue ich es mir an.' },
  {
    label: 'positive',
    body: 'Merci Sam. Le sujet est à l’ordre du jour chez nous ; quelles sont vos disponibilités la semaine du 30 ?',
  },
  { label: 'positive', body: 'Pues mira, justo lo estamos mirando. Mándame algo de información y lo vemos.' },
  { label: 'positive', body: 'Certo, mi interessa. Può farmi avere un preventivo per 20 mezzi?' },
  { label: 'positive', body: 'Boa tarde, Sam. Pode me ligar amanhã às 14h no 11 95555-0100.' },
  { label: 'positive', body: 'Hoi, klinkt goed! Heb je volgende week tijd voor een belletje?' },
  {
    label: 'positive',
    subject: 'Re: Krótsze trasy',
    body: 'Witam, brzmi ciekawie. Proszę zadzwonić do mnie w środę po 12: 22 555 01 00.',
  },
  {
    label: 'positive',
    subject: 'Sv: Kortare rutter',
    body: 'Tjena, kul! Skicka över lite mer info så hör jag av mig.',
  },
  {
    label: 'positive',
    body: 'ご連絡ありがとうございます。ぜひデモを拝見したいです。12月1日の午後はいかがですか。',
  },
  { label: 'negative', body: 'Thanks for thinking of us. At this point we won’t be moving forward.' },
  { label: 'negative', body: 'I don’t handle purchasing and nobody here will buy this. Sorry.' },
  { label: 'negative', body: 'Nope' },
  {
    label: 'negative',
    body: 'We just signed a three year deal with your competitor last month, so you’re a bit late.',
  },
  {
    label: 'negative',
    body: 'Honestly it looks overpriced for what it does. We’ll stick with spreadsheets.',
  },
  {
    label: 'negative',
    body: 'Hallo Herr Seller, das Thema spielt bei uns keine Rolle. Bitte sehen Sie von Nachfragen ab.',
  },
  { label: 'negative', body: 'Danke, aber wir sind mit unserem Anbieter sehr zufrieden.' },
  { label: 'negative', body: 'Bonjour, nous n’avons pas de véhicules, vous vous trompez de cible.' },
  { label: 'negative', body: 'Merci pour votre proposition, nous ne souhaitons pas aller plus loin.' },
  { label: 'negative', body: 'Gracias por la información, pero no es algo que vayamos a valorar este año.' },
  { label: 'negative', body: 'La ringrazio, ma abbiamo già una soluzione sviluppata internamente.' },
  { label: 'negative', body: 'Obrigado pelo contato, mas já somos atendidos por outra empresa.' },
  { label: 'negative', body: 'Dank voor je mail. We hebben hier al een partij voor.' },
  { label: 'negative', body: 'Dziękuję za wiadomość, niestety nie mamy na to budżetu.' },
  { label: 'negative', body: 'Hej, detta är inte aktuellt för oss just nu.' },
  { label: 'negative', body: '大変恐縮ですが、弊社では現在そのようなサービスの導入は考えておりません。' },
  { label: 'question', body: 'How long is the minimum term?' },
  { label: 'question', body: 'Who are you and how did you find me?' },
  { label: 'question', body: 'Is it SOC 2 certified? Our security team will ask.' },
  { label: 'question', body: 'Was passiert, wenn das Internet im Lager ausfällt?' },
  { label: 'question', body: 'Gibt es eine Mindestanzahl an Fahrzeugen?' },
  { label: 'question', body: 'Proposez-vous une version hors ligne ? Et quel est le coût ?' },
  { label: 'question', body: '¿Cuántos clientes tienen en México y desde cuándo operan?' },
  { label: 'question', body: 'Come gestite i resi?' },
  { label: 'question', body: 'Quais integrações vocês têm com ERPs brasileiros?' },
  { label: 'question', body: 'Hoe verhoudt dit zich tot onze huidige planner?' },
  { label: 'question', body: 'Jak wygląda wdrożenie?' },
  { label: 'question', body: 'Vilka kunder har ni i Sverige?' },
  { label: 'question', body: '既存のシステムと連携できますか？' },
  { label: 'neutral', body: 'Try Angela in procurement, she handles suppliers.' },
  { label: 'neutral', body: 'I moved to another division last year. Marcus Webb runs fleet now.' },
  { label: 'neutral', body: 'Let’s pick this up again next spring when our new CFO has settled in.' },
  { label: 'neutral', body: 'Thanks, I will keep it in mind.' },
  {
    label: 'neutral',
    body: 'Guten Tag, ich habe das an Herrn Bauer weitergegeben, er meldet sich bei Bedarf.',
  },
  { label: 'neutral', body: 'Fragen Sie bitte im dritten Quartal noch einmal nach.' },
  { label: 'neutral', body: 'Bonjour, je fais suivre à notre responsable transport.' },
  {
    label: 'neutral',
    body: 'Hola, ya no llevo yo este tema. Habla con Marta Gil, marta.gil@empresa.example.',
  },
  { label: 'neutral', body: 'Ne riparliamo dopo l’estate.' },
  { label: 'neutral', body: 'Vou encaminhar para o time de logística.' },
  { label: 'neutral', body: 'Ik leg het even voor aan mijn collega.' },
  { label: 'neutral', body: 'Przekazałem Pana wiadomość do działu zakupów.' },
  { label: 'neutral', body: 'Jag skickar det vidare till vår logistikchef.' },
  { label: 'neutral', body: '本件は物流部の佐藤が担当しておりますので、そちらへご連絡ください。' },
  { label: 'unsubscribe', body: 'Remove my email from your list pls' },
  {
    label: 'unsubscribe',
    body: 'This is the third message. Do not email me or anyone at this company again.',
  },
  { label: 'unsubscribe', body: 'Not interested, please unsubscribe.' },
  { label: 'unsubscribe', body: 'Bitte löschen Sie meine Kontaktdaten gemäß DSGVO.' },
  { label: 'unsubscribe', body: 'Hören Sie auf, mir zu schreiben!' },
  { label: 'unsubscribe', body: 'Merci de me désinscrire.' },
  { label: 'unsubscribe', body: 'Retirez-moi de vos contacts svp, je n’ai rien demandé.' },
  { label: 'unsubscribe', body: 'No me interesa, no me mandéis más correos.' },
  { label: 'unsubscribe', body: 'Per favore cancellate il mio indirizzo.' },
  { label: 'unsubscribe', body: 'Favor retirar meu contato da base de vocês.' },
  { label: 'unsubscribe', body: 'Graag geen e-mails meer.' },
  { label: 'unsubscribe', body: 'Proszę mnie wypisać.' },
  { label: 'unsubscribe', body: 'Sluta mejla mig.' },
  { label: 'unsubscribe', body: '今後このようなメールはお控えください。' },
  {
    label: 'out_of_office',
    away: '2026-11-25',
    subject: 'Automatic reply: Shorter routes',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'Hi there, thanks for the email! I’m out with limited connectivity until Wednesday, November 25. For press please contact pr@firm.example.',
  },
  {
    label: 'out_of_office',
    away: '2027-01-11',
    subject: 'Re: Shorter routes for your fleet',
    body: 'I’m taking some time off with my family and will be back online on Jan 11th. If it is urgent please message Leo.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-21',
    subject: 'Abwesend: Kürzere Touren',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Ich bin krankgeschrieben und voraussichtlich am Montag, 21.12.2026 wieder da.',
  },
  {
    label: 'out_of_office',
    subject: 'Automatische Antwort: Kürzere Touren',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'Ich befinde mich in Elternzeit. Meine Vertretung übernimmt Frau Sommer (sommer@firma.example).',
  },
  {
    label: 'out_of_office',
    away: '2026-12-15',
    subject: 'Absence du bureau',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Je serai absent jusqu’au 14/12/2026 inclus et traiterai vos messages à mon retour le 15/12/2026.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-01',
    subject: 'Respuesta automática: Rutas',
    headers: ['X-Auto-Response-Suppress: All'],
    body: 'Gracias por su mensaje. Estoy de viaje de trabajo y me reincorporo el 1 de diciembre.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-07',
    subject: 'Risposta automatica: Percorsi',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Sono in ferie. Sarò di nuovo in ufficio da lunedì 7 dicembre.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-03',
    subject: 'Resposta automática: Rotas',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Estarei fora do escritório de 23/11 a 02/12, retornando no dia 03/12.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-14',
    subject: 'Afwezig',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Ik ben met vakantie tot en met 11 december en ben maandag 14 december weer aanwezig.',
  },
  {
    label: 'out_of_office',
    away: '2026-12-10',
    subject: 'Odpowiedź automatyczna: Krótsze trasy',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'Jestem poza biurem. Wracam do pracy 10 grudnia. W pilnych sprawach proszę o kontakt z biurem.',
  },
  {
    label: 'out_of_office',
    away: '2027-01-07',
    subject: 'Autosvar: Kortare rutter',
    headers: ['Auto-Submitted: auto-replied'],
    body: 'Jag är tillbaka på kontoret torsdag 7 januari. God jul!',
  },
  {
    label: 'out_of_office',
    away: '2026-12-01',
    subject: '不在のお知らせ',
    body: '出張のため、11月30日（月）まで不在にしております。12月1日より通常どおり対応いたします。',
  },
  {
    label: 'out_of_office',
    away: '2026-11-30',
    subject: 'I am on PTO Re: Shorter routes',
    headers: ['Precedence: auto_reply'],
    body: 'PTO 11/23-11/27, back 11/30.',
  },
  {
    label: 'out_of_office',
    away: '2026-11-23',
    subject: 'Automatic reply: Shorter routes',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'I am in workshops all day and will reply on Monday.',
  },
  {
    label: 'auto_reply',
    subject: 'Case 00912345: Shorter routes for your fleet [ ref:_00D.500:ref ]',
    from: 'cases@firm.example',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'A new case has been opened for you. Our team will be in touch.',
  },
  {
    label: 'auto_reply',
    subject: 'Re: Shorter routes for your fleet',
    from: 'donotreply@firm.example',
    body: 'This inbox is not monitored. Visit https://firm.example/contact.',
  },
  {
    label: 'auto_reply',
    subject: 'Eingangsbestätigung',
    body: 'Vielen Dank für Ihre E-Mail. Ihr Anliegen hat die Nummer 2026-44812. Wir melden uns.',
  },
  {
    label: 'auto_reply',
    subject: 'Accusé de réception',
    body: 'Votre message a été transmis au service compétent, qui vous répondra dans les meilleurs délais.',
  },
  {
    label: 'auto_reply',
    subject: 'Automatic reply: Shorter routes',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'I am no longer with Firm Inc. For all enquiries, please email team@firm.example.',
  },
  {
    label: 'auto_reply',
    subject: 'Automatische Antwort: Kürzere Touren',
    headers: ['Auto-Submitted: auto-generated'],
    body: 'Herr Lang ist nicht mehr für unser Unternehmen tätig. Ihre Nachricht wurde nicht weitergeleitet.',
  },
  {
    label: 'auto_reply',
    subject: 'Your email requires verification verify#abc123',
    from: 'kim@firm.example',
    body: 'I use a spam filter. Please click the link below to have your message delivered to my inbox: https://verify.example/x. You only need to do this once.',
  },
  {
    label: 'auto_reply',
    subject: 'Read: Shorter routes for your fleet',
    type: report('disposition-notification'),
    body: parts(
      ['text/plain', 'Your message was read on Saturday.'],
      [
        'message/disposition-notification',
        'Final-Recipient: rfc822; kim@firm.example\nDisposition: automatic-action/MDN-sent-automatically; displayed',
      ],
    ),
  },
  {
    label: 'auto_reply',
    subject: 'Abbiamo ricevuto il tuo messaggio',
    from: 'info@ditta.example',
    body: 'Grazie per averci scritto! Ti risponderemo entro 48 ore lavorative.',
  },
  {
    label: 'auto_reply',
    subject: 'Potwierdzenie otrzymania zgłoszenia',
    from: 'bok@firma.example',
    body: 'Twoje zgłoszenie zostało zarejestrowane pod numerem 88123. Prosimy nie odpowiadać na tę wiadomość.',
  },
  {
    label: 'bounce',
    subject: 'Mail delivery failed',
    from: 'Mailer-Daemon@exim.example',
    headers: ['X-Failed-Recipients: kim@gone.example'],
    body: 'A message that you sent could not be delivered.\n\n  kim@gone.example\n    host mx.gone.example [192.0.2.7]\n    SMTP error from remote mail server after RCPT TO:<kim@gone.example>:\n    550 No Such User Here',
  },
  {
    label: 'bounce',
    subject: 'Undeliverable mail',
    from: 'postmaster@gw.example',
    body: 'Failed to deliver to kim@gone.example\nReason: Remote host replied: 551 User not local; please try another address',
  },
  {
    label: 'bounce',
    subject: 'Non remis : Tournées',
    from: 'postmaster@gone.example',
    body: 'Échec de la remise pour ces destinataires :\nkim@gone.example\nL’adresse de messagerie entrée est introuvable.',
  },
  {
    label: 'bounce',
    subject: 'Returned mail: see transcript for details',
    from: 'MAILER-DAEMON@sendmail.example',
    body: '   ----- The following addresses had permanent fatal errors -----\n<kim@gone.example>\n    (reason: 550 5.1.1 <kim@gone.example>... User unknown)\n',
  },
  {
    label: 'bounce',
    subject: 'Delivery Status Notification (Failure)',
    from: 'postmaster@mail.example',
    type: report('delivery-status'),
    body: parts(
      ['text/plain', 'Delivery to the following recipients failed.\n\n  kim@gone.example'],
      [
        'message/delivery-status',
        'Reporting-MTA: dns;mail.example\n\nFinal-Recipient: rfc822;kim@gone.example\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp;550 Unrouteable address',
      ],
    ),
  },
  {
    label: 'bounce',
    subject: 'Mail System Error - Returned Mail',
    from: 'MAILER-DAEMON@old.example',
    body: 'This Message was undeliverable due to the following reason:\n\nThe user(s) account is disabled.\n\n<kim@gone.example>',
  },
  {
    label: 'soft_bounce',
    subject: 'Undelivered Mail Returned to Sender',
    from: 'MAILER-DAEMON@relay.example',
    type: report('delivery-status'),
    body: parts(
      ['text/plain', 'connect to mx.gone.example[192.0.2.7]:25: Connection timed out'],
      [
        'message/delivery-status',
        'Reporting-MTA: dns; relay.example\n\nFinal-Recipient: rfc822; kim@gone.example\nAction: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.gone.example: Connection timed out',
      ],
    ),
  },
  {
    label: 'soft_bounce',
    subject: 'Mail delivery failed',
    from: 'Mailer-Daemon@exim.example',
    headers: ['X-Failed-Recipients: kim@gone.example'],
    body: 'A message that you sent could not be delivered.\n\n  kim@gone.example\n    552 Mailbox size limit exceeded for kim@gone.example',
  },
  {
    label: 'soft_bounce',
    subject: 'Unzustellbar: Kürzere Touren',
    from: 'postmaster@gone.example',
    body: 'Das Postfach des Empfängers ist voll und kann derzeit keine Nachrichten annehmen. Versuchen Sie es später noch einmal.\n\nkim@gone.example',
  },
  {
    label: 'soft_bounce',
    subject: 'Message not delivered',
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
    body: 'Message blocked\n\nYour message to kim@gone.example has been blocked. The response from the remote server was:\n\n550 5.7.26 This mail has been blocked because the sender is unauthenticated.',
  },
  {
    label: 'complaint',
    subject: 'Email Feedback Report for IP 192.0.2.1',
    from: 'feedbackloop@isp.example',
    type: report('feedback-report'),
    body: parts(
      ['text/plain', 'This is an email abuse report.'],
      ['message/feedback-report', 'Feedback-Type: abuse\nVersion: 0.1\nUser-Agent: ReturnPathFBL/1.0'],
      ['message/rfc822', `${returned}\nHi`],
    ),
  },
];
