/** An out-of-office notice, or another automatic reply. */
export interface AutomaticReply {
  label: 'out_of_office' | 'auto_reply';
  subject: string;
  text: string;
  /** The day of the return, if the text names one. */
  away?: string;
  /** Headers by which the program marks its reply as automatic. */
  headers: readonly string[];
}

const RFC3834 = ['Auto-Submitted: auto-replied'];
const EXCHANGE = [
  'X-Auto-Response-Suppress: All',
  'Auto-Submitted: auto-generated',
  'X-MS-Exchange-Inbox-Rules-Loop: x@y.example',
];
const PRECEDENCE = ['Precedence: auto_reply'];
const X_AUTOREPLY = ['X-Autoreply: yes'];
/** Many programs set no such header. */
const SILENT: readonly string[] = [];

const away = (
  subject: string,
  text: string,
  day: string | undefined,
  headers: readonly string[] = RFC3834,
): AutomaticReply => ({
  label: 'out_of_office',
  subject,
  text,
  headers,
  ...(day !== undefined && { away: day }),
});
const robot = (subject: string, text: string, headers: readonly string[] = RFC3834): AutomaticReply => ({
  label: 'auto_reply',
  subject,
  text,
  headers,
});

/** Written for 21 November 2026, like the dates in them. */
export const automaticReplies: readonly AutomaticReply[] = [
  away(
    'Automatic reply: A question',
    'I am out of the office and will return on Monday, November 30th. For urgent matters call +1 555 0100.',
    '2026-11-30',
    EXCHANGE,
  ),
  away(
    'Out of Office: A question',
    'Thank you for your email. I am on annual leave from 20 Nov to 4 Dec 2026 with no access to email.',
    '2026-12-04',
  ),
  away(
    'Automatic reply: A question',
    'Hello,\n\nI am currently on parental leave and will be back on 1 March 2027. Please contact jo@firm.example.',
    '2027-03-01',
    EXCHANGE,
  ),
  away(
    'Re: A question',
    'I am travelling this week with limited access to email and will reply when I am back on 11/30/2026.',
    '2026-11-30',
  ),
  away('OOO Re: A question', "I'm away until 12/07.", '2026-12-07', X_AUTOREPLY),
  away(
    'Auto: Out of office',
    'Our office is closed for Thanksgiving. We reopen on Monday, November 30.',
    '2026-11-30',
    PRECEDENCE,
  ),
  away(
    'Automatic reply: A question',
    'I have left for the holidays and am back in the new year, on January 4, 2027.',
    '2027-01-04',
    SILENT,
  ),
  away(
    'Automatic reply: A question',
    'I am on sick leave. My colleague Ann takes care of my mail.',
    undefined,
    EXCHANGE,
  ),
  away(
    'Out of office',
    'Thanks for your message. I am out of office with no access to mail. I will get back to you as soon as I can.',
    undefined,
    SILENT,
  ),
  away('Vacation', 'I am on vacation 11/23 - 12/01. Back on 12/02.', '2026-12-02', PRECEDENCE),
  away(
    'Automatische Antwort: A question',
    'Sehr geehrte Damen und Herren,\n\nich bin vom 23.11.2026 bis einschließlich 04.12.2026 nicht im Büro. Ihre E-Mail wird nicht weitergeleitet.',
    '2026-12-04',
    EXCHANGE,
  ),
  away(
    'Abwesenheitsnotiz: A question',
    'Vielen Dank für Ihre Nachricht. Ich bin ab dem 7. Dezember wieder für Sie erreichbar.',
    '2026-12-07',
  ),
  away(
    'Abwesend: A question',
    'Ich befinde mich bis zum 30.11. im Urlaub. In dringenden Fällen wenden Sie sich bitte an Frau Weber.',
    '2026-11-30',
    SILENT,
  ),
  away(
    'Automatische Antwort: A question',
    'Ich bin zurzeit in Elternzeit und kehre am 1. April 2027 zurück.',
    '2027-04-01',
    EXCHANGE,
  ),
  away('Re: A question', 'Leider bin ich derzeit krank. Meine Vertretung übernimmt Herr Schulz.', undefined),
  away(
    'Automatische Antwort: A question',
    'Wir haben vom 21.12.2026 bis 01.01.2027 Betriebsferien. Ab dem 04.01.2027 sind wir wieder für Sie da.',
    '2027-01-04',
  ),
  away(
    'Réponse automatique : A question',
    "Bonjour,\n\nJe suis absente jusqu'au 30 novembre inclus. En cas d'urgence, merci de contacter Paul.",
    '2026-11-30',
    EXCHANGE,
  ),
  away(
    'Absence du bureau',
    'Je suis actuellement en congé et serai de retour le lundi 7 décembre 2026.',
    '2026-12-07',
  ),
  away(
    'Réponse automatique : A question',
    'En déplacement cette semaine, je répondrai à votre message à mon retour le 01/12/2026.',
    '2026-12-01',
    SILENT,
  ),
  away(
    'Message automatique',
    'Notre entreprise est fermée pour congés du 24/12/2026 au 03/01/2027.',
    '2027-01-03',
  ),
  away(
    'Respuesta automática: A question',
    'Estaré fuera de la oficina hasta el 2 de diciembre. Responderé a mi regreso.',
    '2026-12-02',
    EXCHANGE,
  ),
  away(
    'Fuera de la oficina',
    'Me encuentro de vacaciones del 23 al 27 de noviembre. Vuelvo el lunes 30 de noviembre.',
    '2026-11-30',
  ),
  away(
    'Respuesta automática: A question',
    'Estoy de baja médica. Para asuntos urgentes escriba a ventas@firma.example.',
    undefined,
    PRECEDENCE,
  ),
  away(
    'Risposta automatica: A question',
    'Sarò assente dall’ufficio fino al 4 dicembre 2026 e risponderò al mio rientro.',
    '2026-12-04',
    EXCHANGE,
  ),
  away('Fuori sede', 'Sono in trasferta e rientrerò il 27/11/2026.', '2026-11-27', SILENT),
  away('Resposta automática: A question', 'Estou de férias e retorno no dia 07/12/2026.', '2026-12-07'),
  away('Ausência temporária', 'Estarei ausente do escritório até 1 de dezembro.', '2026-12-01', EXCHANGE),
  away(
    'Automatisch antwoord: A question',
    'Ik ben met verlof tot en met 4 december. Vanaf 7 december ben ik weer bereikbaar.',
    '2026-12-07',
  ),
  away('Afwezig', 'Bedankt voor je mail. Ik ben er weer op maandag 30 november 2026.', '2026-11-30', SILENT),
  away(
    '自動応答: A question',
    'お世話になっております。11月30日まで休暇をいただいております。',
    '2026-11-30',
    EXCHANGE,
  ),
  away('【不在通知】', '出張のため不在にしております。12月1日(火)に出社いたします。', '2026-12-01'),
  away(
    '自動返信',
    '誠に勝手ながら、12月29日から1月4日まで冬季休業とさせていただきます。1月5日より通常営業いたします。',
    '2027-01-05',
    SILENT,
  ),
  robot(
    'Your request has been received (#48213)',
    'Hello,\n\nwe have received your request and a member of our team will reply within one business day.\n\nTicket: 48213',
  ),
  robot(
    'Thank you for contacting Firm',
    'This mailbox is not monitored. Please use the form on our site.',
    PRECEDENCE,
  ),
  robot('Re: A question', 'Thank you for your application! Our recruiting team will review it.', EXCHANGE),
  robot(
    '[Ticket 991] A question',
    'Your ticket has been created. Please leave the number in the subject of any answer.',
    X_AUTOREPLY,
  ),
  robot(
    'Eingangsbestätigung',
    'Vielen Dank für Ihre Anfrage. Sie hat die Vorgangsnummer 2026-5521. Diese Nachricht wurde automatisch erstellt.',
    SILENT,
  ),
  robot('Ihre Anfrage bei uns', 'Wir haben Ihre E-Mail erhalten und melden uns in Kürze.'),
  robot(
    'Accusé de réception',
    'Nous avons bien reçu votre message et vous répondrons dans les meilleurs délais. Ceci est un message automatique, merci de ne pas y répondre.',
    SILENT,
  ),
  robot(
    'Hemos recibido su mensaje',
    'Gracias por contactarnos. Su solicitud ha sido registrada con el número 7781.',
  ),
  robot(
    'Abbiamo ricevuto la sua richiesta',
    'La sua richiesta è stata presa in carico. Messaggio generato automaticamente, non rispondere.',
    SILENT,
  ),
  robot('Recebemos sua mensagem', 'Seu chamado 5512 foi aberto. Esta é uma mensagem automática.', PRECEDENCE),
  robot('Ontvangstbevestiging', 'We hebben je bericht ontvangen en nemen binnen twee werkdagen contact op.'),
  robot(
    'お問い合わせありがとうございます',
    'お問い合わせを受け付けました。受付番号: 5512。このメールは自動送信です。',
    SILENT,
  ),
  robot(
    'Address changed',
    'Please note that my address has changed to ann@newfirm.example. Your message was not forwarded.',
    EXCHANGE,
  ),
];
