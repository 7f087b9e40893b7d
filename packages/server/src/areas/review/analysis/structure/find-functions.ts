import type { ClassFact, FunctionFact } from '../../types/file-facts.ts';
import type { LexerFamily } from '../languages/language-table.ts';
import { IDENT, PUNCT, STRING, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import { addDecision, type Counter, decisionWords, newCounter } from './complexity.ts';
import { findIndentedFunctions } from './find-indented-functions.ts';
import {
  betweenHeaderAndBody,
  classKeywords,
  controlKeywords,
  functionKeywords,
  nestingKeywords,
} from './function-words.ts';

export interface StructureFacts {
  functions: FunctionFact[];
  classes: ClassFact[];
}

interface Scope {
  kind: 'function' | 'class' | 'block' | 'object';
  name: string;
  counter: Counter | null;
  fact: FunctionFact | null;
  classFact: ClassFact | null;
  nests: boolean;
}

interface Header {
  name: string;
  /** Index of the first token of the declaration. */
  from: number;
  parameters: number;
  isAsync: boolean;
}

const tellingWords = new WordFilter([...functionKeywords, ...classKeywords, ...decisionWords]);

/** Functions and classes with their complexity, from the tokens alone. */
export function findFunctions(table: TokenTable, family: LexerFamily): StructureFacts {
  if (family === 'python' || family === 'ruby') return findIndentedFunctions(table, family);
  if (
    family === 'markup' ||
    family === 'css' ||
    family === 'text' ||
    family === 'hash' ||
    family === 'sql' ||
    family === 'lisp'
  ) {
    return { functions: [], classes: [] };
  }
  return new BraceScanner(table, family).run();
}

class BraceScanner {
  private readonly table: TokenTable;
  private readonly family: LexerFamily;
  private readonly scopes: Scope[] = [];
  private readonly parens: number[] = [];
  /** For each `)` the index of its `(`. */
  private readonly openOf = new Map<number, number>();
  private pendingClass: { name: string; from: number; parenDepth: number } | null = null;
  private pendingFunction: { header: Header; parenDepth: number } | null = null;
  private readonly functions: FunctionFact[] = [];
  private readonly classes: ClassFact[] = [];
  /** Of the innermost function. */
  private counter: Counter | null = null;

  constructor(table: TokenTable, family: LexerFamily) {
    this.table = table;
    this.family = family;
  }

  run(): StructureFacts {
    const { table } = this;
    for (let index = 0; index < table.count; index++) {
      const kind = table.kind[index]!;
      if (kind === IDENT) this.readWord(index);
      else if (kind === PUNCT) this.readPunct(index);
    }
    while (this.scopes.length > 0) this.close(table.count - 1);
    return { functions: this.functions, classes: this.classes };
  }

  private readWord(index: number): void {
    if (!tellingWords.mayHold(this.table, index)) return;
    const word = tokenText(this.table, index);
    const before = tokenText(this.table, index - 1);
    if (before === '.' || before === '?.' || before === '->') return;
    if (
      functionKeywords.has(word) &&
      this.family !== 'java' &&
      this.family !== 'c' &&
      this.family !== 'csharp'
    ) {
      this.startFunction(index);
      return;
    }
    if (
      classKeywords.has(word) &&
      this.table.kind[index + 1] === IDENT &&
      before !== '::' &&
      // In C# it is a type: `object Find(…)`.
      !(word === 'object' && this.family === 'csharp')
    ) {
      const next = tokenText(this.table, index + 1);
      if (next !== 'class' && !(word === 'record' && tokenText(this.table, index + 2) === '=')) {
        this.pendingClass = { name: this.className(index), from: index, parenDepth: this.parens.length };
      }
      return;
    }
    const { counter } = this;
    if (counter !== null) addDecision(counter, word, before, tokenText(this.table, index + 1), this.family);
  }

  /** Rust's `impl Trait for Type` and Go's `type Name struct` name the type elsewhere. */
  private className(index: number): string {
    const word = tokenText(this.table, index);
    if (word === 'impl') {
      for (let at = index + 1; at < index + 30 && tokenText(this.table, at) !== '{'; at++) {
        if (tokenText(this.table, at) === 'for') return tokenText(this.table, at + 1);
      }
    }
    return tokenText(this.table, index + 1);
  }

  private startFunction(index: number): void {
    const { table } = this;
    let at = index + 1;
    if (tokenText(table, at) === '*' || tokenText(table, at) === '&') at++;
    let name = '';
    // Go's receiver: func (s *Store) Name(...)
    if (this.family === 'go' && tokenText(table, at) === '(') {
      const close = this.matchForward(at);
      if (table.kind[close + 1] === IDENT && tokenText(table, close + 2).match(/^[([]$/)) {
        const receiver = tokenText(table, close - 1) === ']' ? '' : tokenText(table, close - 1);
        name = `${receiver}.${tokenText(table, close + 1)}`.replace(/^\./, '');
        at = close + 2;
      }
    } else if (table.kind[at] === IDENT) {
      name = tokenText(table, at);
      if (tokenText(table, at + 1) === '.' && table.kind[at + 2] === IDENT) {
        name = tokenText(table, at + 2);
        at += 2;
      }
      at++;
    }
    if (name === '') name = this.nameFromAssignment(index);
    while (
      at < table.count &&
      tokenText(table, at) !== '(' &&
      tokenText(table, at) !== '{' &&
      at < index + 40
    )
      at++;
    const parameters = tokenText(table, at) === '(' ? this.countParameters(at, this.matchForward(at)) : 0;
    this.pendingFunction = {
      header: {
        name,
        from: index,
        parameters,
        isAsync: tokenText(table, index - 1) === 'async' || tokenText(table, index - 1) === 'suspend',
      },
      parenDepth: this.parens.length,
    };
  }

  private readPunct(index: number): void {
    const { table } = this;
    const text = tokenText(table, index);
    switch (text) {
      case '(':
      case '[':
        this.parens.push(index);
        return;
      case ')':
      case ']': {
        const open = this.parens.pop();
        if (open !== undefined) this.openOf.set(index, open);
        return;
      }
      case '{':
        this.openBrace(index);
        return;
      case '}':
        this.close(index);
        return;
      case ';':
        if (this.pendingFunction !== null && this.pendingFunction.parenDepth === this.parens.length)
          this.pendingFunction = null;
        if (this.pendingClass !== null && this.pendingClass.parenDepth === this.parens.length)
          this.pendingClass = null;
        return;
      case '=>':
        this.readArrow(index);
        return;
      case '=':
        // Kotlin and Scala: fun name() = expression
        if (
          this.pendingFunction !== null &&
          this.family === 'kotlin' &&
          this.pendingFunction.parenDepth === this.parens.length
        ) {
          this.record(this.pendingFunction.header, index, table.line[index]!, newCounter());
          this.pendingFunction = null;
        }
        return;
      default: {
        const { counter } = this;
        if (counter !== null && (text[0] === '&' || text[0] === '|' || text[0] === '?'))
          addDecision(counter, text, tokenText(table, index - 1), tokenText(table, index + 1), this.family);
      }
    }
  }

  /** An arrow whose body is an expression is a function too when it has a name. */
  private readArrow(index: number): void {
    if (this.family !== 'javascript' || tokenText(this.table, index + 1) === '{') return;
    const header = this.arrowHeader(index);
    if (header.name !== '<anonymous>') this.record(header, index, this.table.line[index]!, newCounter());
  }

  private openBrace(index: number): void {
    const { table } = this;
    const before = tokenText(table, index - 1);
    if (
      this.pendingFunction !== null &&
      this.pendingFunction.parenDepth === this.parens.length &&
      before !== '=' &&
      before !== ':'
    ) {
      const { header } = this.pendingFunction;
      this.pendingFunction = null;
      this.pushFunction(header);
      return;
    }
    if (this.pendingClass !== null && this.pendingClass.parenDepth === this.parens.length) {
      const { name, from } = this.pendingClass;
      this.pendingClass = null;
      const classFact: ClassFact = {
        name,
        line: table.line[from]!,
        endLine: table.line[from]!,
        methods: 0,
        isExported: this.isExported(from, name),
        hasDoc: this.hasDoc(from),
      };
      this.scopes.push({ kind: 'class', name, counter: null, fact: null, classFact, nests: false });
      this.classes.push(classFact);
      return;
    }
    if (before === '=>' || (before === '->' && this.family !== 'rust' && this.family !== 'c')) {
      this.pushFunction(this.arrowHeader(index - 1));
      return;
    }
    const header = this.headerBefore(index);
    if (header !== null) {
      this.pushFunction(header);
      return;
    }
    const nests = nestingKeywords.has(this.blockKeyword(index));
    if (nests) this.enterNesting();
    this.scopes.push({ kind: 'block', name: '', counter: null, fact: null, classFact: null, nests });
  }

  /** The control keyword that opens this block, or ''. */
  private blockKeyword(index: number): string {
    const before = tokenText(this.table, index - 1);
    if (before === ')') {
      const open = this.openOf.get(index - 1);
      return open === undefined ? '' : tokenText(this.table, open - 1);
    }
    if (this.family === 'go' || this.family === 'rust' || this.family === 'kotlin') {
      // No parentheses around the condition: look back to the start of the statement.
      for (let at = index - 1; at >= Math.max(0, index - 60); at--) {
        const text = tokenText(this.table, at);
        if (text === '{' || text === '}') return nestingKeywords.has(before) ? before : '';
        if (this.table.kind[at] === IDENT && nestingKeywords.has(text)) return text;
      }
    }
    return before;
  }

  /** `name(...) {`, perhaps with a return type or `throws` between. */
  private headerBefore(index: number): Header | null {
    const { table } = this;
    let at = index - 1;
    for (let steps = 0; steps < 40 && at > 0; steps++, at--) {
      const text = tokenText(table, at);
      if (text === ')') break;
      const isType =
        table.kind[at] === IDENT ? !controlKeywords.has(text) : /^(?:[<>,.:?&|[\]*]|::|->|>>)$/.test(text);
      if (!isType && !betweenHeaderAndBody.has(text) && table.kind[at] !== STRING) return null;
      if (text === ']') {
        const open = this.openOf.get(at);
        if (open === undefined) return null;
        at = open;
      }
    }
    const open = this.openOf.get(at);
    if (open === undefined || open < 1 || tokenText(table, open) !== '(') return null;
    if (table.kind[open - 1] !== IDENT) return null;
    const name = tokenText(table, open - 1);
    if (controlKeywords.has(name)) return null;
    const before = tokenText(table, open - 2);
    if (before === '.' || before === 'new' || before === '->' || before === '?.') return null;
    if (this.family === 'go' || this.family === 'rust' || this.family === 'kotlin' || this.family === 'php')
      return null;
    if (this.family === 'javascript' && at !== index - 1 && tokenText(table, at + 1) !== ':') return null;
    if (this.family === 'javascript' && !this.insideClassOrObject()) return null;
    return {
      name,
      from: open - 1,
      parameters: this.countParameters(open, at),
      isAsync: before === 'async' || tokenText(table, open - 3) === 'async',
    };
  }

  private insideClassOrObject(): boolean {
    const scope = this.scopes.at(-1);
    return scope !== undefined && (scope.kind === 'class' || scope.kind === 'block');
  }

  private arrowHeader(index: number): Header {
    const { table } = this;
    let from = index - 1;
    let parameters = 1;
    // Skip a return type: (a): Promise<void> => {
    for (let steps = 0; steps < 30 && from > 0 && tokenText(table, from) !== ')'; steps++) {
      if (table.kind[from] === IDENT && steps === 0 && !/^[>.|:]$/.test(tokenText(table, from - 1))) break;
      from--;
    }
    if (tokenText(table, from) === ')') {
      const open = this.openOf.get(from) ?? from;
      parameters = this.countParameters(open, from);
      from = open;
    } else {
      from = index - 1;
    }
    const isAsync = tokenText(table, from - 1) === 'async';
    if (isAsync) from--;
    return { name: this.nameFromAssignment(from), from, parameters, isAsync };
  }

  /** `name = function`, `name: function`, `this.name = …`, `const name: Type = …`. */
  private nameFromAssignment(index: number): string {
    const { table } = this;
    const at = tokenText(table, index - 1) === 'async' ? index - 2 : index - 1;
    const text = tokenText(table, at);
    if (text !== '=' && text !== ':' && text !== ':=') return '<anonymous>';
    const before = at - 1;
    if (table.kind[before] === IDENT) {
      // A typed constant: const name: Type = (…) =>
      if (text === '=' && tokenText(table, before - 1) === ':' && table.kind[before - 2] === IDENT)
        return tokenText(table, before - 2);
      return tokenText(table, before);
    }
    if (table.kind[before] === STRING && text === ':') return tokenText(table, before).slice(1, -1);
    return '<anonymous>';
  }

  private pushFunction(header: Header): void {
    const counter = newCounter();
    const fact = this.record(header, header.from, this.table.line[header.from]!, counter);
    this.scopes.push({ kind: 'function', name: header.name, counter, fact, classFact: null, nests: false });
    this.counter = counter;
  }

  private record(header: Header, index: number, endLine: number, counter: Counter): FunctionFact {
    const owner = this.scopes.findLast((scope) => scope.kind === 'class');
    if (owner?.classFact && this.scopes.at(-1) === owner) owner.classFact.methods++;
    const name = header.name === '' ? '<anonymous>' : header.name;
    const fact: FunctionFact = {
      name:
        owner !== undefined && name !== '<anonymous>' && this.scopes.at(-1) === owner
          ? `${owner.name}.${name}`
          : name,
      line: this.table.line[header.from]!,
      endLine,
      parameters: header.parameters,
      cyclomatic: counter.cyclomatic,
      cognitive: counter.cognitive,
      nesting: 0,
      linesCode: this.table.line[index]! - this.table.line[header.from]! + 1,
      isAsync: header.isAsync,
      isExported: this.isExported(header.from, name),
      hasDoc: this.hasDoc(header.from),
    };
    this.functions.push(fact);
    return fact;
  }

  private close(index: number): void {
    const scope = this.scopes.pop();
    if (scope === undefined) return;
    if (scope.kind === 'function') this.counter = this.innermostCounter();
    const line = this.table.line[Math.max(0, index)] ?? 0;
    if (scope.nests) this.counter!.nesting--;
    if (scope.classFact !== null) scope.classFact.endLine = line;
    if (scope.fact !== null && scope.counter !== null) finishFunction(scope.fact, scope.counter, line);
  }

  private innermostCounter(): Counter | null {
    return this.scopes.findLast((scope) => scope.kind === 'function')?.counter ?? null;
  }

  private enterNesting(): void {
    const counter = this.counter ?? this.ensureCounter();
    counter.nesting++;
    counter.maxNesting = Math.max(counter.maxNesting, counter.nesting);
  }

  /** Code outside of functions has nesting too; it belongs to no fact. */
  private ensureCounter(): Counter {
    const counter = newCounter();
    this.scopes.unshift({ kind: 'function', name: '', counter, fact: null, classFact: null, nests: false });
    this.counter = counter;
    return counter;
  }

  private countParameters(open: number, close: number): number {
    if (close <= open + 1) return 0;
    let depth = 0;
    let commas = 0;
    for (let at = open + 1; at < close; at++) {
      const text = tokenText(this.table, at);
      if (/^[([{<]$/.test(text)) depth++;
      else if (/^[)\]}>]$/.test(text)) depth--;
      else if (text === ',' && depth === 0 && at !== close - 1) commas++;
    }
    return commas + 1;
  }

  private matchForward(open: number): number {
    let depth = 0;
    for (let at = open; at < Math.min(this.table.count, open + 4000); at++) {
      const code = this.table.source.charCodeAt(this.table.start[at]!);
      if (this.table.kind[at] !== PUNCT) continue;
      if (code === 40) depth++;
      else if (code === 41 && --depth === 0) return at;
    }
    return open;
  }

  private isExported(from: number, name: string): boolean {
    if (this.family === 'go') return /^[A-Z]/.test(name.split('.').at(-1)!);
    const line = this.table.line[from]!;
    for (let at = from - 1; at >= 0 && at > from - 12 && this.table.line[at]! >= line - 1; at--) {
      const text = tokenText(this.table, at);
      if (text === ';' || text === '}' || text === '{') return false;
      if (text === 'export' || text === 'public' || text === 'pub' || text === 'open') return true;
      if (text === 'private' || text === 'protected' || text === 'internal') return false;
      if (text === 'exports') return true;
    }
    return this.family === 'kotlin';
  }

  private hasDoc(from: number): boolean {
    let line = this.table.line[from]!;
    // Annotations, modifiers and the like stand between the comment and the name.
    for (let at = from - 1; at >= 0 && at > from - 25 && this.table.line[at]! >= line - 1; at--) {
      const text = tokenText(this.table, at);
      if (text === '}' || text === '{' || text === ';') break;
      line = Math.min(line, this.table.line[at]!);
    }
    return (
      this.table.commentEndLines.has(line - 1) || this.table.commentEndLines.has(this.table.line[from]! - 1)
    );
  }
}

function finishFunction(fact: FunctionFact, counter: Counter, endLine: number): void {
  fact.endLine = endLine;
  fact.cyclomatic = counter.cyclomatic;
  fact.cognitive = counter.cognitive;
  fact.nesting = counter.maxNesting;
  fact.linesCode = endLine - fact.line + 1;
}
