import type { FaultDraft } from '../../../../rules/body-text.ts';
import type { CExpression, CStatement, CType } from '../../frontend/c-tree.ts';
import { calleeOf, mentions, pathOf, some } from '../../frontend/paths.ts';
import { visitStatements } from '../../frontend/visit.ts';
import type { FunctionFacts } from '../function-facts.ts';
import type { CFunction } from '../values/functions.ts';
import type { CProgram } from '../values/program.ts';

export type Call = Extract<CExpression, { kind: 'call' }>;
type Binary = Extract<CExpression, { kind: 'binary' }>;
type Report = (told: FaultDraft, at: number) => void;

interface Assignment {
  path: string;
  value: CExpression;
  at: number;
}

/** A function as the checks see it: its tree, the facts about its names, and the expressions in it, in source order. */
export interface Reading {
  program: CProgram;
  fn: CFunction;
  body: readonly CStatement[];
  facts: FunctionFacts;
  calls: readonly Call[];
  comparisons: readonly Binary[];
  /** Assignments to names, including initial values. */
  assignments: readonly Assignment[];
  /** Assignments to elements. */
  stores: readonly Extract<CExpression, { kind: 'index' }>[];
  /** `stream >> name` */
  streams: readonly Binary[];
  /** `a + b`, `a - b`, `a / b` */
  sums: readonly Binary[];
  /** `a & b`, `a | b` */
  bitwise: readonly Binary[];
  /** Names with `+=`. */
  added: readonly Assignment[];
  /** Names that several variables of the function share. */
  shadowed: ReadonlySet<string>;
  sizes: readonly Extract<CExpression, { kind: 'sizeof' }>[];
  casts: readonly Extract<CExpression, { kind: 'cast' }>[];
  tell: Report;
}

const comparing = /^(?:[<>]=?|[=!]=)$/;

export function readingOf(
  program: CProgram,
  fn: CFunction,
  body: readonly CStatement[],
  facts: FunctionFacts,
  tell: Report,
): Reading {
  const found = emptyFindings();
  const declared = new Set(fn.params.map(({ name }) => name));
  visitStatements(
    body,
    (one) => {
      if (one.kind !== 'declaration') return;
      for (const { name, value, at } of one.declarators) {
        if (declared.has(name)) found.shadowed.add(name);
        declared.add(name);
        if (value !== null) found.assignments.push({ path: name, value, at });
      }
    },
    (e) => sort(e, found),
  );
  return { program, fn, body, facts, ...found, tell };
}

type Sorted = ReturnType<typeof emptyFindings>;

function emptyFindings() {
  return {
    calls: [] as Call[],
    comparisons: [] as Binary[],
    assignments: [] as Assignment[],
    stores: [] as Extract<CExpression, { kind: 'index' }>[],
    streams: [] as Binary[],
    sums: [] as Binary[],
    bitwise: [] as Binary[],
    added: [] as Assignment[],
    shadowed: new Set<string>(),
    sizes: [] as Extract<CExpression, { kind: 'sizeof' }>[],
    casts: [] as Extract<CExpression, { kind: 'cast' }>[],
  };
}

function sort(e: CExpression, found: Sorted): void {
  if (e.kind === 'call') found.calls.push(e);
  else if (e.kind === 'sizeof') found.sizes.push(e);
  else if (e.kind === 'cast') found.casts.push(e);
  else if (e.kind === 'binary') {
    if (comparing.test(e.op)) found.comparisons.push(e);
    else if (e.op === '>>') found.streams.push(e);
    else if (/^[-+/]$/.test(e.op)) found.sums.push(e);
    else if (/^[&|]$/.test(e.op)) found.bitwise.push(e);
  } else if (e.kind === 'assign') {
    if (e.op === '=') found.assignments.push({ path: pathOf(e.left), value: e.right, at: e.at });
    else if (e.op === '+=') found.added.push({ path: pathOf(e.left), value: e.right, at: e.at });
    if (e.left.kind === 'index') found.stores.push(e.left);
  }
}

/** Whether a comparison before this offset uses the path. */
export function isCompared({ comparisons }: Reading, path: string, before: number): boolean {
  return comparisons.some((one) => one.at < before && mentions(one, path));
}

/** Whether a comparison before this offset checks the length of the string. */
export function isMeasured({ comparisons }: Reading, path: string, before: number): boolean {
  return comparisons.some((one) => one.at < before && some(one, (part) => isLengthOf(part, path)));
}

export function isLengthOf(e: CExpression, path: string): boolean {
  return /^(?:str|wcs)n?len$/.test(calleeOf(e)) && e.kind === 'call' && pathOf(e.args[0] ?? e) === path;
}

/** The declared type of a name or a member. */
export function typeOf(reading: Reading, e: CExpression): CType | undefined {
  const { program, fn, facts } = reading;
  if (e.kind === 'name') return facts.types.get(e.name) ?? program.global(e.name, fn.view)?.declarator.type;
  if (e.kind !== 'member') return undefined;
  const of = typeOf(reading, e.of);
  return of === undefined ? undefined : program.record(of.name, fn.view)?.fields.get(e.name);
}

/** Whether two expressions have the same text. */
export function isSame(a: CExpression, b: CExpression): boolean {
  return writtenAs(a) !== '' && writtenAs(a) === writtenAs(b);
}

function writtenAs(e: CExpression): string {
  const path = pathOf(e);
  if (path !== '') return path;
  switch (e.kind) {
    case 'number':
      return String(e.value);
    case 'text':
      return `"${e.written}"`;
    case 'sizeof':
      return e.of === null ? `sizeof ${e.type?.name}` : joined('sizeof', e.of);
    case 'binary':
      return joined(e.op, e.left, e.right);
    case 'index':
      return joined('[]', e.of, e.index);
    case 'unary':
      return joined(e.op, e.of);
    default:
      return '';
  }
}

function joined(op: string, ...parts: CExpression[]): string {
  const texts = parts.map(writtenAs);
  return texts.includes('') ? '' : `(${op} ${texts.join(' ')})`;
}
