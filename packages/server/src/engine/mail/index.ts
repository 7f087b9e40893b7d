export {
  addressRefusal,
  bareAddress,
  domainOf,
  formatAddress,
  formsOf,
  isInternational,
  isMailAddress,
  isMailDomain,
  isRecipientAddress,
  normalAddress,
  normalDomain,
} from './address.ts';
export { composeMail } from './compose-mail.ts';
export {
  MailError,
  type Mailer,
  type MailFailure,
  type MailMessage,
  type MailReceipt,
  type MailStage,
} from './mail.ts';
export {
  findSandboxMail,
  findTakenMessageIds,
  listSandboxMails,
  type SandboxMail,
} from './sandbox/sandbox.repository.ts';
export { type DkimKey, dkimKeyOf, signDkim } from './sign-dkim.ts';
export { type DkimRecord, mailSealedPlace, SigningKeys } from './signing-keys.ts';
export { smtpError } from './smtp-error.ts';
export { parseSmtpUrl, type SmtpRelay } from './smtp-relay.ts';
export { type Mail, type MailOptions, startMail } from './start-mail.ts';
