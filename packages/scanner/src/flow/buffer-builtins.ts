import type { CallSite } from './call-site.ts';
import { deepTaints } from './elements.ts';
import type { Machine } from './machine.ts';
import { joinObjects } from './state.ts';
import { concat, formatText } from './string-builtins.ts';
import { constant, joinTaints, unknown, type Value } from './value.ts';

export function withField(m: Machine, value: Value, name: string, field: Value): Value {
  m.update(
    value,
    (object) => ({ ...object, fields: new Map([...object.fields, [name, field]]) }),
    joinObjects,
  );
  return value;
}

function formatted(m: Machine, { args: [format = unknown, ...values], e }: CallSite): Value {
  return typeof format.k === 'string'
    ? formatText(m, format.k, values, e)
    : { ...unknown, taints: deepTaints(m, format) };
}

export function callOnBuffer(m: Machine, site: CallSite, recv: Value): Value | null {
  const { args, name } = site;
  const current = m.s.first(recv)?.fields.get('#') ?? unknown;
  const put = (value: Value): Value => withField(m, recv, '#', value);
  switch (name) {
    case 'append':
    case 'Append':
    case 'write':
    case 'AppendLine':
    case 'Write':
    case 'WriteLine':
    case 'add':
      return put(concat(m, [current, ...args.slice(0, 1)], site.e));
    case 'AppendFormat':
      return put(concat(m, [current, formatted(m, site)], site.e));
    case 'insert':
    case 'Insert':
      return put(
        concat(m, args[0]?.k === 0 ? [args[1] ?? unknown, current] : [current, args[1] ?? unknown], site.e),
      );
    case 'replace': {
      const value = args[2] ?? args[1] ?? unknown;
      return put({ ...unknown, taints: joinTaints(current.taints, value.taints) });
    }
    case 'setLength':
    case 'clear':
    case 'Clear':
      return put(args[0] === undefined || args[0].k === 0 ? constant('') : current);
    case 'toString':
    case 'ToString':
    case 'getvalue':
    case 'String':
      return current;
    case 'str':
      return args[0] === undefined ? current : put(args[0]);
    case 'reverse':
    case 'deleteCharAt':
    case 'delete':
    case 'Remove':
      return put({ ...unknown, taints: current.taints });
    case 'length':
      return typeof current.k === 'string' ? constant(current.k.length) : unknown;
    default:
      return { ...unknown, taints: current.taints };
  }
}
