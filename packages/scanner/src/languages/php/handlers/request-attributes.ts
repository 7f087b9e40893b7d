import type { CallSite } from '../../../flow/call-site.ts';

/** `$request->attributes->get('_controller')`: such names belong to the framework, except those that a path may set. */
export function isSetByFramework({ name, args, written }: CallSite): boolean {
  const key = name === 'get' ? args[0]?.k : undefined;
  return typeof key === 'string' && /^_(?!locale|format)/.test(key) && written.endsWith('->attributes');
}
