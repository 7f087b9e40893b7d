export interface CToken {
  kind: 'name' | 'number' | 'text' | 'sign' | 'end';
  text: string;
  at: number;
}

const tokenForm =
  /[A-Za-z_]\w*|(?:0[xX][\da-fA-F']+|\d[\d']*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)[a-zA-Z]*|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|[^\s]/g;
const branch = /#[ \t]*(?:(else|elif)\b|if[ \t]+0[ \t]*$)/my;
const directive = /^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif|endif)\b/gm;

interface Tokens {
  tokens: CToken[];
  /** A preprocessor condition starts or ends outside the piece. */
  isCut: boolean;
}

/**
 * The tokens of a piece of code without comments. Preprocessor directives are left out. Of alternatives, the first is
 * read; code in `#if 0` is not.
 */
function tokenize(source: string, from: number, end: number): Tokens {
  const tokens: CToken[] = [];
  let isCut = false;
  tokenForm.lastIndex = from;
  for (;;) {
    const match = tokenForm.exec(source);
    if (match === null || match.index >= end) break;
    const text = match[0];
    if (text === '#') {
      branch.lastIndex = match.index;
      const skipped = branch.exec(source);
      const next =
        skipped === null
          ? endOfDirective(source, match.index)
          : endOfPart(source, match.index, skipped[1] === undefined);
      isCut ||= skipped !== null && (next < 0 || next >= end);
      if (next < 0 || next >= end) break;
      tokenForm.lastIndex = next;
      continue;
    }
    tokens.push({ kind: kindOf(text), text, at: match.index });
  }
  tokens.push({ kind: 'end', text: '', at: end });
  return { tokens, isCut };
}

function kindOf(text: string): CToken['kind'] {
  const code = text.charCodeAt(0);
  if (code === 34 || code === 39) return text.length > 1 ? 'text' : 'sign';
  if ((code >= 48 && code <= 57) || (code === 46 && text.length > 1 && text !== '...')) return 'number';
  return code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? 'name' : 'sign';
}

/**
 * The offset after the line that ends a skipped part of a preprocessor condition. `hasOther`: the part after `#else`
 * is not skipped. -1 if there is no such line.
 */
function endOfPart(source: string, from: number, hasOther: boolean): number {
  let depth = 0;
  directive.lastIndex = source.indexOf('\n', from) + 1;
  if (directive.lastIndex === 0) return -1;
  for (let match = directive.exec(source); match !== null; match = directive.exec(source)) {
    const word = match[1] ?? '';
    if (word.startsWith('if')) depth++;
    else if (word === 'endif' ? depth-- === 0 : depth === 0 && hasOther)
      return endOfDirective(source, match.index + match[0].length);
  }
  return -1;
}

/** The end of a line, with the lines that a backslash adds to it; -1 at the end of the text. */
function endOfDirective(source: string, from: number): number {
  for (let at = from; ; at++) {
    at = source.indexOf('\n', at);
    if (at < 0) return -1;
    const last = source[at - 1] === '\r' ? at - 2 : at - 1;
    if (source[last] !== '\\') return at;
  }
}

/** Reads tokens in order, and goes back if a guess was wrong. */
export class TokenReader {
  protected readonly tokens: CToken[];
  protected readonly isCut: boolean;
  protected at = 0;
  /** Tokens from here on are out of reach. */
  protected limit: number;
  private readonly last: CToken;

  constructor(source: string, from: number, end: number) {
    ({ tokens: this.tokens, isCut: this.isCut } = tokenize(source, from, end));
    this.limit = this.tokens.length - 1;
    this.last = this.tokens[this.limit] ?? { kind: 'sign', text: '', at: end };
  }

  protected here(): CToken {
    return this.at < this.limit ? this.token(this.at) : this.last;
  }

  protected token(at: number): CToken {
    return this.tokens[at] ?? this.last;
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

  /** Reads only the tokens before `end`. */
  protected within<Part>(end: number, read: () => Part): Part {
    const outer = this.limit;
    this.limit = end;
    const part = read();
    this.limit = outer;
    this.at = end;
    return part;
  }

  protected skipAngles(): boolean {
    let depth = 0;
    for (let at = this.at; at < this.limit; at++) {
      const { text } = this.token(at);
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
