import type { ClassFact, FunctionFact } from '../../types/file-facts.ts';
import { columnOf, endOf, IDENT, lineOf, PUNCT, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { addDecision, type Counter, newCounter } from './complexity.ts';

interface OpenFunction {
  kind: 'function';
  column: number;
  fact: FunctionFact;
  counter: Counter;
  /** Columns of the open control statements inside it. */
  nested: number[];
}

interface OpenClass {
  kind: 'class';
  column: number;
  fact: ClassFact;
}

type Open = OpenFunction | OpenClass;

type Family = 'python' | 'ruby';

const nesting = new Set([
  'if',
  'for',
  'while',
  'except',
  'with',
  'match',
  'unless',
  'until',
  'case',
  'rescue',
]);

const continuesBlock = /^(?:else|elif|elsif|except|rescue|finally|ensure|when)$/;

/** Python by indentation; Ruby by the usual layout, with `end` below its `def`. */
export function findIndentedFunctions(
  table: TokenTable,
  family: Family,
): { functions: FunctionFact[]; classes: ClassFact[] } {
  return new IndentedScan(table, family).run();
}

class IndentedScan {
  readonly #table: TokenTable;
  readonly #family: Family;
  readonly #functions: FunctionFact[] = [];
  readonly #classes: ClassFact[] = [];
  readonly #open: Open[] = [];
  /** Number of open brackets. */
  #depth = 0;
  /** Ruby's `private` came earlier in this class. */
  #isPrivate = false;

  constructor(table: TokenTable, family: Family) {
    this.#table = table;
    this.#family = family;
  }

  run(): { functions: FunctionFact[]; classes: ClassFact[] } {
    const table = this.#table;
    let lastLine = 0;
    for (let index = 0; index < table.count; index++) {
      const line = lineOf(table, index);
      const text = tokenText(table, index);
      const beginsLine = line !== lastLine && this.#depth === 0;
      if (table.kind[index] === PUNCT) this.#readBracket(text);
      if (beginsLine) this.#beginLine(index, text);
      lastLine = line;
      if (table.kind[index] === IDENT) this.#readWord(index, text);
      else if (this.#family === 'ruby' && (text === '&&' || text === '||')) this.#decide(index);
    }
    for (const one of this.#open) finish(one, table.line[table.count - 1] ?? 1);
    return { functions: this.#functions, classes: this.#classes };
  }

  #readBracket(text: string): void {
    if (text === '(' || text === '[' || text === '{') this.#depth++;
    else if (text === ')' || text === ']' || text === '}') this.#depth = Math.max(0, this.#depth - 1);
  }

  /** Closes what the line's indentation ends. */
  #beginLine(index: number, text: string): void {
    const open = this.#open;
    const isRuby = this.#family === 'ruby';
    const column = columnOf(this.#table, index);
    // `rescue` and similar are aligned with the `def` whose body continues.
    const goesOn = isRuby && /^(?:rescue|ensure|else)$/.test(text) ? 1 : 0;
    let top = open.at(-1);
    for (; top !== undefined && column + goesOn <= top.column; top = open.at(-1)) {
      open.pop();
      const hasEnd = isRuby && text === 'end' && column === top.column;
      finish(top, lineOf(this.#table, hasEnd ? index : index - 1));
    }
    if (top?.kind !== 'function') return;
    while (column <= (top.nested.at(-1) ?? 0) && !continuesBlock.test(text)) top.nested.pop();
    top.counter.nesting = top.nested.length;
  }

  #readWord(index: number, text: string): void {
    const table = this.#table;
    const before = tokenText(table, index - 1);
    if (before === '.' && text !== 'class') return;
    const line = lineOf(table, index);
    const startsLine =
      index === 0 ||
      table.line[index - 1] !== line ||
      before === 'async' ||
      before === 'private' ||
      before === 'protected';
    const isType = text === 'class' || (text === 'module' && this.#family === 'ruby');
    if (text === 'def' && startsLine) this.#openFunction(index);
    else if (isType && startsLine && table.kind[index + 1] === IDENT) this.#openClass(index);
    else {
      if (text === 'private' && startsLine && table.line[index + 1] !== line) this.#isPrivate = true;
      const top = this.#decide(index);
      if (top === undefined || !startsLine || !nesting.has(text)) return;
      top.nested.push(columnOf(table, index));
      top.counter.nesting = top.nested.length;
      top.counter.maxNesting = Math.max(top.counter.maxNesting, top.nested.length);
    }
  }

  /** Counts a word or operator for the enclosing function. */
  #decide(index: number): OpenFunction | undefined {
    const top = this.#open.findLast((one) => one.kind === 'function');
    if (top !== undefined) addDecision(top.counter, this.#table, index, this.#family);
    return top;
  }

  #openFunction(index: number): void {
    const fact = functionFact(this.#table, index, this.#open.at(-1), this.#family, this.#isPrivate);
    const column = columnOf(this.#table, firstOfLine(this.#table, index));
    this.#functions.push(fact);
    this.#open.push({ kind: 'function', column, counter: newCounter(), fact, nested: [] });
  }

  #openClass(index: number): void {
    const table = this.#table;
    this.#isPrivate = false;
    const name = tokenText(table, index + 1);
    const line = lineOf(table, index);
    const fact: ClassFact = {
      name,
      line,
      endLine: line,
      methods: 0,
      isExported: !name.startsWith('_'),
      hasDoc: hasDoc(table, index, this.#family),
    };
    this.#classes.push(fact);
    this.#open.push({ kind: 'class', column: columnOf(table, index), fact });
  }
}

function functionFact(
  table: TokenTable,
  index: number,
  holder: Open | undefined,
  family: Family,
  isPrivate: boolean,
): FunctionFact {
  const isOfType = tokenText(table, index + 1) === 'self' && tokenText(table, index + 2) === '.';
  const at = isOfType ? index + 3 : index + 1;
  const own = tokenText(table, at);
  const type = holder?.kind === 'class' ? holder.fact : undefined;
  if (type !== undefined) type.methods++;
  const first = tokenText(table, at + 2);
  const hasSelf = type !== undefined && family === 'python' && (first === 'self' || first === 'cls');
  const parameters = tokenText(table, at + 1) === '(' ? countParameters(table, at + 1) : 0;
  const line = lineOf(table, index);
  return {
    name: type === undefined ? own : `${type.name}.${own}`,
    line,
    endLine: line,
    parameters: Math.max(0, parameters - (hasSelf ? 1 : 0)),
    cyclomatic: 1,
    cognitive: 0,
    nesting: 0,
    linesCode: 1,
    isAsync: tokenText(table, index - 1) === 'async',
    isExported: family === 'python' ? !own.startsWith('_') && holder?.kind !== 'function' : !isPrivate,
    hasDoc: hasDoc(table, index, family),
  };
}

/** Number of parameters in the brackets that open at a token. */
function countParameters(table: TokenTable, open: number): number {
  let count = 0;
  let depth = 0;
  let at = open;
  for (; at < table.count; at++) {
    const text = tokenText(table, at);
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text) && --depth === 0) break;
    else if (depth === 1 && (text === ',' || count === 0)) count++;
  }
  return tokenText(table, at - 1) === ',' ? count - 1 : count;
}

/** Python's documentation is below the header, Ruby's above. */
function hasDoc(table: TokenTable, index: number, family: Family): boolean {
  const line = lineOf(table, index);
  if (family === 'ruby') return table.commentEndLines.has(line - 1);
  let depth = 0;
  for (let at = index; at < table.count; at++) {
    const text = tokenText(table, at);
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (text === ':' && depth === 0) {
      const next = table.start[at + 1] ?? table.source.length;
      return (
        /^\s*(?:#[^\n]*\n\s*)*[rRuUbB]?(?:"""|''')/.test(table.source.slice(endOf(table, at), next)) ||
        /^[rR]?(?:"|')/.test(tokenText(table, at + 1))
      );
    }
  }
  return false;
}

function firstOfLine(table: TokenTable, index: number): number {
  let at = index;
  while (at > 0 && table.line[at - 1] === table.line[index]) at--;
  return at;
}

function finish(entry: Open, endLine: number): void {
  entry.fact.endLine = endLine;
  if (entry.kind === 'class') return;
  const { fact, counter } = entry;
  fact.cyclomatic = counter.cyclomatic;
  fact.cognitive = counter.cognitive;
  fact.nesting = counter.maxNesting;
  fact.linesCode = endLine - fact.line + 1;
}
