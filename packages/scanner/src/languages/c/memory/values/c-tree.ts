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
  | { kind: 'text'; length: number; unit: number; at: number }
  | { kind: 'name'; name: string; at: number }
  | { kind: 'member'; of: CExpression; name: string; isArrow: boolean; at: number }
  | { kind: 'index'; of: CExpression; index: CExpression; at: number }
  | { kind: 'call'; callee: CExpression; args: CExpression[]; at: number }
  | { kind: 'unary'; op: string; of: CExpression; at: number }
  | { kind: 'step'; op: string; of: CExpression; isPost: boolean; at: number }
  | { kind: 'binary'; op: string; left: CExpression; right: CExpression; at: number }
  | { kind: 'assign'; op: string; left: CExpression; right: CExpression; at: number }
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

export type CStatement =
  | { kind: 'declaration'; declarators: CDeclarator[] }
  | { kind: 'expression'; expression: CExpression };

export interface CToken {
  kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  text: string;
  at: number;
}

const tokenForm =
  /[A-Za-z_]\w*|(?:0[xX][\da-fA-F']+|\d[\d']*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)[a-zA-Z]*|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|[^\s]/g;

/** The tokens of a piece of code without comments; directives of the preprocessor are left out. */
export function tokenize(source: string, from: number, end: number): CToken[] {
  const tokens: CToken[] = [];
  tokenForm.lastIndex = from;
  for (;;) {
    const match = tokenForm.exec(source);
    if (match === null || match.index >= end) break;
    const text = match[0];
    const code = text.charCodeAt(0);
    if (text === '#') {
      const next = source.indexOf('\n', match.index);
      if (next < 0 || next >= end) break;
      tokenForm.lastIndex = next;
      continue;
    }
    const kind =
      code === 34 || code === 39
        ? 'text'
        : (code >= 48 && code <= 57) || (code === 46 && text.length > 1 && text !== '...')
          ? 'number'
          : code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
            ? 'name'
            : 'sign';
    tokens.push({ kind, text, at: match.index });
  }
  tokens.push({ kind: 'end', text: '', at: end });
  return tokens;
}

/** The signs that a text between quotes stands for. */
export function textLength(written: string): number {
  return written.slice(1, -1).replace(/\\(?:x[\da-fA-F]+|[0-7]{1,3}|u[\da-fA-F]{4}|[\s\S])/g, 'x').length;
}
