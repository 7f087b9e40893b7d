/** Flags of Node under which code reads its own modules, and nothing else of the machine's files, and starts nothing. */
export function permissionsFor(readable: readonly string[]): string[] {
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** A module that both threads of a process load first: it gives them modules without their types. */
export const STRIPPED_MODULES = `--import=${new URL('./stripped-modules.mjs', import.meta.url)}`;

/** Where it finds them. */
export function strippedEnvironment(folder: string | undefined): Record<string, string> {
  return folder === undefined ? {} : { STRIPPED_MODULES: folder };
}
