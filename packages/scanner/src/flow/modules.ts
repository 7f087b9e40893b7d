import type { FileIr } from '../ir/ir.ts';
import { functionsNamed } from './functions-by-name.ts';
import type { Machine } from './machine.ts';
import { readField } from './properties.ts';
import { newObject } from './state.ts';
import { unknown, type Value } from './value.ts';

const running = new WeakSet<FileIr>();
const done = new WeakMap<Machine, Set<FileIr>>();

/** Runs a file's top-level code once; its variables are then visible to everything that runs later. */
export function runModule(m: Machine, file: FileIr): void {
  const finished = done.get(m) ?? new Set<FileIr>();
  done.set(m, finished);
  m.ledger?.enters(file.path);
  if (finished.has(file) || running.has(file)) return;
  running.add(file);
  m.ledger?.open(file.path);
  m.ledger?.depends('numbers', m.numbers.areMet);
  try {
    m.apart(file, () => runTop(m, file));
  } finally {
    running.delete(file);
    finished.add(file);
    m.ledger?.close();
  }
}

function runTop(m: Machine, file: FileIr): void {
  // Module code runs on the lowest layer, so that it is not undone with the branch that first needed it.
  let root = m.s;
  while (root.parent !== null) root = root.parent;
  m.s = root;
  const exportsKey = `${file.top.id}:<exports>`;
  const id = m.allocate({ ...newObject('object'), isClosed: false });
  const exported: Value = { ...unknown, objs: [id] };
  const moduleId = m.allocate({
    ...newObject('object'),
    fields: new Map([['exports', exported]]),
    isClosed: false,
  });
  m.ledger?.owns(id);
  m.ledger?.owns(moduleId);
  root.vars.set(exportsKey, exported);
  if (file.semantics.modulesAreObjects) {
    root.vars.set(`${file.top.id}:exports`, exported);
    root.vars.set(`${file.top.id}:module`, { ...unknown, objs: [moduleId] });
  }
  const bind = (): void => {
    if (file.semantics.modulesAreObjects) m.frame.self = exported;
  };
  m.run(file.top, null, bind, (layer) => m.ledger?.writes(layer));
  root.dead = false;
  if (!file.semantics.modulesAreObjects) return;
  const module = root.get(`${file.top.id}:module`);
  const replaced = module === undefined ? null : readField(m, module, 'exports');
  if (replaced !== null) root.vars.set(exportsKey, replaced);
  markExported(m, replaced ?? exported);
}

/** Other programs can call the exports. */
function markExported(m: Machine, exported: Value): void {
  const mark = (value: Value): void => {
    for (const { fn } of value.fns) m.shared.exportFunction(fn);
    if (value.cls !== null)
      for (const methods of value.cls.methods.values()) for (const fn of methods) m.shared.exportFunction(fn);
  };
  mark(exported);
  for (const id of exported.objs) for (const field of m.s.object(id)?.fields.values() ?? []) mark(field);
}

/** An export of a module: `default`, `*` for all, or a name. Null if unknown. */
export function moduleExports(m: Machine, file: FileIr, name: string): Value | null {
  runModule(m, file);
  let root = m.s;
  while (root.parent !== null) root = root.parent;
  if (!file.semantics.modulesAreObjects) {
    const value = file.top.locals.has(name) ? m.s.get(`${file.top.id}:${name}`) : undefined;
    if (value !== undefined) return value;
    const cls = file.classes.find((entry) => entry.name === name);
    if (cls !== undefined) return { ...unknown, cls, type: name };
    const fn = functionsNamed(file, name).find((entry) => entry.parent === file.top && entry.cls === null);
    if (fn !== undefined) return { ...unknown, fns: [{ fn, self: null }] };
    const again = file.imports.find((entry) => entry.local === name);
    if (again !== undefined) {
      const target = m.program.importedFile(file, again.module, again.name);
      if (target !== null && target !== file)
        return again.name === '*' ? { ...unknown, mod: target } : moduleExports(m, target, again.name);
    }
    return null;
  }
  const exported = m.s.get(`${file.top.id}:<exports>`);
  if (exported === undefined) return null;
  if (name === '*') return exported;
  const field = readField(m, exported, name);
  if (field !== null) return field;
  return name === 'default' ? exported : null;
}
