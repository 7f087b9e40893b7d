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

// Words beside which the day of the return stands.
const RETURN =
  /\b(?:back|return(?:s|ing)?|re-?open(?:s|ing)?|resum(?:e|es|ing)|again|wieder|zurück|erreichbar|ab|rückkehr|kehre|retour|reprend\w*|vuelv[oe]|regres[oaé]\w*|reincorpor\w+|torn[oaeiò]\w*|rientr[oaeiò]\w*|volt[oae]\w*|retorn[oae]\w*|terug|vanaf|weer)(?!\p{L})|戻|復帰|出社|出勤|再開|通常/giu;
// Words that stand before the last day of an absence.
const UNTIL =
  /\b(?:until|till?|through|to|bis|jusqu['’]?(?:au|à)|au|hasta|al|fino al|até|tot(?: en met)?)(?!\p{L})|まで/giu;

const DAY_MS = 86_400_000;

/**
 * The day on which an absent person is back, at midnight UTC: the date beside a word that speaks of the return, else
 * beside one that ends the absence, else the latest one. Undefined when the text names none within a year.
 */
export function findReturnDate(text: string, now: Date): Date | undefined {
  const dates = [...findDates(text, now), ...findWeekdays(text, now)].filter(
    ({ at }) => at > now.getTime() - DAY_MS && at < now.getTime() + 366 * DAY_MS,
  );
  if (dates.length === 0) return undefined;
  const found = nearest(dates, placesOf(text, RETURN)) ?? nearest(dates, placesOf(text, UNTIL));
  return new Date(found?.at ?? Math.max(...dates.map(({ at }) => at)));
}

interface FoundDate {
  place: number;
  at: number;
}

/** Farther from its word than this, a date belongs to another one. */
const REACH = 45;

/** The date nearest to one of the words; one that follows its word is nearer than one before. */
function nearest(dates: readonly FoundDate[], words: readonly number[]): FoundDate | undefined {
  const distance = ({ place }: FoundDate) =>
    Math.min(...words.map((word) => (place >= word ? place - word : (word - place) * 3)));
  const [first] = dates
    .map((date) => ({ ...date, far: distance(date) }))
    .filter(({ far }) => far <= REACH)
    // Of two as near, the later one: an absence ends after it began.
    .sort((a, b) => a.far - b.far || b.at - a.at);
  return first;
}

function placesOf(text: string, words: RegExp): number[] {
  return [...text.matchAll(words)].map(({ index }) => index);
}

const weekdayNames = [
  'sunday sonntag dimanche domingo domenica zondag 日曜',
  'monday montag lundi lunes lunedì maandag 月曜',
  'tuesday dienstag mardi martes martedì dinsdag 火曜',
  'wednesday mittwoch mercredi miércoles mercoledì woensdag 水曜',
  'thursday donnerstag jeudi jueves giovedì donderdag 木曜',
  'friday freitag vendredi viernes venerdì vrijdag 金曜',
  'saturday samstag samedi sábado sabato zaterdag 土曜',
];

/** "Back on Monday": the next one, where no date stands with it. */
function findWeekdays(text: string, now: Date): FoundDate[] {
  return weekdayNames.flatMap((names, weekday) =>
    names.split(' ').flatMap((name) =>
      [
        ...text.matchAll(
          new RegExp(
            `(?<!\\p{L})${name}(?!\\p{L})(?!,? ?(?:the |den |le |el |de )?\\(?\\d|,? \\p{L}+ \\d)`,
            'giu',
          ),
        ),
      ].map(({ index }) => {
        const ahead = (weekday - now.getUTCDay() + 7) % 7 || 7;
        const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
        return { place: index, at: today + ahead * DAY_MS };
      }),
    ),
  );
}

function findDates(text: string, now: Date): FoundDate[] {
  const found: FoundDate[] = [];
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
    // Both orders are in use. An absence is over soon: the order that gives the nearer day to come is meant.
    const [first, second, year] = [+m[1]!, +m[2]!, yearOf(m[3])];
    const readings = [resolveDate(year, second - 1, first, now), resolveDate(year, first - 1, second, now)];
    const ahead = readings.filter((at) => at !== undefined && at > now.getTime() - DAY_MS) as number[];
    if (ahead.length > 0) found.push({ place: m.index, at: Math.min(...ahead) });
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
