// Markers in a mail's structure that do not depend on its language.

/** The tag ticket systems put in the subject. */
export const TICKET =
  /\[[^\]]{0,30}#? ?\d{3,}[^\]]{0,10}\]|\[[A-Z]{2,10}\]|[[(][A-Z]{2,10}-\d{2,}[\])]|(?:ticket|case|request|anfrage|vorgang|demande|solicitud|zgloszenie|arende|sag|richiesta|chamado|protocolo|ref|nr|no|n°)[\s.:#-]{0,4}#?[A-Z]{0,4}-?\d{4,}|#{1,2}\d{4,}/i;

/** Addresses that nobody reads, or that a program sends from. */
export const ROBOT_ADDRESS =
  /^(?:no[-_.]?(?:reply|response|respon[ds]\w*)|do[-_.]?not[-_.]?reply|ne[-_.]?pas[-_.]?repondre|nao[-_.]?respond\w*|non[-_.]?rispond\w*|(?:keine|nicht)[-_.]?antwort\w*|geen[-_.]?antwoord|nie[-_.]?odpowiad\w*|(?:svara|svar)[-_.]?(?:ej|inte|ikke)|mailer-daemon|auto(?:mat\w*|[-_.]?(?:reply|responder|antwort))|jira|helpdesk-noreply)(?:[+-][^@]*)?@/i;

/** A link to the author's calendar. */
export const CALENDAR_LINK =
  /https?:\/\/(?:[\w-]+\.)*(?:cal|calendly|calendar|calendars|meet|meetings?|book|booking|bookings|schedule|zcal|savvycal|chilipiper|outlook|tidycal|koalendar|doodle|youcanbook)\.[\w.-]+\/\S+|https?:\/\/[\w.-]+\/(?:meetings?|book|booking|schedule|calendar|cal)\//i;

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Whether it contains the address of somebody other than author and recipients. */
export function namesAnother(text: string, known: readonly string[]): boolean {
  const all = new Set(known.map((one) => one.toLowerCase()));
  return [...text.matchAll(ADDRESS)].some(([address]) => !all.has(address.toLowerCase().replace(/\.$/, '')));
}

/** Clauses, each making one statement. */
export function clausesOf(text: string): string[] {
  return text
    .replace(THANKS, ' ')
    .split(
      /[!;。！\n]+|\.(?=\s|$)|(?<=[?？])|[,、–—](?=\s|\p{L})|\s(?:but|however|though|aber|jedoch|sondern|mais|cependant|pero|sino|ma|però|pero|mas|porem|maar|ale|jednak|men)\s/iu,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** Thanking for something is not asking for it. */
const THANKS =
  /(?<!\p{L})(?:thank(?:s| you)|danke|dank|merci|gracias|grazie|obrigad[oa]|bedankt|dziekuj\p{L}*|dzieki|tack|takk?)(?: (?:a lot|very much|so much|schon|sehr|beaucoup|muchas|mille|muito|wel))? (?:for|fur|pour|de|por|per|di|pel[oa]|voor|za)\s[^.,!?;:\n]{1,60}/giu;
