import type { Span } from '../../frontend/cursor.ts';

export type { Span };

/** The syntax tree of a Solidity file, from 0.4 to 0.8. Offsets are in characters. */
export type TypeName =
  | { kind: 'elementary'; name: string }
  | { kind: 'user'; name: string }
  | { kind: 'mapping'; key: TypeName; value: TypeName }
  | { kind: 'array'; base: TypeName /** As written; null for a dynamic array. */; length: string | null }
  | { kind: 'function' };

export interface CallOption {
  name: string;
  value: Expr;
}

export type Expr = Span &
  (
    | { kind: 'name'; name: string }
    | { kind: 'literal'; type: 'number' | 'string' | 'bool'; text: string; unit: string | null }
    | { kind: 'member'; object: Expr; name: string }
    | { kind: 'index'; base: Expr; index: Expr | null }
    | { kind: 'slice'; base: Expr; from: Expr | null; to: Expr | null }
    | CallExpr
    | { kind: 'new'; type: TypeName }
    | { kind: 'type'; type: TypeName }
    | { kind: 'binary'; op: string; left: Expr; right: Expr }
    | { kind: 'unary'; op: string; argument: Expr; isPrefix: boolean }
    | { kind: 'assign'; op: string; left: Expr; right: Expr }
    | { kind: 'ternary'; test: Expr; yes: Expr; no: Expr }
    | { kind: 'tuple'; items: (Expr | null)[] }
    | { kind: 'array'; items: Expr[] }
  );

/** `x.f{value: v}(a)` and, before 0.7, `x.f.value(v)(a)`: the options are stored separately for both. */
export interface CallExpr extends Span {
  kind: 'call';
  callee: Expr;
  args: Expr[];
  options: CallOption[];
}

export interface Variable extends Span {
  name: string;
  type: TypeName;
  location: 'memory' | 'storage' | 'calldata' | null;
}

export interface StateVariable extends Variable {
  visibility: string;
  isConstant: boolean;
  isImmutable: boolean;
  isTransient: boolean;
  value: Expr | null;
}

export type Statement = Span &
  (
    | { kind: 'block'; body: Statement[]; isUnchecked: boolean }
    | { kind: 'assembly'; body: Statement[] }
    | { kind: 'expression'; expr: Expr }
    | { kind: 'declaration'; variables: (Variable | null)[]; value: Expr | null }
    | { kind: 'if'; test: Expr; yes: Statement; no: Statement | null }
    | {
        kind: 'loop';
        before: Statement | null;
        test: Expr | null;
        update: Expr | null;
        body: Statement;
        /** `do`: the body runs before the condition. */
        isBodyFirst: boolean;
      }
    | { kind: 'return'; value: Expr | null }
    | { kind: 'revert'; value: Expr | null }
    | { kind: 'emit'; call: Expr }
    | { kind: 'try'; call: Expr; returns: Variable[]; body: Statement; catches: Statement[] }
    | { kind: 'jump'; to: 'break' | 'continue' | 'leave' }
    | { kind: 'placeholder' }
  );

export interface Invocation extends Span {
  name: string;
  args: Expr[];
}

export interface FunctionNode extends Span {
  kind: 'function' | 'constructor' | 'fallback' | 'receive' | 'modifier';
  name: string;
  nameAt: Span;
  parameters: Variable[];
  returns: Variable[];
  visibility: string;
  mutability: string;
  modifiers: Invocation[];
  isOverride: boolean;
  isVirtual: boolean;
  body: Statement | null;
}

export interface RecordNode extends Span {
  name: string;
  members: Variable[];
}

export interface EventNode extends Span {
  name: string;
  parameters: (Variable & { isIndexed: boolean })[];
}

export interface ContractNode extends Span {
  kind: 'contract' | 'interface' | 'library';
  name: string;
  nameAt: Span;
  isAbstract: boolean;
  bases: Invocation[];
  variables: StateVariable[];
  functions: FunctionNode[];
  modifiers: FunctionNode[];
  structs: RecordNode[];
  enums: (Span & { name: string; values: string[] })[];
  events: EventNode[];
  errors: string[];
  /** Names of user-defined value types. */
  types: string[];
  uses: (Span & { library: string; functions: string[]; type: TypeName | null })[];
}

export interface ImportNode extends Span {
  path: string;
  /** Name in the file, local name; empty: everything in the file. */
  names: [string, string][];
  /** `import * as x`, `import "…" as x`. */
  unitAlias: string | null;
}

export interface SourceUnit {
  pragmas: (Span & { text: string })[];
  imports: ImportNode[];
  contracts: ContractNode[];
  functions: FunctionNode[];
  constants: StateVariable[];
  structs: RecordNode[];
  enums: (Span & { name: string; values: string[] })[];
  types: string[];
  uses: ContractNode['uses'];
  /** Something could not be parsed and was skipped. */
  hasErrors: boolean;
}
