const months: Record<string, number> = {};
const names = [
  'january januar janvier enero gennaio janeiro januari jan ene gen janv',
  'february februar février febrero febbraio fevereiro februari feb fev févr fevrier',
  'march märz mars marzo março maart mar mär mrz mrt maerz marco',
  'april avril abril aprile apr avr abr',
  'may mai mayo maggio maio mei mag',
  'june juni juin junio giugno junho jun giu',
  'july juli juillet julio luglio julho jul lug juil',
  'august août agosto augustus aug ago aout',
  'september septembre septiembre settembre setembro sep sept set',
  'october oktober octobre octubre ottobre outubro oct okt ott out',
  'november novembre noviembre novembro nov',
  'december dezember décembre diciembre dicembre dezembro dec dez déc dic decembre',
];
names.forEach((list, i) => {
  for (const name of list.split(' ')) months[name] = i;
});

// Words after which the day of the return stands; before others it is the first day of the absence.
const BACK =
  /(?:\b(?:back|return(?:ing)?|until|till|through|again|(?:wieder )?(?:zurück|erreichbar)|bis|ab dem|rückkehr|retour|jusqu['’]?au|de retour|absent[e]? jusqu|vuelvo|regreso|regresaré|hasta|torno|rientro|fino al|volto|regresso|até|terug|tot(?: en met)?)\b|戻り|復帰|出社|まで)/i;

const DAY_MS = 86_400_000;

/**
 * The day on which an absent person is back, at midnight UTC: the date nearest to a word that speaks of the
 * return, else the latest one. Undefined when the text names none within a year.
 */
export function findReturnDate(text: string, now: Date): Date | undefined {
  const dates = findDates(text, now).filter(
    ({ at }) => at > now.getTime() - DAY_MS && at < now.getTime() + 366 * DAY_MS,
  );
  if (dates.length === 0) return undefined;
  const words = [...text.matchAll(new RegExp(BACK, 'gi'))].map(({ index }) => index);
  if (words.length === 0) return new Date(Math.max(...dates.map(({ at }) => at)));
  const distance = (place: number) =>
    Math.min(...words.map((word) => (place >= word ? place - word : (word - place) * 2)));
  const nearest = dates.toSorted((a, b) => distance(a.place) - distance(b.place))[0]!;
  return new Date(nearest.at);
}

function findDates(text: string, now: Date): { place: number; at: number }[] {
  const found: { place: number; at: number }[] = [];
  const add = (place: number, year: number | undefined, month: number, day: number) => {
    const at = resolveDate(year, month, day, now);
    if (at !== undefined) found.push({ place, at });
  };
  for (const m of text.matchAll(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g)) add(m.index, +m[1]!, +m[2]! - 1, +m[3]!);
  for (const m of text.matchAll(/(?:(\d{4})年)?\s*(\d{1,2})月\s*(\d{1,2})日/g)) {
    add(m.index, m[1] === undefined ? undefined : +m[1], +m[2]! - 1, +m[3]!);
  }
  for (const m of text.matchAll(/\b(\d{1,2})[.](\d{1,2})[.](?:\s?(\d{4}|\d{2}))?(?!\d)/g)) {
    add(m.index, yearOf(m[3]), +m[2]! - 1, +m[1]!);
  }
  for (const m of text.matchAll(/\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\b/g)) {
    // Day first, as most of the world writes it, unless only the other order makes a date.
    const [first, second] = [+m[1]!, +m[2]!];
    if (second > 12) add(m.index, yearOf(m[3]), first - 1, second);
    else add(m.index, yearOf(m[3]), second - 1, first);
  }
  const word = '[\\p{L}]{3,10}';
  for (const m of text.matchAll(
    new RegExp(
      `(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?\\s+(?:de\\s+|of\\s+)?(${word})\\.?(?:,?\\s+(?:de\\s+)?(\\d{4}))?`,
      'gu',
    ),
  )) {
    const month = months[m[2]!.toLowerCase()];
    if (month !== undefined) add(m.index, yearOf(m[3]), month, +m[1]!);
  }
  for (const m of text.matchAll(
    new RegExp(`(${word})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?\\b`, 'gu'),
  )) {
    const month = months[m[1]!.toLowerCase()];
    if (month !== undefined) add(m.index, yearOf(m[3]), month, +m[2]!);
  }
  return found;
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** A day without a year is the next one to come. */
function resolveDate(year: number | undefined, month: number, day: number, now: Date): number | undefined {
  const at = Date.UTC(year ?? now.getUTCFullYear(), month, day);
  const date = new Date(at);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  if (year === undefined && at < now.getTime() - DAY_MS)
    return Date.UTC(now.getUTCFullYear() + 1, month, day);
  return at;
}
