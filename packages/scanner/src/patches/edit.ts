/** A change to a text: `start` to `end` is replaced with `replacement`. Offsets refer to the old text. */
export interface Edit {
  file: string;
  start: number;
  end: number;
  replacement: string;
  /** It adds this setting at the end of a list of settings. */
  setting?: string;
  /** Offsets where an insertion has the same effect. */
  otherPlaces?: readonly number[];
}

/** The text after the edits, or undefined if they overlap or are outside the text. */
export function applyEdits(text: string, edits: readonly Edit[]): string | undefined {
  const inOrder = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const edit of inOrder) {
    if (edit.start < at || edit.end < edit.start || edit.end > text.length) return undefined;
    parts.push(text.slice(at, edit.start), edit.replacement);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
