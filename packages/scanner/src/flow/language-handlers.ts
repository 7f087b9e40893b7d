import type { Expr } from '../ir/ir.ts';
import type { CallSite } from './call-site.ts';
import type { Machine } from './machine.ts';
import type { Value } from './value.ts';

/** Calls of single languages whose meaning no table of a library can say. Null: it is none of theirs. */
export interface LanguageHandlers {
  /** An object that is settled by a function handed to its constructor. */
  promised(m: Machine, site: CallSite): Value;
  /** The call of that function. */
  resolvePromise(m: Machine, callee: Value, site: CallSite): Value | null;
  /** What is to be done with the settled value. */
  callThen(m: Machine, site: CallSite): Value;
  /** A schema that is built call by call, and what it leaves of a value. */
  schemaCall(m: Machine, site: CallSite): Value | null;
  validatorCall(m: Machine, site: CallSite): Value | null;
  inputSchema(m: Machine, recv: Value | null): Value | null;
  validated(m: Machine, schema: Value, value: Value, depth: number): Value;
  /** Functions that run a lambda on the spot, or keep what one lets through. */
  scopeCall(m: Machine, site: CallSite): Value | null;
  filtered(m: Machine, site: CallSite): Value | null;
  /** A literal that starts a program. */
  checkProcess(m: Machine, e: Expr, value: Value): void;
  /** Whether an endpoint takes a parameter of this type from the request as text. */
  comesFromRequest(type: string | null): boolean;
}
