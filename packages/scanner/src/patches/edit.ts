/** A change of a text: what stands from `start` up to `end` becomes `replacement`. Offsets are of the old text. */
export interface Edit {
  file: string;
  start: number;
  end: number;
  replacement: string;
  /** It names this setting at the end of a list of settings. */
  setting?: string;
  /** An insertion does the same at these offsets. */
  otherPlaces?: readonly number[];
}

/** The text after the edits, or undefined when they overlap or leave the text. */
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
