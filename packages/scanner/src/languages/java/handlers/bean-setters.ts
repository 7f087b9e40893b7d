import { inClass } from '../../../flow/class-fields.ts';
import { nowhere } from '../../../flow/framework-objects.ts';
import { invoke } from '../../../flow/invoke.ts';
import type { Machine } from '../../../flow/machine.ts';
import { sourceValue } from '../../../flow/source-value.ts';
import { unknown, type Value } from '../../../flow/value.ts';
import type { ClassIr, Expr, FunctionIr } from '../../../ir/ir.ts';

const actionBase = /^(?:ActionSupport|ActionBean|\w*Action(?:Support|Bean)?)$/;
const actionLibrary = /\b(?:opensymphony\.xwork|org\.apache\.struts2|sourceforge\.stripes)/;
const pageScope = /^(?:Request|View|Session|Conversation|Flow)Scoped$/;
const given = /^(?:String|CharSequence|String\[\]|(?:List|Set|Collection)<String>)\??$/;
const MAX_SETTERS = 12;
const MAX_BASES = 8;

/** Struts, Stripes and JSF call `setName` with the request parameter before the action. */
export function callSetters(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void {
  callSetup(m, cls, fn, self);
  if (fn.params.length > 0 || !fn.isExported || fn.name === '<init>' || !isFilledByRequest(m, cls)) return;
  let left = MAX_SETTERS;
  for (const [name, [setter]] of cls.methods) {
    const [param] = setter?.params ?? [];
    if (setter === undefined || param === undefined || setter.params.length !== 1 || setter === fn) continue;
    if (!/^set[A-Z]/.test(name) || !given.test(param.type ?? '')) continue;
    if (left-- === 0) return;
    const at: Expr = { k: 'none', pos: setter.pos, end: setter.end };
    const value = inClass(m, cls, () => sourceValue(m, 'http_parameter', at)) ?? unknown;
    invoke(m, setter, self, [value], new Map(), nowhere(setter), true);
  }
}

function isFilledByRequest(m: Machine, cls: ClassIr): boolean {
  const names = cls.annotations.map((entry) => entry.name);
  if (names.includes('ManagedBean')) return true;
  if (names.includes('Named')) return names.some((name) => pageScope.test(name));
  return isAction(m, cls, new Set());
}

/** The base class of an action may be the program's own, under any name. */
function isAction(m: Machine, cls: ClassIr, seen: Set<ClassIr>): boolean {
  if (seen.has(cls) || seen.size > MAX_BASES) return false;
  seen.add(cls);
  const named = cls.bases.some((base) => actionBase.test(base));
  if (named && actionLibrary.test(cls.file.text)) return true;
  return cls.bases.some((base) =>
    m.program
      .classesNamed(base, cls.file)
      .some((parent) => (named && actionLibrary.test(parent.file.text)) || isAction(m, parent, seen)),
  );
}

const prepared = /^(?:HttpServlet|GenericServlet|Filter|InitializingBean)$/;

/**
 * Methods that a container runs after it has created the object: `init()` of a servlet, methods with
 * `@PostConstruct`.
 */
function callSetup(m: Machine, cls: ClassIr, fn: FunctionIr, self: Value): void {
  for (const [name, [setup]] of cls.methods) {
    if (setup === undefined || setup === fn || setup.params.length > 0 || setup.isStatic) continue;
    const isRun =
      setup.annotations.some((entry) => entry.name === 'PostConstruct') ||
      (/^(?:init|afterPropertiesSet)$/.test(name) && cls.bases.some((base) => prepared.test(base)));
    if (isRun) invoke(m, setup, self, [], new Map(), nowhere(setup), true);
  }
}
