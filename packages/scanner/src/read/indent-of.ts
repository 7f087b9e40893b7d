/** The number of blanks at the start of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
