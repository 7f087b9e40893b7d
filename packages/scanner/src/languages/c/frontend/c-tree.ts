/** A type of C or C++, as far as sizes matter. `width` is 0 if it is not known. */
export interface CType {
  name: string;
  width: number;
  isSigned: boolean;
  isFloat: boolean;
  pointers: number;
  isReference: boolean;
  /** Sizes of an array, outermost first; null if the size is not given. */
  dimensions: (CExpression | null)[];
}

/** An expression with its offset. */
export type CExpression =
  | { kind: 'number'; value: number; isFloat: boolean; isLong?: boolean; at: number }
  /** `written` is the content of the first string literal. */
  | { kind: 'text'; written: string; length: number; unit: number; at: number }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'member'; of: CExpression; name: string; isArrow: boolean; at: number }
  | { kind: 'index'; of: CExpression; index: CExpression; at: number }
  | { kind: 'call'; callee: CExpression; args: CExpression[]; at: number }
  | { kind: 'unary'; op: string; of: CExpression; at: number }
  | { kind: 'step'; op: string; of: CExpression; isPost: boolean; at: number }
  | { kind: 'binary'; op: string; left: CExpression; right: CExpression; at: number }
  /** `isBracketed`: it has parentheses of its own, as an intended assignment in a condition has. */
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

/** A statement with its offset. */
export type CStatement =
  | { kind: 'declaration'; declarators: CDeclarator[]; at: number }
  | { kind: 'expression'; expression: CExpression; at: number }
  /** A class, a lambda or a block of a macro. What it does with the names in it is not analysed. */
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
  /** The initialization of a `for`. */
  first: CStatement | null;
  /** Null if there is no condition. */
  test: CExpression | null;
  step: CExpression | null;
  /** The range of `for (T &one : all)`. */
  over: CExpression | null;
  body: CStatement[];
  at: number;
}

export interface CCase {
  /** Null for `default`. */
  mark: CExpression | null;
  body: CStatement[];
}
