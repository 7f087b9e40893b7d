import type { Source, Taint, Value } from '../flow/value.ts';
import type { Expr, FileIr } from '../ir/ir.ts';
import type { Match } from './match-pattern.ts';
import type { MatchedFile } from './matched-file.ts';
import type { Syntax } from './syntax.ts';

/** The sources, sinks and sanitizers of a rule in one file. */
export interface FileMarks {
  sources: Match[];
  sinks: { match: Match; isExact: boolean }[];
  sanitizers: Match[];
  /** Parameters that hold the data wherever they are read in a part of the file. */
  names: { name: string; start: number; end: number; match: Match }[];
}

export interface RuleFlow {
  sourceFile: string;
  source: Match;
  sinkFile: string;
  sink: Match;
}

/** The kind of the rule's sources in the machine. */
const OWN = 'own_rule';

/** Observes the machine for one rule. */
export class TaintWatch {
  readonly flows = new Map<string, RuleFlow>();
  readonly #marks: ReadonlyMap<string, FileMarks>;
  readonly #sources = new Map<Match, Source>();
  readonly #matches = new Map<Source, { match: Match; file: string }>();
  readonly #declared = new WeakMap<FileIr, ReadonlySet<string>>();

  constructor(marks: ReadonlyMap<string, FileMarks>) {
    this.#marks = marks;
  }

  /** The value of an expression with the rule's marks applied. */
  readonly observe = (e: Expr, value: Value, file: FileIr): Value => {
    const marks = this.#marks.get(file.path);
    if (marks === undefined || e.end <= e.pos) return value;
    if (marks.sanitizers.some((match) => holds(match, e))) return withoutOwn(value);
    // If a function is a source, so is its result.
    const source = sourceAt(marks, e) ?? (e.k === 'call' ? sourceAt(marks, e.f) : undefined);
    if (source === undefined && e.k === 'var' && !this.#declares(file, e.name)) return withoutOwn(value);
    const seen = source === undefined ? value : this.#tainted(value, source, file);
    for (const taint of seen.taints) {
      if (taint.source.kind !== OWN) continue;
      for (const { match, isExact } of marks.sinks)
        if (isExact ? isSame(match, e) : holds(match, e)) this.#reach(taint, match, file);
    }
    return seen;
  };

  /** Packages and classes do not hold data that a call put into them. */
  #declares(file: FileIr, name: string): boolean {
    let declared = this.#declared.get(file);
    if (file.imports.some(({ local }) => local === name)) return false;
    // In other languages, an assignment declares a name.
    if (!/^(?:Java|Kotlin|Go|C#|Swift|Dart|Scala)$/.test(file.language)) return true;
    if (declared === undefined) {
      const functions = [file.top, ...file.functions];
      declared = new Set(
        functions.flatMap(({ locals, params }) => [...locals, ...params.map((one) => one.name)]),
      );
      this.#declared.set(file, declared);
    }
    return declared.has(name);
  }

  #tainted(value: Value, match: Match, file: FileIr): Value {
    let source = this.#sources.get(match);
    if (source === undefined) {
      source = { kind: OWN, exposure: 'external', file, pos: match.start, end: match.end };
      this.#sources.set(match, source);
      this.#matches.set(source, { match, file: file.path });
    }
    if (value.taints.some((taint) => taint.source === source)) return value;
    // Drops other taints: a value has room for a few, and this rule needs its own.
    const own = value.taints.filter((taint) => taint.source.kind === OWN).slice(0, 5);
    return { ...value, k: undefined, taints: [...own, { source, clean: 0, weight: 1, step: null }] };
  }

  #reach({ source }: Taint, sink: Match, file: FileIr): void {
    const from = this.#matches.get(source);
    if (from === undefined) return;
    const key = `${file.path}:${sink.start}-${sink.end}`;
    if (!this.flows.has(key))
      this.flows.set(key, { sourceFile: from.file, source: from.match, sinkFile: file.path, sink });
  }
}

const holds = (match: Match, e: Expr) => e.pos >= match.start && e.end <= match.end;
const isSame = (match: Match, e: Expr) => e.pos === match.start && e.end === match.end;

function sourceAt(marks: FileMarks, e: Expr): Match | undefined {
  const written = marks.sources.find((match) => holds(match, e));
  if (written !== undefined || e.k !== 'var') return written;
  return marks.names.find(({ name, start, end }) => name === e.name && e.pos >= start && e.end <= end)?.match;
}

function withoutOwn(value: Value): Value {
  return value.taints.length === 0
    ? value
    : { ...value, taints: value.taints.filter(({ source }) => source.kind !== OWN) };
}

const functionTypes = /[Ff]unction|method|lambda|Method|func_literal|arrow|constructor|do_block|^block$/;
const parameterTypes = /[Pp]aram/;

/** The part of the file in which a parameter is visible; null if the match is not a parameter. */
export function parameterScope(file: MatchedFile, match: Match): FileMarks['names'][number] | null {
  const name = file.textOf(match).replace(/^\$/, '');
  if (!/^[\w$]+$/.test(name)) return null;
  const node = file.all.find((one) => one.start === match.start && one.end === match.end);
  if (node === undefined) return null;
  let isParameter = node.field === 'params';
  let holder: Syntax | null = node;
  for (let depth = 0; holder !== null && depth < 6; depth++) {
    isParameter ||=
      parameterTypes.test(holder.type) || holder.field === 'params' || holder.field === 'parameters';
    holder = file.parents.get(holder) ?? null;
    if (holder !== null && functionTypes.test(holder.type))
      return isParameter ? { name, start: holder.start, end: holder.end, match } : null;
  }
  return null;
}
