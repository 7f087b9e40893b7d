import { InvalidArchive, quoteName } from './invalid-archive.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

// Code page 437, the encoding of names without the UTF-8 flag (APPNOTE.TXT, appendix D): 0x80 to 0xff.
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

export const MAX_PATH_BYTES = 4_096;

/** An entry's name as text. Many tools write UTF-8 without the flag, so valid UTF-8 is decoded as such. */
export function decodeName(bytes: Buffer): string {
  let isAscii = true;
  for (const byte of bytes) {
    if (byte >= 0x80) {
      isAscii = false;
      break;
    }
  }
  if (isAscii) return bytes.toString('latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    let text = '';
    for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP437[byte - 0x80];
    return text;
  }
}

/**
 * The path of an entry below the archive's root, separated by `/`. Throws `InvalidArchive` for a name that
 * can only be meant to escape it: nothing is written to disk here, but the next tool that opens the archive
 * might.
 */
export function normalizePath(name: string): string {
  if (name.includes('\0')) throw refuse('nul_in_name', name, 'holds a NUL character');
  const slashed = name.includes('\\') ? name.replaceAll('\\', '/') : name;
  if (/^[a-zA-Z]:/.test(slashed)) throw refuse('drive_path', name, 'names a drive');
  if (slashed.startsWith('/')) throw refuse('absolute_path', name, 'is an absolute path');
  if (!slashed.includes('./') && !slashed.includes('//') && !/(^|\/)\.{1,2}$/.test(slashed)) return slashed;
  const parts = slashed.split('/');
  if (parts.includes('..')) throw refuse('path_traversal', name, 'climbs out of its folder');
  const isFolder = slashed.endsWith('/');
  const kept = parts.filter((part) => part !== '' && part !== '.');
  return kept.join('/') + (isFolder && kept.length > 0 ? '/' : '');
}

function refuse(reason: string, name: string, what: string): InvalidArchive {
  return new InvalidArchive(
    reason,
    `The entry ${quoteName(name)} ${what}. Every path must lie below the archive’s root.`,
  );
}
