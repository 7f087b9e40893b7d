import { accessPath, mentionOf, patternPerName } from './c-expressions.ts';
import type { WalkState } from './walk-state.ts';

const nullTest = patternPerName(
  (name) =>
    String.raw`!\s*${name}\b(?!\s*(?:->|\.|\[))|(?<![\w.>])${name}\s*(?:=(?!=)[^&|]*?)?\)?\s*(?:==\s*(?:NULL|nullptr|0|-1|MAP_FAILED)|<\s*0|==\s*-\s*1)`,
);
const nonNullTest = patternPerName(
  (name) => String.raw`(?:^|[(&|])\s*${name}\s*(?:$|[)&|]|!=\s*(?:NULL|nullptr|0|-\s*1)|>=?\s*0|>\s*-\s*1)`,
);
const bareNonNullTest = new RegExp(String.raw`^\s*(${accessPath})\s*(?:!=\s*(?:NULL|nullptr))?\s*$`);
const lowerBoundTest = patternPerName(
  (name) =>
    String.raw`(?<![\w.>])${name}\s*(?:<=?\s*[01]\b(?![\w.])|>=?\s*0\b|==\s*0\b|!=\s*0\b)|\b0\s*>=?\s*${name}\b|\b0\s*<=?\s*${name}\b|!\s*${name}\b`,
  'g',
);
const comparison = patternPerName(
  (name) => String.raw`(?<![\w.>])${name}\b[^&|]*(?:[<>]|[!=]=)|(?:[<>]|[!=]=)[^&|]*\b${name}\b`,
);

/** Takes from a condition which of its names is nothing on which way. */
export function refineNull(condition: string, whenTrue: WalkState, whenFalse: WalkState): void {
  for (const [key, cell] of whenTrue.cells.size >= whenFalse.cells.size ? whenTrue.cells : whenFalse.cells) {
    if (cell.kind === 'input' || cell.kind === 'blank') continue;
    if (!mentionOf(key).test(condition)) continue;
    const isNull = nullTest(key).test(condition);
    const isNonNull = nonNullTest(key).test(condition);
    if (isNull) whenTrue.cells.set(key, { kind: 'null' });
    if (isNonNull && !isNull) whenFalse.cells.set(key, { kind: 'null' });
  }
  // A pure test for nothing of a name that is not followed yet: it is nothing on the other way.
  const bare = bareNonNullTest.exec(condition)?.[1];
  if (bare !== undefined && !whenFalse.cells.has(bare)) whenFalse.cells.set(bare, { kind: 'null' });
}

/** A comparison with a number from outside bounds it; from below alone, it may still be huge. */
export function refineBounds(condition: string, state: WalkState): void {
  // Sizes of types and addresses are no comparison with the number itself.
  const text = condition.replace(/\bsizeof\s*(?:\([^()]*\)|\*?\s*[\w.>-]+)|(?<![\w)\]]\s*)&\s*\w+/g, '1');
  for (const [key, cell] of state.cells) {
    if (cell.kind !== 'input' || !mentionOf(key).test(text)) continue;
    const rest = text.replace(lowerBoundTest(key), ' ');
    const hasLower = rest !== text && /[<>]/.test(text);
    const hasUpper = comparison(key).test(rest);
    if (!hasUpper && hasLower) state.cells.set(key, { ...cell, isSigned: false });
    else if (hasUpper && (hasLower || !cell.isSigned || cell.bounded)) state.cells.delete(key);
    else if (hasUpper) state.cells.set(key, { ...cell, bounded: true });
  }
}
