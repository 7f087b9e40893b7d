/** Node flags under which code can read its own modules but no other file, and cannot start anything. */
export function permissionsFor(readable: readonly string[]): string[] {
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** A module that both threads of a process preload: it serves them type-stripped modules. */
export const STRIPPED_MODULES = `--import=${new URL('./stripped-modules.mjs', import.meta.url)}`;

/** Tells that module where they are. */
export function strippedEnvironment(folder: string | undefined): Record<string, string> {
  return folder === undefined ? {} : { STRIPPED_MODULES: folder };
}
