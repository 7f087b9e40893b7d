import { anyOf, foldLetters } from '../../terms/fold-letters.ts';
import { monthByName, weekdayStems } from './words/date-names.ts';

const everywhere = (words: RegExp) => new RegExp(words.source, 'giu');

// Words that go with the date of return.
const RETURN = everywhere(
  anyOf(
    String.raw`\b(?:back|return(?:s|ing)?|re-?open(?:s|ing)?|resum(?:e|es|ing)|again|available from|as of)\b`,
    String.raw`\b(?:wieder|zurück|erreichbar|ab|rückkehr|kehre)\b`,
    String.raw`\b(?:retour|reprend\w*|à partir|revien\w*|rentre\w*)\b`,
    String.raw`\b(?:vuelv[oe]|regres[oa]\w*|reincorpor\w+|vuelta|a partir)\b`,
    String.raw`\b(?:torn[oaei]\w*|rientr[oaei]\w*|di nuovo)\b`,
    String.raw`\b(?:volt[oae]\w*|retorn[oae]\w*|de volta)\b`,
    String.raw`\b(?:terug|vanaf|weer)\b`,
    String.raw`\b(?:wracam|wroc\w*|powr\w+|ponownie|od dnia|z powrotem)\b`,
    String.raw`\b(?:åter|tillbaka|tilbage|tilbake|igen|igjen|från och med|fra og med)\b`,
    String.raw`\b(?:palaan|takaisin|vratim|zpět|späť|vissza|revin|dönüyor\w*|itibaren)\b|верн[уё]|снова|повернусь|επιστρ`,
    '戻|復帰|出社|出勤|再開|通常|以降|より',
  ),
);
// Words that precede the last day of an absence.
const UNTIL = everywhere(
  anyOf(
    String.raw`\b(?:until|till?|through|thru|to|bis|jusqu'?(?:au|à)|au|hasta|al|fino al|até|tot(?: en met)?|do|t\.?o\.?m|till och med|til|saakka|asti|kadar)\b|\bпо\b|\bдо\b|まで`,
  ),
);

const DAY_MS = 86_400_000;

/**
 * The day an absent person is back, at midnight UTC: the date next to a phrase about returning, else next to
 * one about the end of the absence, else the latest date. Undefined when the text has none within a year.
 */
export function findReturnDate(written: string, now: Date): Date | undefined {
  const text = foldLetters(written);
  const dates = datesIn(text, now);
  if (dates.length === 0) return undefined;
  const found = nearest(dates, placesOf(text, RETURN)) ?? nearest(dates, placesOf(text, UNTIL));
  return new Date(found?.at ?? Math.max(...dates.map(({ at }) => at)));
}

/** Whether there is a date next to a phrase about returning. */
export function namesReturn(written: string, now: Date): boolean {
  const text = foldLetters(written);
  return nearest(datesIn(text, now), placesOf(text, RETURN)) !== undefined;
}

interface FoundDate {
  place: number;
  at: number;
}

function datesIn(text: string, now: Date): FoundDate[] {
  return [...findDates(text, now), ...findWeekdays(text, now)].filter(
    ({ at }) => at > now.getTime() - DAY_MS && at < now.getTime() + 366 * DAY_MS,
  );
}

/** Beyond this distance a date belongs to some other word. */
const REACH = 45;

/** The date nearest to one of the words; a date after its word counts as nearer than one before. */
function nearest(dates: readonly FoundDate[], words: readonly number[]): FoundDate | undefined {
  const distance = ({ place }: FoundDate) =>
    Math.min(...words.map((word) => (place >= word ? place - word : (word - place) * 3)));
  const [first] = dates
    .map((date) => ({ ...date, far: distance(date) }))
    .filter(({ far }) => far <= REACH)
    // On a tie the later date: an absence ends after it begins.
    .sort((a, b) => a.far - b.far || b.at - a.at);
  return first;
}

function placesOf(text: string, words: RegExp): number[] {
  return [...text.matchAll(words)].map(({ index }) => index);
}

const WEEKDAY = new RegExp(
  // A weekday next to a date adds nothing to it.
  `(?<!\\p{L})(${weekdayStems.map(([stem]) => stem).join('|')})\\p{L}{0,2}(?!\\p{L})(?!,? ?(?:the |den |dem |le |el |de |d\\. )?\\(?\\d|,? \\p{L}+ \\d)`,
  'giu',
);
const weekdayOf = new Map(weekdayStems);

/** "Back on Monday": the next Monday, unless a date accompanies it. */
function findWeekdays(text: string, now: Date): FoundDate[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return [...text.matchAll(WEEKDAY)].flatMap(({ index, 1: stem = '' }) => {
    const weekday = weekdayOf.get(stem.toLowerCase());
    if (weekday === undefined) return [];
    const ahead = (weekday - now.getUTCDay() + 7) % 7 || 7;
    return [{ place: index, at: today + ahead * DAY_MS }];
  });
}

const WORD = '\\p{L}{3,13}';
const DAY_THEN_MONTH = new RegExp(
  `(?<day>\\d{1,2})(?:st|nd|rd|th|er|º|\\.|:e|-го)?\\s+(?:de\\s+|of\\s+)?(?<month>${WORD})\\.?(?:,?\\s+(?:de\\s+)?(?<year>\\d{4}))?`,
  'gu',
);
const MONTH_THEN_DAY = new RegExp(
  `(?<month>${WORD})\\.?\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.]\\d)(?:,?\\s+(?<year>\\d{4}))?\\b`,
  'gu',
);

const DAYS_IN_NUMBERS = [
  /\b(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})\b/g,
  /\b(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})\b/g,
  /(?:(?<year>\d{4})[年년]\s*)?(?<month>\d{1,2})[月월]\s*(?<day>\d{1,2})[日일号]/g,
  /\b(?<day>\d{1,2})[.](?<month>\d{1,2})[.](?:\s?(?<year>\d{4}|\d{2}))?(?!\d)/g,
  /\b(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})\b/g,
];
const DAY_AND_MONTH = /(?<!\d\/)\b(?<first>\d{1,2})\/(?<second>\d{1,2})(?:\/(?<year>\d{4}|\d{2}))?\b(?!\/)/g;

function findDates(text: string, now: Date): FoundDate[] {
  const found: FoundDate[] = [];
  const add = (place: number, year: number | undefined, month: number, day: number) => {
    const at = resolveDate(year, month, day, now);
    if (at !== undefined) found.push({ place, at });
  };
  // Year, month and day of each date, in whatever order; undefined for a missing year.
  for (const { index, groups = {} } of DAYS_IN_NUMBERS.flatMap((form) => [...text.matchAll(form)])) {
    add(index, yearOf(groups.year), Number(groups.month) - 1, Number(groups.day));
  }
  for (const { index, groups = {} } of text.matchAll(DAY_AND_MONTH)) {
    // Both orders are common. Absences end soon, so the order giving the nearer future date is meant.
    const [first, second, year] = [Number(groups.first), Number(groups.second), yearOf(groups.year)];
    const readings = [resolveDate(year, second - 1, first, now), resolveDate(year, first - 1, second, now)];
    const ahead = readings.filter((at) => at !== undefined).filter((at) => at > now.getTime() - DAY_MS);
    if (ahead.length > 0) found.push({ place: index, at: Math.min(...ahead) });
  }
  for (const { index, groups = {} } of [DAY_THEN_MONTH, MONTH_THEN_DAY].flatMap((form) => [
    ...text.matchAll(form),
  ])) {
    const month = monthByName.get(groups.month?.toLowerCase() ?? '');
    if (month !== undefined) add(index, yearOf(groups.year), month, Number(groups.day));
  }
  return found;
}

function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** A date without a year means its next occurrence. */
function resolveDate(year: number | undefined, month: number, day: number, now: Date): number | undefined {
  const at = Date.UTC(year ?? now.getUTCFullYear(), month, day);
  const date = new Date(at);
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  if (year === undefined && at < now.getTime() - DAY_MS)
    return Date.UTC(now.getUTCFullYear() + 1, month, day);
  return at;
}
