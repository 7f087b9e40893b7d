/** Whether two spellings are the same number. */
export function sameNumber(a: string, b: string): boolean {
  return /^-?[\d.]/.test(a) && /^-?[\d.]/.test(b) && Number(a) === Number(b);
}

/** Whether two spellings are the same type, ignoring package and type arguments. */
export function sameTypeName(known: string, wanted: string): boolean {
  const plain = (type: string) => type.replace(/<.*>$/, '');
  const [a, b] = [plain(known), plain(wanted)];
  if (a === b) return true;
  return a.endsWith(`.${b}`) || b.endsWith(`.${a}`) || (a.replace(/^\*/, '') === b && a.startsWith('*'));
}
