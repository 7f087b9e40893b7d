import chardet from 'chardet';
import iconv from 'iconv-lite';
import { ImportRefusal } from './import-refusal.ts';
import type { FileScan } from './scan-file.ts';
import { otherAlphabetOf } from './single-byte-encoding.ts';

export interface TextEncoding {
  /** As in responses, such as `utf-8`, `utf-16le`, `windows-1252`, `macintosh` or `shift_jis`. */
  name: string;
  /** Length of the byte order mark. */
  bomBytes: number;
}

/** Common names of encodings, mapped to ours. */
const aliases: Record<string, string> = {
  utf8: 'utf-8',
  unicode: 'utf-16le',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  latin1: 'windows-1252',
  iso88591: 'windows-1252',
  ascii: 'utf-8',
  usascii: 'utf-8',
  ansi: 'windows-1252',
  cp1252: 'windows-1252',
  windows1252: 'windows-1252',
  win1252: 'windows-1252',
  macroman: 'macintosh',
  macintosh: 'macintosh',
  mac: 'macintosh',
  sjis: 'shift_jis',
  shiftjis: 'shift_jis',
  cp932: 'shift_jis',
  windows31j: 'shift_jis',
};

/** A file's encoding: the one requested, else from its BOM, else guessed from its bytes. */
export function decideEncoding(scan: FileScan, given: string | undefined): TextEncoding {
  const marked = markOf(scan.head);
  if (given !== undefined) {
    const name = nameOf(given);
    return { name, bomBytes: marked?.name === name ? marked.bomBytes : 0 };
  }
  if (marked !== undefined) return marked;
  const wide = wideOf(scan.head);
  if (wide !== undefined) return { name: wide, bomBytes: 0 };
  refuseBinary(scan);
  return { name: scan.isUtf8 ? 'utf-8' : narrowOf(scan), bomBytes: 0 };
}

function nameOf(given: string): string {
  const key = given.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const name = aliases[key] ?? given.toLowerCase();
  if (Object.hasOwn(aliases, key) || (key.length >= 3 && iconv.encodingExists(name) && !forbidden.has(key)))
    return name;
  throw new ImportRefusal(
    'unsupported_encoding',
    'This encoding is not known. Use one such as utf-8, utf-16le, windows-1252, macintosh or shift_jis, or leave it out.',
    'encoding',
  );
}

/** Decoder names that are not text encodings. */
const forbidden = new Set(['base64', 'hex', 'binary', 'utf7', 'utf7imap', 'internal', 'cesu8']);

function markOf(head: Buffer): TextEncoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'utf-8', bomBytes: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) {
    return head[2] === 0 && head[3] === 0 && head.length >= 4
      ? { name: 'utf-32le', bomBytes: 4 }
      : { name: 'utf-16le', bomBytes: 2 };
  }
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', bomBytes: 2 };
  return undefined;
}

/** UTF-16 without a BOM: in most scripts, every other byte of the ASCII between words is zero. */
function wideOf(head: Buffer): string | undefined {
  const bytes = head.subarray(0, 4_096);
  let [even, odd] = [0, 0];
  for (const [i, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (i % 2 === 0) even++;
    else odd++;
  }
  const half = bytes.length / 2;
  if (half < 2) return undefined;
  if (odd > 0.3 * half && even < 0.05 * half) return 'utf-16le';
  if (even > 0.3 * half && odd < 0.05 * half) return 'utf-16be';
  return undefined;
}

function refuseBinary({ head }: FileScan): void {
  const bytes = head.subarray(0, 8_192);
  let controls = 0;
  for (const byte of bytes) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  if (controls > 0.02 * bytes.length) {
    throw new ImportRefusal(
      'invalid_csv',
      'The file is binary, not text. Save the list as CSV and send that.',
      'file',
    );
  }
}

/** Single- or double-byte encodings, guessed from the non-ASCII parts. */
function narrowOf({ foreign }: FileScan): string {
  const east = chardet.analyse(foreign).find(({ name }) => eastern.has(name));
  if (east !== undefined && east.confidence >= 50 && isCleanly(foreign, east.name)) {
    return east.name.toLowerCase();
  }
  const alphabet = otherAlphabetOf(foreign);
  if (alphabet !== undefined) return alphabet;
  if (looksLikeShiftJis(foreign)) return 'shift_jis';
  return looksLikeMac(foreign) ? 'macintosh' : 'windows-1252';
}

const eastern = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030']);

/** A wrong guess shows as invalid characters. Windows cut off characters at the ends. */
function isCleanly(foreign: Buffer, name: string): boolean {
  const text = iconv.decode(foreign, name);
  let broken = 0;
  for (const character of text) if (character === '\ufffd') broken++;
  return broken <= text.length / 100;
}

/**
 * For texts of a line or two, too short for statistics. Japanese words have several characters; accented
 * letters misread as Shift_JIS stand alone or are invalid.
 */
function looksLikeShiftJis(foreign: Buffer): boolean {
  const text = iconv.decode(foreign, 'shift_jis');
  let inWords = 0;
  let other = 0;
  for (const [word] of text.matchAll(/[\p{Script=Han}\u3040-\u30ff]+|[^\0-\u007f]/gu)) {
    if (word.length > 1) inWords += word.length;
    else other++;
  }
  return inWords > 4 * other;
}

/**
 * Windows-1252 has accented letters above 0xC0, and little but quotes and dashes below 0xA0; Mac Roman has
 * its letters below 0xA0.
 */
function looksLikeMac(foreign: Buffer): boolean {
  let mac = 0;
  let windows = 0;
  let before = 0;
  for (const byte of foreign) {
    const followsLetter = isLetter(before);
    before = byte;
    if (byte < 0x80 || !followsLetter) continue;
    if (byte >= 0xc0) windows++;
    else if (byte < 0xa0 && !windowsPunctuation.has(byte)) mac++;
  }
  return mac > windows;
}

/** Windows-1252's euro, ellipsis, quotes, bullet, dashes and trademark sign. */
const windowsPunctuation = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99]);

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
