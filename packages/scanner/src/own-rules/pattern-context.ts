// What stands around a place of a pattern, by its text alone.

/** Where the bracket at `from` is closed. */
export function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Whether three dots stand for a part of an expression, and not for statements. */
export function isOperand(before: string, after: string, endsLine: boolean): boolean {
  const line = before.trimEnd();
  if (
    /(?:[=+\-*/%<>&|?!,(:]|\b(?:return|in|await|new|throw|raise|not|and|or|if|while|for|case|else if|elif|range|yield|print|echo))$/.test(
      line,
    )
  )
    return !/(?:=>|->|\{|\bdo)$/.test(line) && !(/:$/.test(line) && !/\?[^:]*:$/.test(line));
  return !endsLine && /[=+\-*/%<>&|?.:]/.test(after);
}
