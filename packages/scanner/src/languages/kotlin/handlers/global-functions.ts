import type { CallSite } from '../../../flow/call-site.ts';
import { readElement, setElement } from '../../../flow/elements.ts';
import { listOf } from '../../../flow/list-builtins.ts';
import type { Machine } from '../../../flow/machine.ts';
import { newObject } from '../../../flow/state.ts';
import { constant, unknown, type Value } from '../../../flow/value.ts';

/** Functions that create collections and patterns. */
export function makeByFunction(m: Machine, { name, args }: CallSite): Value | null {
  switch (name) {
    case 'mapOf':
    case 'mutableMapOf':
    case 'hashMapOf':
    case 'linkedMapOf':
      return pairedMap(m, args);
    case 'Regex':
      return typeof args[0]?.k === 'string' ? { ...constant(args[0].k), type: 'RegExp' } : null;
    case 'listOf':
    case 'listOfNotNull':
    case 'mutableListOf':
    case 'arrayOf':
    case 'arrayListOf':
    case 'setOf':
      return listOf(m, args);
    default:
      return null;
  }
}

/** `key to value`, pair by pair. */
function pairedMap(m: Machine, args: readonly Value[]): Value {
  const map = { ...unknown, objs: [m.allocate(newObject('map'))] };
  for (const pair of args)
    setElement(m, map, readElement(m, pair, constant(0)), readElement(m, pair, constant(1)));
  return map;
}
