import { foldLetters } from './fold-letters.ts';

/** Languages whose month and weekday names are known, as the runtime has them. */
const locales = 'en de fr es it pt nl pl sv da nb fi cs sk hu ro tr ru uk el'.split(' ');
// Their names change with their case; the stem stays.
const inflected = new Set('pl cs sk fi hu tr ru uk el'.split(' '));

/** Months 0 to 11 by their folded names in lower case, long, short and as they stand beside a day. */
export const monthByName: ReadonlyMap<string, number> = namesOfMonths();
/** Weekdays from Sunday = 0 by the folded beginnings of their names, longest first. */
export const weekdayStems: readonly (readonly [stem: string, weekday: number])[] = stemsOfWeekdays();

function namesOfMonths(): Map<string, number> {
  const found = new Map<string, number>([
    ['sept', 8],
    ['mrz', 2],
    ['maerz', 2],
  ]);
  for (const locale of locales) {
    for (const month of ['long', 'short'] as const) {
      for (const options of [{ month }, { month, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
        for (let i = 0; i < 12; i++) {
          const part = format.formatToParts(Date.UTC(2026, i, 15)).find(({ type }) => type === 'month');
          const name = nameOf(part?.value ?? '');
          if (/^\p{L}{3,}$/u.test(name) && !found.has(name)) found.set(name, i);
        }
      }
    }
  }
  return found;
}

function stemsOfWeekdays(): [string, number][] {
  const found = new Map<string, number>();
  for (const locale of locales) {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    for (let weekday = 0; weekday < 7; weekday++) {
      const name = nameOf(format.format(Date.UTC(2026, 10, 1 + weekday))).split('-')[0]!;
      const stem = inflected.has(locale) && name.length > 5 ? name.slice(0, -1) : name;
      if (!found.has(stem)) found.set(stem, weekday);
    }
  }
  for (const [weekday, sign] of [...'日月火水木金土'].entries()) found.set(`${sign}曜`, weekday);
  return [...found].sort(([a], [b]) => b.length - a.length);
}

function nameOf(text: string): string {
  return foldLetters(text).toLowerCase().replace(/\.$/, '');
}
