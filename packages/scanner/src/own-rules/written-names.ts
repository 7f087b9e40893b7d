/** The same number, however it is written. */
export function sameNumber(a: string, b: string): boolean {
  return /^-?[\d.]/.test(a) && /^-?[\d.]/.test(b) && Number(a) === Number(b);
}

/** The same type, with or without its package and arguments. */
export function sameTypeName(known: string, wanted: string): boolean {
  const plain = (type: string) => type.replace(/<.*>$/, '');
  const [a, b] = [plain(known), plain(wanted)];
  if (a === b) return true;
  return a.endsWith(`.${b}`) || b.endsWith(`.${a}`) || (a.replace(/^\*/, '') === b && a.startsWith('*'));
}
