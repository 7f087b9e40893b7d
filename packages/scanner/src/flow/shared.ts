import type { FunctionIr } from '../ir/ir.ts';
import type { Role } from './handler-roles.ts';
import type { Ledger } from './ledger.ts';
import type { Cell } from './ledger-types.ts';
import type { Callable, Value } from './value.ts';

type Roles = readonly (Role | null)[];

/** What entry points and modules leave for each other besides variables and objects. */
export class Shared {
  readonly #ledger: Ledger | null;
  readonly #cells = new Map<string, Cell>();
  readonly #listeners = new Map<string, readonly Callable[]>();
  readonly #schemas = new Map<FunctionIr, Value>();

  constructor(ledger: Ledger | null) {
    this.#ledger = ledger;
  }

  /** Plain data about a function. */
  cell(fn: FunctionIr, name: string): Cell | undefined {
    const key = `${nameOf(fn)} ${name}`;
    return this.#ledger === null ? this.#cells.get(key) : this.#ledger.cell(key);
  }

  setCell(fn: FunctionIr, name: string, value: Cell): void {
    const key = `${nameOf(fn)} ${name}`;
    if (this.#ledger === null) this.#cells.set(key, value);
    else this.#ledger.setCell(key, value);
  }

  /** The meaning of a handler's parameters, by where it was registered. */
  rolesOf(fn: FunctionIr): Roles | undefined {
    return this.cell(fn, 'roles') as Roles | undefined;
  }

  setRoles(fn: FunctionIr, roles: Roles): void {
    this.setCell(fn, 'roles', roles as readonly Cell[]);
  }

  /** The schema that a remote procedure's input has passed. */
  schemaOf(fn: FunctionIr): Value | undefined {
    this.#ledger?.takes(`${nameOf(fn)} schema`);
    return this.#schemas.get(fn);
  }

  setSchema(fn: FunctionIr, schema: Value): void {
    this.#ledger?.leaves(`${nameOf(fn)} schema`);
    this.#schemas.set(fn, schema);
  }

  /** Functions that listen for an event. */
  listenersOf(event: string): readonly Callable[] {
    this.#ledger?.takes(`listeners of ${event}`);
    return this.#listeners.get(event) ?? [];
  }

  addListeners(event: string, given: readonly Callable[]): void {
    this.#ledger?.leaves(`listeners of ${event}`);
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), ...given].slice(-8));
  }

  /** Marks a function that other programs may call. */
  exportFunction(fn: FunctionIr): void {
    // Marked again if it was marked before the file was read.
    if (fn.isExported && !this.#ledger?.cells.has(`${nameOf(fn)} exported`)) return;
    fn.isExported = true;
    this.setCell(fn, 'exported', true);
  }
}

/** A name of a function that stays the same as long as its file does. */
export function nameOf({ id, file }: FunctionIr): string {
  return `${file.path}#${id - file.top.id}`;
}
