import type { Expr, FunctionNode, TypeName, Variable } from '../frontend/syntax.ts';
import type { ContractInfo, FunctionInfo, Program, SolidityFile, StateInfo } from './program.ts';
import { eachStatement, rootName } from './walk.ts';

/** The variables of a function by name. */
export type Locals = ReadonlyMap<string, Variable>;

/** A contract as deployed: its inherited members, the meaning of names in it, and the function that a call reaches. */
export class Context {
  readonly program: Program;
  readonly contract: ContractInfo;
  readonly #functions = new Map<string, FunctionInfo[]>();
  readonly #variables = new Map<string, StateInfo>();
  readonly #locals = new Map<FunctionNode, Locals>();
  readonly #pointers = new Map<Variable, StateInfo[]>();

  constructor(program: Program, contract: ContractInfo) {
    this.program = program;
    this.contract = contract;
    for (const one of contract.line) {
      for (const fn of one.functions) {
        const named = this.#functions.get(fn.node.name);
        if (named) named.push(fn);
        else this.#functions.set(fn.node.name, [fn]);
      }
      for (const variable of one.variables)
        if (!this.#variables.has(variable.node.name)) this.#variables.set(variable.node.name, variable);
    }
  }

  get variables(): Iterable<StateInfo> {
    return this.#variables.values();
  }

  /** All functions of the contract and its bases, without the overridden ones. */
  get functions(): FunctionInfo[] {
    const seen = new Set<string>();
    return this.contract.line.flatMap((one) =>
      one.functions.filter((fn) => {
        if (fn.node.kind === 'constructor') return true;
        const key = `${fn.node.kind} ${fn.node.name}(${fn.node.parameters.map(({ type }) => typeText(type)).join()})`;
        return fn.node.body !== null && !seen.has(key) && seen.add(key);
      }),
    );
  }

  get modifiers(): FunctionInfo[] {
    return this.contract.line.flatMap(({ modifiers }) => modifiers);
  }

  modifier(name: string): FunctionInfo | null {
    const last = name.slice(name.lastIndexOf('.') + 1);
    for (const one of this.contract.line) {
      const found = one.modifiers.find(({ node }) => node.name === last && node.body !== null);
      if (found) return found;
    }
    return null;
  }

  /** The function that a call by name reaches. */
  functionOf(name: string, argumentCount: number, from: FunctionInfo): FunctionInfo | null {
    const named = this.#functions.get(name) ?? [];
    const fitting = named.filter(
      ({ node }) => node.parameters.length === argumentCount && node.kind !== 'constructor',
    );
    const found = fitting.find(({ node }) => node.body !== null) ?? fitting[0] ?? null;
    if (found !== null) return found;
    return freeFunction(name, argumentCount, from.file) ?? fromOwner(name, argumentCount, from);
  }

  /** `super.f()` in a function of this contract or its bases. */
  superOf(name: string, argumentCount: number, from: FunctionInfo): FunctionInfo | null {
    const at = from.contract === null ? -1 : this.contract.line.indexOf(from.contract);
    for (const one of this.contract.line.slice(at + 1)) {
      const found = functionIn(one, name, argumentCount);
      if (found !== null && found.node.body !== null) return found;
    }
    return null;
  }

  /** The state variable that a name refers to in a function; null if it is a local variable or unknown. */
  stateOf(name: string, from: FunctionInfo): StateInfo | null {
    return this.locals(from).has(name) ? null : (this.#variables.get(name) ?? null);
  }

  locals({ node }: FunctionInfo): Locals {
    let found = this.#locals.get(node);
    if (found === undefined) {
      found = localsOf(node);
      this.#locals.set(node, found);
    }
    return found;
  }

  /**
   * The state variables that a write changes: the one at the root of the expression, or those that a storage pointer
   * points to.
   */
  storageOf(target: Expr, from: FunctionInfo): StateInfo[] {
    if (target.kind === 'tuple')
      return target.items.flatMap((item) => (item === null ? [] : this.storageOf(item, from)));
    const name = rootName(target);
    if (name === null) return [];
    const local = this.locals(from).get(name);
    if (local === undefined) {
      const state = this.#variables.get(name);
      return state ? [state] : [];
    }
    if (local.location !== 'storage' && !isStorageByOldRule(local)) return [];
    let found = this.#pointers.get(local);
    if (found === undefined) {
      // Stored before it is complete, so that pointers assigned from each other end here.
      this.#pointers.set(local, []);
      found = this.#pointedTo(local, from);
      this.#pointers.set(local, found);
    }
    return found;
  }

  #pointedTo(local: Variable, from: FunctionInfo): StateInfo[] {
    const found: StateInfo[] = [];
    if (from.node.body === null) return found;
    eachStatement(from.node.body, ({ statement }) => {
      if (statement.kind === 'declaration' && statement.value !== null && statement.variables.includes(local))
        found.push(...this.storageOf(statement.value, from));
      if (statement.kind === 'expression' && statement.expr.kind === 'assign') {
        const { left, right } = statement.expr;
        if (left.kind === 'name' && left.name === local.name) found.push(...this.storageOf(right, from));
      }
    });
    return found;
  }
}

/** Before 0.5, local structs and arrays are in storage by default, and `var` may be. */
function isStorageByOldRule({ location, type }: Variable): boolean {
  return location === null && (type.kind !== 'elementary' || type.name === 'var');
}

function localsOf(node: FunctionNode): Locals {
  const locals = new Map<string, Variable>();
  for (const one of [...node.parameters, ...node.returns]) if (one.name !== '') locals.set(one.name, one);
  if (node.body === null) return locals;
  eachStatement(node.body, ({ statement }) => {
    const declared =
      statement.kind === 'declaration'
        ? statement.variables
        : statement.kind === 'try'
          ? statement.returns
          : [];
    for (const one of declared) if (one !== null && one.name !== '') locals.set(one.name, one);
  });
  return locals;
}

export function functionIn(contract: ContractInfo, name: string, argumentCount: number): FunctionInfo | null {
  const fitting = contract.functions.filter(
    ({ node }) => node.name === name && node.parameters.length === argumentCount && node.kind === 'function',
  );
  return fitting.find(({ node }) => node.body !== null) ?? fitting[0] ?? null;
}

/** In a library function, the library's own functions; in a base called by name, those of the base and its bases. */
function fromOwner(name: string, argumentCount: number, { contract }: FunctionInfo): FunctionInfo | null {
  for (const one of contract?.line ?? []) {
    const found = functionIn(one, name, argumentCount);
    if (found !== null) return found;
  }
  return null;
}

function freeFunction(name: string, argumentCount: number, file: SolidityFile): FunctionInfo | null {
  const visited = new Set<SolidityFile>([file]);
  for (const one of visited) {
    const node = one.unit.functions.find((fn) => fn.name === name && fn.parameters.length === argumentCount);
    if (node) return { node, contract: null, file: one };
    for (const next of one.imports) visited.add(next);
  }
  return null;
}

export function typeText(type: TypeName): string {
  switch (type.kind) {
    case 'mapping':
      return `mapping(${typeText(type.key)}=>${typeText(type.value)})`;
    case 'array':
      return `${typeText(type.base)}[${type.length ?? ''}]`;
    case 'function':
      return 'function';
    default:
      return type.name;
  }
}

export function isEntry({ node }: FunctionInfo): boolean {
  if (node.kind === 'fallback' || node.kind === 'receive') return true;
  return (
    node.kind === 'function' &&
    (node.visibility === 'public' || node.visibility === 'external' || node.visibility === '')
  );
}
