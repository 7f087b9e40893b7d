// The context of a place in a pattern, by its text alone.

/** The offset of the bracket that closes the one at `from`. */
export function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Whether an ellipsis stands for a part of an expression, not for statements. */
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
