import type { ClassFact, FunctionFact } from '../../types/file-facts.ts';
import { columnOf, IDENT, PUNCT, type TokenTable, tokenText } from '../lexer/tokens.ts';
import { addDecision, type Counter, newCounter } from './complexity.ts';

interface Open {
  column: number;
  counter: Counter | null;
  fact: FunctionFact | null;
  classFact: ClassFact | null;
  /** Columns of the control statements that are open inside it. */
  nested: number[];
}

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

/** Python by indentation; Ruby by the usual layout, where `end` stands under its `def`. */
export function findIndentedFunctions(
  table: TokenTable,
  family: 'python' | 'ruby',
): { functions: FunctionFact[]; classes: ClassFact[] } {
  const functions: FunctionFact[] = [];
  const classes: ClassFact[] = [];
  const open: Open[] = [];
  let lastLine = 0;
  let depth = 0;
  let privateFrom = false;
  for (let index = 0; index < table.count; index++) {
    const line = table.line[index]!;
    const text = tokenText(table, index);
    const isInside = depth > 0;
    if (table.kind[index] === PUNCT) {
      if (/^[([{]$/.test(text)) depth++;
      else if (/^[)\]}]$/.test(text)) depth = Math.max(0, depth - 1);
    }
    if (line !== lastLine && !isInside) {
      const column = columnOf(table, index);
      // `rescue` and the like stand under the `def` whose body goes on.
      const goesOn = family === 'ruby' && /^(?:rescue|ensure|else)$/.test(text) ? 1 : 0;
      while (open.length > 0 && column + goesOn <= open.at(-1)!.column) {
        const closed = open.pop()!;
        finish(
          closed,
          text === 'end' && family === 'ruby' && column === closed.column ? line : table.line[index - 1]!,
        );
      }
      const top = open.at(-1);
      if (top !== undefined) {
        while (
          top.nested.length > 0 &&
          column <= top.nested.at(-1)! &&
          !/^(?:else|elif|elsif|except|rescue|finally|ensure|when)$/.test(text)
        )
          top.nested.pop();
        if (top.counter !== null) top.counter.nesting = top.nested.length;
      }
    }
    lastLine = line;
    if (table.kind[index] !== IDENT) {
      const counter = family === 'ruby' && /^(?:&&|\|\|)$/.test(text) ? innermost(open) : undefined;
      if (counter) addDecision(counter, table, index, family);
      continue;
    }
    const before = tokenText(table, index - 1);
    if (before === '.' && text !== 'class') continue;
    const startsLine =
      index === 0 ||
      table.line[index - 1] !== line ||
      before === 'async' ||
      before === 'private' ||
      before === 'protected';
    if (text === 'def' && startsLine) {
      const fact = functionFact(table, index, open, family, privateFrom);
      functions.push(fact);
      open.push({
        column: columnOf(table, firstOfLine(table, index)),
        counter: newCounter(),
        fact,
        classFact: null,
        nested: [],
      });
    } else if (
      (text === 'class' || (text === 'module' && family === 'ruby')) &&
      startsLine &&
      table.kind[index + 1] === IDENT
    ) {
      privateFrom = false;
      const name = tokenText(table, index + 1);
      const classFact: ClassFact = {
        name,
        line,
        endLine: line,
        methods: 0,
        isExported: !name.startsWith('_'),
        hasDoc: hasDoc(table, index, family),
      };
      classes.push(classFact);
      open.push({ column: columnOf(table, index), counter: null, fact: null, classFact, nested: [] });
    } else {
      if (text === 'private' && startsLine && table.line[index + 1] !== line) privateFrom = true;
      const top = open.findLast((entry) => entry.counter !== null);
      if (top === undefined) continue;
      addDecision(top.counter!, table, index, family);
      if (startsLine && nesting.has(text)) {
        top.nested.push(columnOf(table, index));
        top.counter!.nesting = top.nested.length;
        top.counter!.maxNesting = Math.max(top.counter!.maxNesting, top.nested.length);
      }
    }
  }
  for (const entry of open) finish(entry, table.line[table.count - 1] ?? 1);
  return { functions, classes };
}

function functionFact(
  table: TokenTable,
  index: number,
  open: Open[],
  family: 'python' | 'ruby',
  isPrivate: boolean,
): FunctionFact {
  let at = index + 1;
  if (tokenText(table, at) === 'self' && tokenText(table, at + 1) === '.') at += 2;
  const own = tokenText(table, at);
  const top = open.at(-1);
  if (top?.classFact) top.classFact.methods++;
  const isMethod = top !== undefined && top.classFact !== null;
  let parameters = 0;
  let paren = at + 1;
  if (tokenText(table, paren) === '(') {
    let depth = 0;
    for (; paren < table.count; paren++) {
      const text = tokenText(table, paren);
      if (/^[([{]$/.test(text)) depth++;
      else if (/^[)\]}]$/.test(text) && --depth === 0) break;
      else if (depth === 1 && (text === ',' || parameters === 0)) parameters++;
    }
    if (tokenText(table, paren - 1) === ',') parameters--;
    const first = tokenText(table, at + 2);
    if (isMethod && family === 'python' && (first === 'self' || first === 'cls')) parameters--;
  }
  return {
    name: isMethod ? `${top.classFact!.name}.${own}` : own,
    line: table.line[index]!,
    endLine: table.line[index]!,
    parameters: Math.max(0, parameters),
    cyclomatic: 1,
    cognitive: 0,
    nesting: 0,
    linesCode: 1,
    isAsync: tokenText(table, index - 1) === 'async',
    isExported: family === 'python' ? !own.startsWith('_') && top?.fact == null : !isPrivate,
    hasDoc: hasDoc(table, index, family),
  };
}

function innermost(open: readonly Open[]): Counter | undefined {
  return open.findLast((entry) => entry.counter !== null)?.counter ?? undefined;
}

/** Python's documentation stands below the header, Ruby's above. */
function hasDoc(table: TokenTable, index: number, family: 'python' | 'ruby'): boolean {
  const line = table.line[index]!;
  if (family === 'ruby') return table.commentEndLines.has(line - 1);
  let depth = 0;
  for (let at = index; at < table.count; at++) {
    const text = tokenText(table, at);
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    else if (text === ':' && depth === 0) {
      const next = table.start[at + 1] ?? table.source.length;
      return (
        /^\s*(?:#[^\n]*\n\s*)*[rRuUbB]?(?:"""|''')/.test(table.source.slice(table.end[at]!, next)) ||
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
  if (entry.classFact !== null) entry.classFact.endLine = endLine;
  if (entry.fact === null || entry.counter === null) return;
  const { fact, counter } = entry;
  fact.endLine = endLine;
  fact.cyclomatic = counter.cyclomatic;
  fact.cognitive = counter.cognitive;
  fact.nesting = counter.maxNesting;
  fact.linesCode = endLine - fact.line + 1;
}
