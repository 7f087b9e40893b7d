/** `1 file`, `2 files`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export function placeOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}
