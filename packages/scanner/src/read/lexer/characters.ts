export const isIdentStart = new Uint8Array(128);

export const isIdentPart = new Uint8Array(128);

for (const [from, to] of [
  [65, 90],
  [97, 122],
  [95, 95],
] as const) {
  for (let code = from; code <= to; code++) {
    isIdentStart[code] = 1;
    isIdentPart[code] = 1;
  }
}

for (let code = 48; code <= 57; code++) isIdentPart[code] = 1;

export function isLetter(code: number): boolean {
  return (
    code >= 0xaa &&
    code !== 0xfeff &&
    code !== 0xab &&
    code !== 0xbb &&
    !(code >= 0x2000 && code <= 0x206f) &&
    code !== 0xd7
  );
}

/** Distinguishes `'a'` and `'\n'` from a Rust lifetime or a digit separator. */
export function isCharLiteral(source: string, at: number): boolean {
  if (source.charCodeAt(at + 1) === 92) return true;
  const close = source.indexOf("'", at + 1);
  return (
    close !== -1 && close - at <= 5 && (close - at === 2 || !/^[\w]+$/.test(source.slice(at + 1, close)))
  );
}
