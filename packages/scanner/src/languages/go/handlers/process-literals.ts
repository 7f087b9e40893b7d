import type { Machine } from '../../../flow/machine.ts';
import { readField } from '../../../flow/properties.ts';
import { checkSinks } from '../../../flow/sinks.ts';
import { symbol, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** Go's `&exec.Cmd{Path: …, Args: …}` is the same as `exec.Command`. */
export function checkProcess(m: Machine, type: string, e: Expr, value: Value): void {
  if (type !== 'exec.Cmd') return;
  const list = readField(m, value, 'Args');
  const items = m.s.only(list)?.items ?? [];
  const program = readField(m, value, 'Path') ?? items[0];
  if (program === undefined) return;
  // The first argument repeats the name of the program.
  const args = [program, ...items.slice(1)];
  checkSinks(m, { e, name: 'Cmd', recv: symbol('exec'), args, named: new Map(), written: 'exec' });
}
