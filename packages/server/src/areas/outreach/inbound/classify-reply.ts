import { findReturnDate } from './find-return-date.ts';
import type { InboundMail } from './inbound-mail.ts';

export const classifications = [
  'positive',
  'negative',
  'question',
  'neutral',
  'unsubscribe',
  'out_of_office',
  'auto_reply',
  'bounce',
  'soft_bounce',
  'complaint',
] as const;

export type Classification = (typeof classifications)[number];

export interface Classified {
  classification: Classification;
  /** 0 to 1. */
  confidence: number;
  /** When somebody who is out of office is back. */
  awayUntil: Date | undefined;
}

const AWAY =
  /out of (?:the )?office|on (?:annual |parental |sick |maternity )?(?:leave|vacation|holiday)|away from (?:my|the) (?:desk|office|e-?mail)|limited access to (?:my )?e-?mail|abwesen|nicht im (?:büro|haus)|außer haus|im urlaub|elternzeit|absent[e]?\b|absence|en congés?|en vacances|hors du bureau|fuera de (?:la )?oficina|de vacaciones|ausente|ausencia|fuori (?:sede|ufficio)|in ferie|assente|fora do escrit[óo]rio|de f[ée]rias|ausência|afwezig|niet op kantoor|met vakantie|不在|休暇|休業|夏季休|外出しており/i;
const AWAY_SUBJECT =
  /^(?:(?:automatic|auto)[ -]?(?:reply|response)|out of office|ooo\b|automatische antwort|abwesenheit|réponse automatique|message d'absence|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|自動(?:応答|返信)|不在)/i;
const AUTO =
  /ticket (?:has been )?(?:created|received|opened)|we (?:have )?received your (?:message|e-?mail|request)|thank you for contacting|do not reply to this|this is an automat|dies ist eine automatische|ceci est un message automatique|este es un mensaje automático|これは自動/i;
const LEAVE =
  /\bunsubscribe\b|\bopt[ -]?out\b|remove me|take me off|stop (?:e-?mailing|writing|contacting|sending)|do not (?:contact|e-?mail|write)|don['’]t (?:contact|e-?mail|write)|no more (?:e-?)?mails?|abmelden|austragen|keine (?:weiteren |weitere )?(?:e-?)?mails?|aus (?:ihrem|dem|ihrer) verteiler|nicht mehr (?:kontaktieren|schreiben|anschreiben)|désinscri|désabonn|ne (?:me )?contactez plus|ne plus (?:me )?(?:contacter|recevoir|écrire)|retirez[- ]moi|darme de baja|dar de baja|no (?:me )?(?:escriban|contacten|contacte|escriba)|elimíneme|cancella(?:mi|temi|rmi)|disiscri|non (?:mi )?(?:contatt|scriv)|descadastr|cancelar (?:a )?inscri|não (?:me )?(?:contat|escrev)|uitschrijven|afmelden|geen (?:e-?)?mails? meer|配信停止|配信を停止|解除(?:して|を)|送らないで|送信しないで/i;
const NO =
  /not interested|no interest|no,? thank|no thanks|not (?:a fit|for us|relevant|the right time|at this time|right now)|we['’]?re (?:all )?(?:set|good)|please pass|kein(?:e[ns]?)? (?:interesse|bedarf)|nicht interessiert|nein,? danke|pas intéress|non,? merci|aucun intérêt|no (?:estoy|estamos) interesad|no (?:me|nos) interesa|no,? gracias|non (?:sono|siamo) interessat|no,? grazie|não (?:tenho|temos) interesse|sem interesse|não,? obrigad|geen interesse|niet geïnteresseerd|nee,? (?:bedankt|dank)|興味(?:は|が)?(?:ありません|ございません|ない)|必要ありません|結構です|見送らせて|辞退/i;
const YES =
  /\binterested\b|sounds (?:good|great|interesting)|let['’]?s (?:talk|chat|meet|schedule|set up|do it)|happy to (?:talk|chat|meet|learn)|tell me more|send (?:me )?(?:more|over)|(?:book|schedule) a (?:call|meeting|demo|time)|(?:works|work) for me|would love|(?:sehr |gerne |bin |sind )?interessiert|klingt (?:gut|spannend|interessant)|gerne|termin (?:vereinbaren|machen|ausmachen)|mehr (?:erfahren|informationen)|intéressé|ça m['’]intéresse|avec plaisir|volontiers|en savoir plus|fixer un (?:rendez-vous|appel)|me interesa|nos interesa|interesad[oa]|me gustaría|suena bien|más información|agendar|interessat|mi interessa|volentieri|mi piacerebbe|fissare|tenho interesse|interessad[oa]|gostaria|parece (?:ótimo|bom|interessante)|geïnteresseerd|klinkt goed|graag|興味(?:が|は)?(?:あります|ございます)|ぜひ|お願いします|詳しく|打ち合わせ/i;

/** Says what a reply is: by its headers, then by words of several languages. */
export function classifyReply(mail: InboundMail, now: Date): Classified {
  const text = `${mail.subject}\n${mail.text}`;
  const isAuto = isAutomatic(mail);
  const away =
    AWAY_SUBJECT.test(stripPrefix(mail.subject)) || (AWAY.test(text) && (isAuto || isShortNotice(mail)));
  if (away) {
    const awayUntil = findReturnDate(mail.text, now);
    return { classification: 'out_of_office', confidence: isAuto ? 0.98 : 0.85, awayUntil };
  }
  if (isAuto || AUTO.test(mail.text)) {
    return { classification: 'auto_reply', confidence: isAuto ? 0.95 : 0.75, awayUntil: undefined };
  }
  return { ...classifyWritten(mail), awayUntil: undefined };
}

/** What a person wrote. */
function classifyWritten(mail: InboundMail): Pick<Classified, 'classification' | 'confidence'> {
  const text = mail.text;
  const subject = stripPrefix(mail.subject);
  // One bare word is how people have answered mailing lists for decades.
  if (
    /^\W*(?:unsubscribe|stop|remove|abmelden|baja|désabonner|uitschrijven|配信停止)\W*$/i.test(
      `${text || subject}`,
    )
  ) {
    return { classification: 'unsubscribe', confidence: 0.98 };
  }
  if (LEAVE.test(text)) return { classification: 'unsubscribe', confidence: 0.92 };
  const no = NO.test(text);
  const yes = YES.test(text.replace(new RegExp(NO, 'gi'), ' '));
  if (no && !yes) return { classification: 'negative', confidence: 0.9 };
  if (yes && !no) return { classification: 'positive', confidence: 0.88 };
  if (yes && no) return { classification: 'neutral', confidence: 0.5 };
  if (/[?？]/.test(text)) return { classification: 'question', confidence: 0.8 };
  return { classification: 'neutral', confidence: 0.6 };
}

/** RFC 3834, and what came before and beside it. */
function isAutomatic({ headers, from }: InboundMail): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase() ?? 'no';
  if (submitted !== 'no') return true;
  if (headers.has('x-autoreply') || headers.has('x-autorespond') || headers.has('x-auto-reply-from'))
    return true;
  if (headers.has('x-autoreply-from') || headers.get('x-ms-exchange-generated-message-source') !== undefined)
    return true;
  if (/auto[_-]?reply|junk/i.test(headers.get('precedence') ?? '')) return true;
  return /^(?:no-?reply|do-?not-?reply|donotreply|mailer-daemon)@/i.test(from);
}

/** People who answer also mention holidays; who only tells of an absence asks nothing and says little. */
function isShortNotice({ text }: InboundMail): boolean {
  return text.length < 600 && !/[?？]/.test(text) && !YES.test(text);
}

function stripPrefix(subject: string): string {
  return subject.replace(/^(?:\s*(?:re|aw|sv|fwd?|wg|tr|rif|antw)\s*:\s*)+/i, '').trim();
}
