/** At most the first `most` characters (UTF-16 units) of a text, never half of a surrogate pair at the end. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most);
  return text.length > most && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
