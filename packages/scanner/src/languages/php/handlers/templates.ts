import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';

/** Twig renders files by name, unless a loader for strings is used. */
export function rendersFile(m: Machine, { name, written }: CallSite): boolean {
  // Blade has other methods for files.
  return name === 'render' && !/\bBlade$/.test(written) && !/Loader_?String|StringLoader/i.test(m.file.text);
}
