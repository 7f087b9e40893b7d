import type { CType } from './c-tree.ts';
import { isBuiltInType, typeOfWords } from './c-types.ts';
import { TokenReader } from './tokens.ts';

const qualifier =
  /^(?:const|volatile|static|extern|register|inline|typename|mutable|constexpr|restrict|__restrict|auto|thread_local|__thread)$/;
const noType =
  /^(?:return|throw|delete|new|sizeof|goto|case|else|using|typedef|namespace|co_await|co_yield)$/;

/** Parses type names of C and C++. */
export class TypeParser extends TokenReader {
  protected readonly isCpp: boolean;

  constructor(source: string, from: number, end: number, isCpp: boolean) {
    super(source, from, end);
    this.isCpp = isCpp;
  }

  /** A type name without pointers; null if there is none. */
  protected type(): CType | null {
    const start = this.at;
    const words: string[] = [];
    let isNamed = false;
    for (;;) {
      const { kind, text } = this.here();
      if (kind !== 'name') break;
      if (text === 'auto' && words.length === 0) {
        words.push('auto');
        isNamed = true;
        this.at++;
        continue;
      }
      if (qualifier.test(text)) {
        this.at++;
        continue;
      }
      if (noType.test(text) && (this.isCpp || !/^(?:new|delete|using|namespace)$/.test(text)))
        return this.back(start);
      if (text === 'struct' || text === 'union' || text === 'enum' || text === 'class') {
        this.at++;
        words.push(this.here().text);
        this.at++;
        isNamed = true;
        continue;
      }
      if (isNamed || (words.length > 0 && !isBuiltInType(text))) break;
      if (!isBuiltInType(text)) isNamed = true;
      words.push(text);
      this.at++;
      while (this.here().text === '::') {
        this.at += 2;
        words[words.length - 1] = this.tokens[this.at - 1]?.text ?? '';
      }
      if (isNamed && this.here().text === '<' && !this.skipAngles()) return this.back(start);
    }
    return words.length === 0 ? this.back(start) : typeOfWords(words);
  }

  protected pointers(type: CType): void {
    for (;;) {
      const { text } = this.here();
      if (text === '*') type.pointers++;
      else if (text === '&' || text === '&&') type.isReference = true;
      else if (!qualifier.test(text)) return;
      this.at++;
    }
  }
}
