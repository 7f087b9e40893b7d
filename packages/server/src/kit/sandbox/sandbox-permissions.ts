/** Flags of Node under which code reads its own modules, and nothing else of the machine's files, and starts nothing. */
export function permissionsFor(readable: readonly string[]): string[] {
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}
