import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';

/** Twig takes names of files, unless it is given texts for them. */
export function rendersFile(m: Machine, { name, written }: CallSite): boolean {
  // Blade has other methods for files.
  return name === 'render' && !/\bBlade$/.test(written) && !/Loader_?String|StringLoader/i.test(m.file.text);
}
