import type { ClassFact, FunctionFact } from '../../types/file-facts.ts';
import type { LexerFamily } from '../language-table.ts';
import { IDENT, PUNCT, startOf, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { addArm, addDecision } from './complexity.ts';
import { endOfDirective, endOfExpression } from './expression-ends.ts';
import { findIndentedFunctions } from './find-indented-functions.ts';
import {
  arrowHeader,
  className,
  countParameters,
  type Header,
  headerBefore,
  matchForward,
  nameAfterTypes,
  nameFromAssignment,
} from './function-headers.ts';
import { FunctionScopes } from './function-scopes.ts';
import { armArrows, armKeywords, nestingKeywords } from './function-words.ts';
import { type RelevantWords, relevantWords } from './telling-words.ts';

export interface StructureFacts {
  functions: FunctionFact[];
  classes: ClassFact[];
}

const beforeLiteral = new Set(['return', 'go', 'defer', 'case', 'else']);

/** Functions and classes with their complexity, from tokens alone. */
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
  private readonly scopes: FunctionScopes;
  private readonly words: RelevantWords;
  private readonly parens: number[] = [];
  /** Index of the `(` for each `)`. */
  private readonly openOf = new Map<number, number>();
  private pendingClass: { name: string; from: number; parenDepth: number } | null = null;
  private pendingFunction: { header: Header; parenDepth: number } | null = null;

  constructor(table: TokenTable, family: LexerFamily) {
    this.table = table;
    this.family = family;
    this.scopes = new FunctionScopes(table, family);
    this.words = relevantWords(family);
  }

  run(): StructureFacts {
    const { table } = this;
    const hasDirectives = this.family === 'c' || this.family === 'csharp';
    for (let index = 0; index < table.count; index++) {
      const kind = table.kind[index];
      this.scopes.closeExpressions(index);
      if (hasDirectives && kind === PUNCT && table.source.charCodeAt(startOf(table, index)) === 35)
        index = endOfDirective(table, index);
      else if (kind === IDENT) this.readWord(index);
      else if (kind === PUNCT) this.readPunct(index);
    }
    while (this.scopes.depth > 0) this.scopes.close(table.count - 1);
    return { functions: this.scopes.functions, classes: this.scopes.classes };
  }

  private readWord(index: number): void {
    if (!this.words.all.mayHold(this.table, index)) return;
    const word = tokenText(this.table, index);
    const before = tokenText(this.table, index - 1);
    if (before === '.' || before === '?.' || before === '->') return;
    if (this.words.functions.has(word)) {
      if (this.family !== 'go' || !this.isFunctionType(index)) this.startFunction(index);
      return;
    }
    if (this.words.classes.has(word) && this.table.kind[index + 1] === IDENT && before !== '::') {
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
    const { counter } = this.scopes;
    if (counter !== null) addDecision(counter, this.table, index, this.family);
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
    } else if (this.family === 'kotlin') {
      ({ name, at } = nameAfterTypes(table, at));
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
        this.scopes.close(index);
        return;
      case ';':
        if (this.pendingFunction !== null && this.pendingFunction.parenDepth === this.parens.length)
          this.pendingFunction = null;
        if (this.pendingClass !== null && this.pendingClass.parenDepth === this.parens.length)
          this.pendingClass = null;
        return;
      case '=>':
      case '->':
        if (text === armArrows[this.family] && this.scopes.isArm(this.parens.length)) this.readArm(index);
        else if (text === '=>') this.readArrow(index);
        return;
      case '=':
        // Kotlin and Scala: fun name() = expression
        if (
          this.pendingFunction !== null &&
          this.family === 'kotlin' &&
          this.pendingFunction.parenDepth === this.parens.length
        ) {
          const end = endOfExpression(table, index, { atLine: true, atComma: false });
          this.scopes.openFunction(this.pendingFunction.header, end);
          this.pendingFunction = null;
        }
        return;
      default: {
        const { counter } = this.scopes;
        if (counter !== null && (text[0] === '&' || text[0] === '|' || text[0] === '?'))
          addDecision(counter, table, index, this.family);
      }
    }
  }

  /** A named arrow function with an expression body counts as a function too. */
  private readArrow(index: number): void {
    if (this.family === 'csharp') this.readMember(index);
    if (this.family !== 'javascript' || tokenText(this.table, index + 1) === '{') return;
    const header = arrowHeader(this.table, this.openOf, index);
    if (header.name !== '<anonymous>')
      this.scopes.openFunction(header, endOfExpression(this.table, index, { atLine: true, atComma: true }));
  }

  /** A default arm adds no path; if arms begin with `case`, that word was already counted. */
  private readArm(index: number): void {
    const { counter } = this.scopes;
    const pattern = tokenText(this.table, index - 1);
    const isRest = pattern === '_' || pattern === 'else' || pattern === 'default';
    if (counter !== null && !isRest && this.family !== 'java') addArm(counter);
  }

  /** `public int Twice(int x) => x * 2;` */
  private readMember(index: number): void {
    if (this.scopes.kind !== 'class' || this.parens.length > 0) return;
    if (tokenText(this.table, index - 1) !== ')') return;
    const header = headerBefore(this.table, this.openOf, this.family, index);
    if (header === null) return;
    const before = header.from - 1;
    if (this.table.kind[before] !== PUNCT || /^(?:[>?]|>>|\])$/.test(tokenText(this.table, before)))
      this.scopes.openFunction(header, endOfExpression(this.table, index, { atLine: false, atComma: true }));
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
      this.scopes.openFunction(header);
      return;
    }
    if (this.pendingClass !== null && this.pendingClass.parenDepth === this.parens.length) {
      const { name, from } = this.pendingClass;
      this.pendingClass = null;
      this.scopes.openClass(name, from);
      return;
    }
    if (
      (before === '=>' || (before === '->' && this.family !== 'rust' && this.family !== 'c')) &&
      this.family !== 'kotlin' &&
      !this.scopes.isArm(this.parens.length)
    ) {
      this.scopes.openFunction(arrowHeader(this.table, this.openOf, index - 1));
      return;
    }
    const header = headerBefore(this.table, this.openOf, this.family, index);
    if (header !== null && (this.family !== 'javascript' || this.isMember())) {
      this.scopes.openFunction(header);
      return;
    }
    const keyword = this.blockKeyword(index);
    const hasArms = armKeywords.has(keyword) && armArrows[this.family] !== undefined;
    this.scopes.openBlock(nestingKeywords.has(keyword), hasArms ? this.parens.length : -1);
  }

  /** The control keyword of this block, or ''. */
  private blockKeyword(index: number): string {
    const before = tokenText(this.table, index - 1);
    if (before === ')') {
      const open = this.openOf.get(index - 1);
      const keyword = open === undefined ? '' : tokenText(this.table, open - 1);
      if (nestingKeywords.has(keyword) || !this.words.bareConditions) return keyword;
    }
    if (this.words.bareConditions) {
      // No parentheses around the condition: search back to the start of the statement.
      for (let at = index - 1; at >= Math.max(0, index - 60); at--) {
        const text = tokenText(this.table, at);
        if (text === '{' || text === '}' || text === ';') return nestingKeywords.has(before) ? before : '';
        if (this.table.kind[at] === IDENT && nestingKeywords.has(text)) return text;
      }
    }
    return before;
  }

  private isMember(): boolean {
    return this.scopes.kind === 'class' || this.scopes.kind === 'block';
  }

  /** In Go, `func` also begins the type of a parameter, field or result, which has no body. */
  private isFunctionType(index: number): boolean {
    const { pendingFunction, table } = this;
    if (pendingFunction !== null && this.parens.length > pendingFunction.parenDepth) return true;
    if (index === 0 || table.line[index - 1] !== table.line[index]) return false;
    const before = tokenText(table, index - 1);
    return table.kind[index - 1] === IDENT ? !beforeLiteral.has(before) : before === ')' || before === ']';
  }
}
