import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isMailAddress, parseSmtpUrl } from '../../engine/mail/index.ts';
import { integer, SettingError, type SettingsOf, type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Outgoing and incoming mail. */
export const mailSettings = {
  SMTP_URL: define({
    default: undefined,
    description:
      'The mail server that sends, such as smtps://user:password@mail.example.com. Unset: the sandbox mailbox keeps every mail.',
    secret: true,
    parse: parseSmtpUrl,
  }),
  MAIL_DOMAIN: define({
    default: 'trivium.localhost',
    description: 'Domain of the mailbox that an organization has before it adds one.',
    parse: text,
  }),
  DKIM_PRIVATE_KEY: define({
    default: undefined,
    description: 'PEM key that signs all mail. Unset: a key is made for each domain.',
    secret: true,
    parse: text,
  }),
  DKIM_SELECTOR: define({
    default: 'trivium',
    description: 'Selector under which the public key of DKIM_PRIVATE_KEY lies in the DNS.',
    parse: text,
  }),
  BOUNCE_ADDRESS: define({
    default: undefined,
    description:
      'Where bounces go, such as bounces@example.com; each mail adds its own `+` part. Unset: to the mailbox that sent it.',
    parse: (value) => {
      if (!isMailAddress(value)) throw new Error('It must be an address such as bounces@example.com.');
      return value;
    },
  }),
  MAIL_PRICE_USD: define({
    default: '0.0001',
    description: 'Cost of one sent mail, in USD; the price of your relay.',
    parse: (value) => {
      const price = Number(value);
      if (!(price >= 0 && price <= 100)) throw new Error('It must be a number of USD from 0 to 100.');
      return price;
    },
  }),
  INBOUND_SMTP_PORT: define({
    default: undefined,
    description: 'Port of an SMTP listener for replies, bounces and complaints. Unset: none.',
    parse: integer(0, 65_535),
  }),
  INBOUND_SMTP_HOST: define({
    default: '127.0.0.1',
    description: 'Address of that listener; the MX of the domain leads to it.',
    parse: text,
  }),
  INBOUND_SMTP_TLS_CERT: define({
    default: undefined,
    description:
      'Certificate chain (PEM) of that listener, which then offers STARTTLS. Unset: mail comes in unencrypted.',
    secret: true,
    parse: (value) => {
      try {
        new X509Certificate(value);
        return value;
      } catch {
        throw new Error('It must be a certificate in PEM.');
      }
    },
  }),
  INBOUND_SMTP_TLS_KEY: define({
    default: undefined,
    description: 'Private key (PEM) of INBOUND_SMTP_TLS_CERT.',
    secret: true,
    parse: (value) => {
      try {
        createPrivateKey(value);
        return value;
      } catch {
        throw new Error('It must be a private key in PEM.');
      }
    },
  }),
  IMAP_URL: define({
    default: undefined,
    description:
      'A mailbox to read replies and bounces from, such as imaps://user:password@mail.example.com/INBOX. Unset: none.',
    secret: true,
    parse: (value) => {
      const url = URL.parse(value);
      if (url === null || !/^imaps?:$/.test(url.protocol) || url.username === '') {
        throw new Error('It must be a URL such as imaps://user:password@mail.example.com/INBOX.');
      }
      return value;
    },
  }),
  IMAP_SENT_FOLDER: define({
    default: undefined,
    description:
      'The folder of that mailbox where the mail server files what it sent, such as Sent. Unset: the one that the server marks. If the service cannot tell whether a message went out, and finds it there, it counts as sent.',
    parse: text,
  }),
} satisfies SettingsTable;

/** Throws `SettingError` unless the listener's certificate and key are both set and match. */
export function checkInboundCertificate({
  INBOUND_SMTP_TLS_CERT: cert,
  INBOUND_SMTP_TLS_KEY: key,
}: SettingsOf<typeof mailSettings>): void {
  if (cert === undefined && key === undefined) return;
  if (cert === undefined) throw new SettingError('INBOUND_SMTP_TLS_CERT', 'It is required with the key.');
  if (key === undefined)
    throw new SettingError('INBOUND_SMTP_TLS_KEY', 'It is required with the certificate.');
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new SettingError('INBOUND_SMTP_TLS_KEY', 'It is not the key of INBOUND_SMTP_TLS_CERT.');
  }
}
