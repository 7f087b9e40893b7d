import type { CallExpr } from './call-site.ts';
import { pickOverloads } from './call-targets.ts';
import { evalArguments } from './eval-arguments.ts';
import { invoke } from './invoke.ts';
import type { Machine } from './machine.ts';
import { joinTaints, type Taint, unknown, type Value } from './value.ts';

export function callSuper(m: Machine, e: CallExpr): Value {
  const { args, named } = evalArguments(m, e.args);
  const { self, fn } = m.frame;
  if (fn.cls === null) return unknown;
  for (const base of fn.cls.bases) {
    for (const parent of m.program.classesNamed(base, fn.file)) {
      const fitting = pickOverloads(m.program.methodsOf(parent, '<init>'), args.length);
      for (const setup of fitting.slice(0, 1))
        if (setup !== fn) return invoke(m, setup, self, args, named, e);
    }
  }
  return unknown;
}

export function callSuperMethod(m: Machine, e: CallExpr, name: string): Value {
  const { args, named } = evalArguments(m, e.args);
  const { self, fn } = m.frame;
  for (const base of fn.cls?.bases ?? []) {
    for (const parent of m.program.classesNamed(base, fn.file)) {
      if (parent === fn.cls) continue;
      const target = m.handlers.words.constructors.test(name) ? '<init>' : name;
      const [method] = pickOverloads(m.program.methodsOf(parent, target), args.length);
      if (method !== undefined) return invoke(m, method, self, args, named, e);
    }
  }
  let taints: readonly Taint[] = [];
  for (const value of args) taints = joinTaints(taints, value.taints);
  return { ...unknown, taints };
}
