import chardet from 'chardet';

/**
 * Programs on Windows write other alphabets in single bytes too, without saying so. Undefined for Western European
 * text, and where the bytes alone do not tell.
 */
export function otherAlphabetOf(foreign: Buffer): string | undefined {
  if (isOtherScript(foreign)) return scriptOf(foreign);
  if (looksTurkish(foreign)) return 'windows-1254';
  return looksPolish(foreign) ? 'windows-1250' : undefined;
}

/**
 * Words of another script consist of such bytes; Western accents stand alone between ASCII letters. Half of the
 * bytes of Shift_JIS come from a range with few letters elsewhere.
 */
function isOtherScript(foreign: Buffer): boolean {
  let inWords = 0;
  let others = 0;
  let low = 0;
  let length = 0;
  for (let i = 0; i <= foreign.length; i++) {
    const byte = foreign[i] ?? 0;
    if (byte >= 0x80) {
      length++;
      if (byte <= 0x9f && byte !== 0x92) low++;
      continue;
    }
    if (length >= 3) inWords += length;
    else others += length;
    length = 0;
  }
  return inWords > 4 * others && 4 * low < inWords;
}

const scripts: Record<string, string> = {
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'ISO-8859-6': 'windows-1256',
  'windows-1256': 'windows-1256',
};
const MIN_CONFIDENCE = 20;

function scriptOf(foreign: Buffer): string | undefined {
  const letters = foreign.filter((byte) => byte >= 0x80);
  const [best] = chardet.analyse(foreign).filter(({ name }) => Object.hasOwn(scripts, name));
  const isCyrillic = best?.name === 'windows-1251' && best.confidence >= MIN_CONFIDENCE;
  // Hebrew has no capitals: all its letters lie in one range, which no longer text of another script is limited to.
  if (!isCyrillic && letters.every((byte) => byte >= 0xe0 && byte <= 0xfa)) return 'windows-1255';
  if (best !== undefined && best.confidence >= MIN_CONFIDENCE) return scripts[best.name];
  // In a line or two statistics say nothing. Cyrillic is the most common, and all of its letters lie here.
  const inRange = letters.filter((byte) => byte >= 0xc0).length;
  return inRange >= 0.75 * letters.length ? 'windows-1251' : undefined;
}

/** Letters of Turkish where Windows-1252 has Icelandic ones, without any other accent of Icelandic. */
function looksTurkish(foreign: Buffer): boolean {
  const shared = new Set([0xc7, 0xd6, 0xdc, 0xe7, 0xf6, 0xfc, 0xe2, 0xee, 0xfb]);
  const own = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);
  let found = 0;
  for (const [i, byte] of foreign.entries()) {
    if (byte < 0xc0) continue;
    if (!own.has(byte) && !shared.has(byte)) return false;
    // Dotless i, and s with a cedilla within a word, where Icelandic has no thorn.
    if (byte === 0xfd || (byte === 0xfe && isLetter(foreign[i - 1]))) found++;
  }
  return found > 0;
}

/** Polish letters within words, where Windows-1252 has raised digits, and Mac Roman `≥` and `π`. */
function looksPolish(foreign: Buffer): boolean {
  const own = new Set([0xb3, 0xb9]);
  return foreign.some((byte, i) => own.has(byte) && isLetter(foreign[i - 1]) && isLetter(foreign[i + 1]));
}

function isLetter(byte = 0): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte >= 0xc0;
}
