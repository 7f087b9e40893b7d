export interface CToken {
  kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  text: string;
  at: number;
}

const tokenForm =
  /[A-Za-z_]\w*|(?:0[xX][\da-fA-F']+|\d[\d']*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)[a-zA-Z]*|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|[^\s]/g;

/** The tokens of a piece of code without comments; directives of the preprocessor are left out. */
function tokenize(source: string, from: number, end: number): CToken[] {
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

/** Reads tokens one after the other, and goes back where what they seemed to be is not there. */
export class TokenReader {
  protected readonly tokens: CToken[];
  protected at = 0;

  constructor(source: string, from: number, end: number) {
    this.tokens = tokenize(source, from, end);
  }

  protected here(): CToken {
    return this.tokens[this.at] ?? this.tokens.at(-1)!;
  }

  protected take(text: string): boolean {
    if (this.here().text !== text || this.here().kind === 'text') return false;
    this.at++;
    return true;
  }

  protected back(to: number): null {
    this.at = to;
    return null;
  }

  protected skipAngles(): boolean {
    let depth = 0;
    for (let at = this.at; at < this.tokens.length; at++) {
      const { text } = this.tokens[at]!;
      if (text === '<') depth++;
      else if (text === '>' || text === '>>') {
        depth -= text.length;
        if (depth <= 0) {
          this.at = at + 1;
          return true;
        }
      } else if (!/^(?:\w+|[,*&:]|::)$/.test(text)) return false;
    }
    return false;
  }

  protected skipBrackets(): void {
    let depth = 0;
    while (this.here().kind !== 'end') {
      const { text } = this.here();
      this.at++;
      if (text === '(') depth++;
      else if (text === ')' && --depth === 0) return;
    }
  }
}
