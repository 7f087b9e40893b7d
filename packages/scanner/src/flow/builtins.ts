import { callOnBuffer } from './buffer-builtins.ts';
import type { CallSite } from './call-site.ts';
import { callOnList } from './list-calls.ts';
import type { Machine } from './machine.ts';
import { callOnMap } from './map-builtins.ts';
import { callOnString } from './string-calls.ts';
import type { Value } from './value.ts';

/**
 * Methods that most languages share, on strings, lists, maps and string buffers. Null if the call is none of
 * them.
 */
export function callBuiltin(m: Machine, site: CallSite): Value | null {
  const { recv } = site;
  if (recv === null) return null;
  if (typeof recv.k === 'string' || (recv.k === undefined && recv.objs.length === 0)) {
    const folded = callOnString(m, site, recv);
    if (folded !== null) return folded;
  }
  const object = m.s.first(recv);
  if (object === undefined) return null;
  if (object.kind === 'buffer') return callOnBuffer(m, site, recv);
  if (object.kind === 'list') return callOnList(m, site, recv, object);
  if (object.kind === 'map' || (object.kind === 'object' && object.cls === null))
    return callOnMap(m, site, recv, object);
  return null;
}
