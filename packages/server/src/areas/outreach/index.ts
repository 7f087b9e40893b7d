export { MAIL_PACE, MAX_MAIL_BYTES } from './answers/inbound/smtp-listener.ts';
export { bookingSealedPlace } from './answers/meetings/booking-secret.repository.ts';
export { type OutreachPorts, type OutreachSettings, openOutreach } from './area.ts';
export { outreachEventIndex } from './books/events/event-index.ts';
export { waitingMail } from './mail/communications/waiting-mail.repository.ts';
export { linkSealedPlace } from './mail/links/link-secret.repository.ts';
export { outreachRoutes } from './routes.ts';
export { outreachErrors } from './terms/outreach-errors.ts';
export { outreachIdPrefixes } from './terms/outreach-ids.ts';
