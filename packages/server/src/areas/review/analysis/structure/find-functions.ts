import type { ClassFact, FunctionFact } from '../../types/file-facts.ts';
import type { LexerFamily } from '../languages/language-table.ts';
import { IDENT, PUNCT, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { WordFilter } from '../lexer/word-filter.ts';
import { addDecision, type Counter, decisionWords, newCounter } from './complexity.ts';
import { endOfExpression } from './expression-ends.ts';
import { findIndentedFunctions } from './find-indented-functions.ts';
import {
  arrowHeader,
  className,
  countParameters,
  type Header,
  hasDoc,
  headerBefore,
  isExported,
  matchForward,
  nameFromAssignment,
} from './function-headers.ts';
import { classKeywords, functionKeywords, nestingKeywords } from './function-words.ts';

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
        this.pendingClass = {
          name: className(this.table, index),
          from: index,
          parenDepth: this.parens.length,
        };
      }
      return;
    }
    const { counter } = this;
    if (counter !== null) addDecision(counter, word, before, tokenText(this.table, index + 1), this.family);
  }

  private startFunction(index: number): void {
    const { table } = this;
    let at = index + 1;
    if (tokenText(table, at) === '*' || tokenText(table, at) === '&') at++;
    let name = '';
    // Go's receiver: func (s *Store) Name(...)
    if (this.family === 'go' && tokenText(table, at) === '(') {
      const close = matchForward(this.table, at);
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
    if (name === '') name = nameFromAssignment(this.table, index);
    while (
      at < table.count &&
      tokenText(table, at) !== '(' &&
      tokenText(table, at) !== '{' &&
      at < index + 40
    )
      at++;
    const parameters =
      tokenText(table, at) === '(' ? countParameters(this.table, at, matchForward(this.table, at)) : 0;
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
        // The last function of an interface has no body.
        if (this.pendingFunction?.parenDepth === this.parens.length) this.pendingFunction = null;
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
          this.record(this.pendingFunction.header, index, endOfExpression(table, index, true), newCounter());
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
    if (this.family === 'csharp') this.readMember(index);
    if (this.family !== 'javascript' || tokenText(this.table, index + 1) === '{') return;
    const header = arrowHeader(this.table, this.openOf, index);
    if (header.name !== '<anonymous>') this.record(header, index, this.table.line[index]!, newCounter());
  }

  /** `public int Twice(int x) => x * 2;` */
  private readMember(index: number): void {
    if (this.scopes.at(-1)?.kind !== 'class' || this.parens.length > 0) return;
    if (tokenText(this.table, index - 1) !== ')') return;
    const header = headerBefore(this.table, this.openOf, this.family, index);
    if (header === null) return;
    const before = header.from - 1;
    if (this.table.kind[before] !== PUNCT || /^(?:[>?]|>>|\])$/.test(tokenText(this.table, before)))
      this.record(header, index, endOfExpression(this.table, index, false), newCounter());
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
        isExported: isExported(this.table, this.family, from, name),
        hasDoc: hasDoc(this.table, from),
      };
      this.scopes.push({ kind: 'class', name, counter: null, fact: null, classFact, nests: false });
      this.classes.push(classFact);
      return;
    }
    if (before === '=>' || (before === '->' && this.family !== 'rust' && this.family !== 'c')) {
      this.pushFunction(arrowHeader(this.table, this.openOf, index - 1));
      return;
    }
    const header = headerBefore(this.table, this.openOf, this.family, index);
    if (header !== null && (this.family !== 'javascript' || this.insideClassOrObject())) {
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

  private insideClassOrObject(): boolean {
    const scope = this.scopes.at(-1);
    return scope !== undefined && (scope.kind === 'class' || scope.kind === 'block');
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
      isExported: isExported(this.table, this.family, header.from, name),
      hasDoc: hasDoc(this.table, header.from),
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
}

function finishFunction(fact: FunctionFact, counter: Counter, endLine: number): void {
  fact.endLine = endLine;
  fact.cyclomatic = counter.cyclomatic;
  fact.cognitive = counter.cognitive;
  fact.nesting = counter.maxNesting;
  fact.linesCode = endLine - fact.line + 1;
}
