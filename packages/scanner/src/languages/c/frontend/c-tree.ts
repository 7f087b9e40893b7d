/** A type of C or C++ as far as sizes go. `width` is 0 where it is not known. */
export interface CType {
  name: string;
  width: number;
  isSigned: boolean;
  isFloat: boolean;
  pointers: number;
  isReference: boolean;
  /** Sizes of an array, outermost first; null where none is written. */
  dimensions: (CExpression | null)[];
}

/** An expression with the offset it stands at. */
export type CExpression =
  | { kind: 'number'; value: number; isFloat: boolean; isLong?: boolean; at: number }
  /** `written` is what stands between the first quotes. */
  | { kind: 'text'; written: string; length: number; unit: number; at: number }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'member'; of: CExpression; name: string; isArrow: boolean; at: number }
  | { kind: 'index'; of: CExpression; index: CExpression; at: number }
  | { kind: 'call'; callee: CExpression; args: CExpression[]; at: number }
  | { kind: 'unary'; op: string; of: CExpression; at: number }
  | { kind: 'step'; op: string; of: CExpression; isPost: boolean; at: number }
  | { kind: 'binary'; op: string; left: CExpression; right: CExpression; at: number }
  /** `isBracketed`: it stands in brackets of its own, as who means it writes it in a condition. */
  | { kind: 'assign'; op: string; left: CExpression; right: CExpression; isBracketed?: boolean; at: number }
  | { kind: 'choice'; test: CExpression; yes: CExpression; no: CExpression; at: number }
  | { kind: 'cast'; type: CType; of: CExpression; at: number }
  | { kind: 'sizeof'; type: CType | null; of: CExpression | null; at: number }
  | {
      kind: 'new';
      type: CType;
      count: CExpression | null;
      place: CExpression | null;
      args: CExpression[];
      at: number;
    }
  | { kind: 'delete'; isArray: boolean; of: CExpression; at: number }
  | { kind: 'list'; items: CExpression[]; at: number }
  | { kind: 'unknown'; parts: CExpression[]; at: number };

export interface CDeclarator {
  name: string;
  type: CType;
  isStatic: boolean;
  /** `T x(a, b)` and `T x{a}` give a list of kind `list`. */
  value: CExpression | null;
  at: number;
}

/** A statement with the offset it stands at. */
export type CStatement =
  | { kind: 'declaration'; declarators: CDeclarator[]; at: number }
  | { kind: 'expression'; expression: CExpression; at: number }
  /** A class, a lambda or a block of a macro: what it does with the names in it is not read. */
  | { kind: 'opaque'; names: ReadonlySet<string>; at: number }
  | { kind: 'if'; test: CExpression; then: CStatement[]; other: CStatement[]; at: number }
  | CLoop
  | { kind: 'switch'; value: CExpression; cases: CCase[]; at: number }
  | { kind: 'try'; body: CStatement[]; catches: CStatement[][]; at: number }
  | { kind: 'return'; value: CExpression | null; at: number }
  | { kind: 'throw'; value: CExpression | null; at: number }
  | { kind: 'goto'; label: string; at: number }
  | { kind: 'label'; name: string; at: number }
  | { kind: 'leave'; isBreak: boolean; at: number };

export interface CLoop {
  kind: 'loop';
  isFor: boolean;
  /** `do … while (…)` */
  isPost: boolean;
  /** What runs before a `for`. */
  first: CStatement | null;
  /** Null where it never ends by itself. */
  test: CExpression | null;
  step: CExpression | null;
  /** What `for (T &one : all)` runs over. */
  over: CExpression | null;
  body: CStatement[];
  at: number;
}

export interface CCase {
  /** Null for `default`. */
  mark: CExpression | null;
  body: CStatement[];
}
