/** A LIKE pattern that matches the text anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Patterns that match the text anywhere, whether its accents are composed (NFC) or not (NFD). */
export function containingAnyForm(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD')])].map(containing);
}

/**
 * SQL for a text whose case is ignored; use it on both sides. Only the database folds: JavaScript has other rules for
 * some letters (`İ`, `Σ` at the end of a word). By way of capitals, which `σ` and `ς`, `i` and `ı` share.
 */
export function folded(expression: string): string {
  return `lower(upper(${expression}))`;
}

/** SQL for the patterns in a parameter, such as `$6`, to be compared with a folded text by `like`. */
export function anyFolded(patterns: string): string {
  return `any(array(select ${folded('p')} from unnest(${patterns}::text[]) p))`;
}
