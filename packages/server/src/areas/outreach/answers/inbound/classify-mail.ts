import { type Classified, classifyReply } from './classify-reply.ts';
import type { InboundMail } from './inbound-mail.ts';
import { type Bounce, type Complaint, readReport } from './read-report.ts';

/** Classifies a mail before matching it to a message: a machine's report, or a reply. */
export function classifyMail(
  mail: InboundMail,
  now: Date,
): { classified: Classified; report: Bounce | Complaint | undefined } {
  const report = readReport(mail);
  if (report === undefined) return { report, classified: classifyReply(mail, now) };
  const classification = report.kind === 'complaint' ? 'complaint' : report.isHard ? 'bounce' : 'soft_bounce';
  return { report, classified: { classification, confidence: 0.99, awayUntil: undefined } };
}
