/** A mail that a server sends when a mail did not arrive, or when its reader complained. */
export interface ReturnedMail {
  label: 'bounce' | 'soft_bounce' | 'complaint';
  raw: string;
}

const original = [
  'From: Sam <sales@in.example.test>',
  'Subject: A question',
  'Message-ID: <com_00000000000000000000000000000000@in.example.test>',
];
const lines = (...all: readonly string[]) => all.join('\r\n');

/** RFC 3464: a text for people, fields for machines, the original mail. */
function dsn(
  label: ReturnedMail['label'],
  from: string,
  subject: string,
  human: string,
  fields: readonly string[],
): ReturnedMail {
  return {
    label,
    raw: lines(
      `From: ${from}`,
      'To: <bounces@in.example.test>',
      `Subject: ${subject}`,
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status;',
      '\tboundary="=_b"',
      '',
      '--=_b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      human,
      '',
      '--=_b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.far.example',
      '',
      'Final-Recipient: rfc822; ann@far.example',
      ...fields,
      '',
      '--=_b',
      'Content-Type: text/rfc822-headers',
      '',
      ...original,
      '',
      '--=_b--',
      '',
    ),
  };
}

/** A notice with a text for people only. */
function plain(
  label: ReturnedMail['label'],
  from: string,
  subject: string,
  text: string,
  headers: readonly string[] = [],
): ReturnedMail {
  return {
    label,
    raw: lines(
      `From: ${from}`,
      'To: <sales@in.example.test>',
      `Subject: ${subject}`,
      ...headers,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      text,
      '',
      '------ This is a copy of your message, including all the headers. ------',
      '',
      ...original,
      '',
      'Hello Ann',
      '',
    ),
  };
}

function complaint(subject: string, fields: readonly string[], original_ = original): ReturnedMail {
  return {
    label: 'complaint',
    raw: lines(
      'From: <feedback@provider.example>',
      'To: <bounces@in.example.test>',
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=feedback-report; boundary="f"',
      '',
      '--f',
      'Content-Type: text/plain',
      '',
      'This is an email abuse report for an email message received from 192.0.2.1.',
      '',
      '--f',
      'Content-Type: message/feedback-report',
      '',
      ...fields,
      '',
      '--f',
      'Content-Type: message/rfc822',
      '',
      ...original_,
      '',
      'Hello Ann',
      '--f--',
      '',
    ),
  };
}

const daemon = 'Mail Delivery System <MAILER-DAEMON@mx.far.example>';

export const returnedMails: readonly ReturnedMail[] = [
  dsn(
    'bounce',
    daemon,
    'Undelivered Mail Returned to Sender',
    "I'm sorry to have to inform you that your message could not be delivered.",
    [
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 <ann@far.example>: Recipient address rejected: User unknown',
    ],
  ),
  dsn(
    'bounce',
    'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
    'Delivery Status Notification (Failure)',
    '** Address not found **\n\nYour message was not delivered to ann@far.example because the address could not be found.',
    [
      'Action: failed',
      'Status: 5.1.1',
      'Remote-MTA: dns; mx.far.example',
      'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
    ],
  ),
  dsn(
    'bounce',
    'postmaster@far.example',
    'Undeliverable: A question',
    'Delivery has failed to these recipients or groups: ann@far.example. The email address you entered could not be found.',
    [
      'Action: failed',
      'Status: 5.1.10',
      'Diagnostic-Code: smtp; 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    ],
  ),
  dsn(
    'bounce',
    'postmaster@far.example',
    'Unzustellbar: A question',
    'Fehler bei der Nachrichtenzustellung an folgende Empfänger.',
    ['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp;550 5.1.1 Benutzer unbekannt'],
  ),
  dsn(
    'bounce',
    'postmaster@far.example',
    'Non remis : A question',
    'Échec de la remise à ces destinataires.',
    ['Action: failed', 'Status: 5.1.2', 'Diagnostic-Code: smtp; 550 5.1.2 Host unknown'],
  ),
  dsn('bounce', daemon, 'Undelivered Mail Returned to Sender', 'Host or domain name not found.', [
    'Action: failed',
    'Status: 5.4.4',
    'Diagnostic-Code: X-Postfix; Host or domain name not found. Name service error for name=far.example type=A: Host not found',
  ]),
  dsn('bounce', daemon, 'Returned mail: see transcript for details', 'The account is disabled.', [
    'Action: failed',
    'Status: 5.2.1',
    'Diagnostic-Code: smtp; 550 5.2.1 The email account that you tried to reach is disabled.',
  ]),
  dsn('bounce', daemon, 'failure notice', 'This domain takes no mail.', [
    'Action: failed',
    'Status: 5.1.10',
    'Diagnostic-Code: smtp; 556 5.1.10 Recipient address has null MX',
  ]),
  dsn('bounce', daemon, 'Delivery failure', 'No such user.', [
    'Action: failed',
    'Status: 5.0.0',
    'Diagnostic-Code: smtp; 550 No such user here',
  ]),
  dsn('soft_bounce', daemon, 'Undelivered Mail Returned to Sender', 'The mailbox is full.', [
    'Action: failed',
    'Status: 5.2.2',
    'Diagnostic-Code: smtp; 552 5.2.2 The email account that you tried to reach is over quota.',
  ]),
  dsn(
    'soft_bounce',
    daemon,
    'Warning: message delayed',
    'Your message was not delivered yet; we keep trying.',
    [
      'Action: delayed',
      'Status: 4.4.1',
      'Diagnostic-Code: smtp; connection timed out',
      'Will-Retry-Until: Tue, 24 Nov 2026 10:00:00 +0000',
    ],
  ),
  dsn('soft_bounce', daemon, 'Undelivered Mail Returned to Sender', 'Greylisted for too long.', [
    'Action: failed',
    'Status: 4.7.1',
    'Diagnostic-Code: smtp; 450 4.7.1 Greylisting in action, please come back later',
  ]),
  dsn(
    'soft_bounce',
    'postmaster@far.example',
    'Undeliverable: A question',
    'Your message was rejected as spam.',
    [
      'Action: failed',
      'Status: 5.7.1',
      'Diagnostic-Code: smtp; 550 5.7.1 Message rejected due to content restrictions',
    ],
  ),
  dsn('soft_bounce', daemon, 'Delivery Status Notification (Failure)', 'The sender is not allowed.', [
    'Action: failed',
    'Status: 5.7.26',
    'Diagnostic-Code: smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated.',
  ]),
  dsn('soft_bounce', daemon, 'Undelivered Mail Returned to Sender', 'Too large.', [
    'Action: failed',
    'Status: 5.3.4',
    'Diagnostic-Code: smtp; 552 5.3.4 Message size exceeds fixed limit',
  ]),
  dsn('soft_bounce', daemon, 'Undelivered Mail Returned to Sender', 'The disk is full.', [
    'Action: failed',
    'Status: 4.3.1',
    'Diagnostic-Code: smtp; 452 4.3.1 Insufficient system storage',
  ]),
  plain(
    'bounce',
    daemon,
    'failure notice',
    "Hi. This is the qmail-send program at mx.far.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<ann@far.example>:\n192.0.2.9 does not like recipient.\nRemote host said: 550 5.1.1 <ann@far.example> User unknown\nGiving up on 192.0.2.9.",
  ),
  plain(
    'bounce',
    daemon,
    'Mail delivery failed: returning message to sender',
    'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its recipients. This is a permanent error.\n\n  ann@far.example\n    host mx.far.example [192.0.2.9]\n    SMTP error from remote mail server after RCPT TO:<ann@far.example>:\n    550 Unrouteable address',
    ['X-Failed-Recipients: ann@far.example', 'Auto-Submitted: auto-replied'],
  ),
  plain(
    'bounce',
    'Postmaster <postmaster@far.example>',
    'Delivery Failure',
    'The user ann@far.example does not exist.\n\n550 5.1.1 unknown user',
  ),
  plain(
    'bounce',
    'Mail Delivery System <mailer-daemon@web.example>',
    'Mail konnte nicht zugestellt werden',
    'Ihre Nachricht konnte nicht zugestellt werden.\n\nann@far.example:\nSMTP error from remote server: 550 Requested action not taken: mailbox unavailable',
  ),
  plain(
    'bounce',
    'MAILER-DAEMON@far.example',
    'Message non distribué',
    "Votre message n'a pas pu être remis à ann@far.example.\n550 5.1.1 Adresse d'au moins un destinataire invalide",
  ),
  plain(
    'bounce',
    'mailer-daemon@far.example',
    'Mensaje no entregado',
    'No se pudo entregar su mensaje a ann@far.example.\n550 5.1.1 Usuario desconocido',
  ),
  plain(
    'bounce',
    'Mail Delivery Subsystem <MAILER-DAEMON@far.example>',
    'Returned mail: User unknown',
    '   ----- The following addresses had permanent fatal errors -----\n<ann@far.example>\n\n   ----- Transcript of session follows -----\n... while talking to mx.far.example.:\n>>> RCPT To:<ann@far.example>\n<<< 550 5.1.1 User unknown\n550 <ann@far.example>... User unknown',
  ),
  plain(
    'bounce',
    'MAILER-DAEMON@far.example',
    'メールを配信できませんでした',
    '次の宛先へのメールを配信できませんでした。\n<ann@far.example>: 550 5.1.1 User unknown',
  ),
  plain(
    'soft_bounce',
    daemon,
    'Warning: could not send message for past 4 hours',
    '    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n    **********************************************\n\nThe following address had delivery problems:\n<ann@far.example>  (transient failure)\n451 4.4.1 connection refused',
  ),
  plain(
    'soft_bounce',
    daemon,
    'Mail delivery failed: returning message to sender',
    'A message that you sent could not be delivered.\n\n  ann@far.example\n    SMTP error from remote mail server after RCPT TO:<ann@far.example>:\n    452 4.2.2 Mailbox full',
    ['X-Failed-Recipients: ann@far.example'],
  ),
  plain(
    'soft_bounce',
    'postmaster@far.example',
    'Unzustellbar: A question',
    'Das Postfach des Empfängers ist voll.\n\nann@far.example\n552 5.2.2 Quota exceeded',
  ),
  complaint('Abuse report', [
    'Feedback-Type: abuse',
    'User-Agent: SomeProvider/1.0',
    'Version: 1',
    'Original-Rcpt-To: ann@far.example',
    'Arrival-Date: Fri, 20 Nov 2026 10:00:00 +0000',
  ]),
  complaint('FW: A question', [
    'Version: 0.1',
    'User-Agent: Yahoo!-Mail-Feedback/2.0',
    'Feedback-Type: abuse',
    'Original-Mail-From: <bounces@in.example.test>',
  ]),
  complaint('complaint about message from 192.0.2.1', [
    'Feedback-Type: abuse',
    'User-Agent: ReturnPathFBL/1.0',
    'Version: 1',
    'Source-IP: 192.0.2.1',
    'Reported-Domain: in.example.test',
    'Removal-Recipient: ann@far.example',
  ]),
  complaint('[SPAM report]', ['feedback-type: abuse', 'version: 1', 'user-agent: jmrp']),
  complaint('Fraud report', ['Feedback-Type: fraud', 'Version: 1', 'User-Agent: X']),
];
