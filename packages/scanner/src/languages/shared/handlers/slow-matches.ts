import { type CallSite, sinkName } from '../../../flow/call-site.ts';
import { bitOf } from '../../../flow/kinds.ts';
import { describe } from '../../../flow/language-model.ts';
import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';
import type { Expr, FileIr } from '../../../ir/ir.ts';
import { type Extent, isPolynomial } from '../../../rules/patterns/polynomial-pattern.ts';

/** Where a call has its pattern and the text that it matches. `@` is the receiver. */
interface MatchForm {
  names: string;
  on?: RegExp;
  pattern: number | '@';
  text: number | '@';
  extent?: Extent;
  /** The pattern may be a plain string. */
  isWritten?: true;
}

const python = /^re(?:gex)?(?:\s|$)/;

const forms: readonly MatchForm[] = [
  { names: 'preg_match preg_match_all preg_split preg_grep', pattern: 0, text: 1, isWritten: true },
  { names: 'preg_replace preg_replace_callback', pattern: 0, text: 2, isWritten: true },
  { names: 'match', on: python, pattern: 0, text: 1, extent: 'start', isWritten: true },
  { names: 'fullmatch', on: python, pattern: 0, text: 1, extent: 'whole', isWritten: true },
  { names: 'search findall finditer split', on: python, pattern: 0, text: 1, isWritten: true },
  { names: 'sub subn', on: python, pattern: 0, text: 2, isWritten: true },
  {
    names: 'IsMatch Match Matches Replace Split Count',
    on: /\bRegex(?:\s|$)/,
    pattern: 1,
    text: 0,
    isWritten: true,
  },
  { names: 'matches', on: /\bPattern(?:\s|$)/, pattern: 0, text: 1, extent: 'whole', isWritten: true },
  // Methods of a compiled pattern.
  { names: 'test exec search findall finditer split find findAll containsMatchIn', pattern: '@', text: 0 },
  { names: 'match? IsMatch Match Matches Replace Split replace replaceFirst matcher', pattern: '@', text: 0 },
  { names: 'match', pattern: '@', text: 0 },
  { names: 'fullmatch matches matchEntire', pattern: '@', text: 0, extent: 'whole' },
  { names: 'sub subn', pattern: '@', text: 1 },
  // Methods of the text.
  { names: 'match matchAll search replace replaceAll replaceFirst split', pattern: 0, text: '@' },
  { names: 'match? scan gsub gsub! sub sub! partition rpartition slice =~ index', pattern: 0, text: '@' },
  { names: 'matches', pattern: 0, text: '@', extent: 'whole' },
];

const formsByName: ReadonlyMap<string, readonly MatchForm[]> = Map.groupBy(
  forms.flatMap((form) => form.names.split(' ').map((name) => ({ ...form, names: name }))),
  ({ names }) => names,
);

/** Methods whose string argument is a pattern. */
const textPatterns = /^(?:matches|replaceAll|replaceFirst|split)$/;
/** Only these search with the result of `matcher`. */
const searches = /\.\s*(?:find|replaceAll|replaceFirst|results|split|splitAsStream)\s*\(/;

export function checkMatch(m: Machine, site: CallSite): void {
  const candidates = formsByName.get(site.name);
  if (candidates === undefined) return;
  for (const form of candidates) {
    const text = form.text === '@' ? site.recv : site.args[form.text];
    if (text == null || text.taints.length === 0) continue;
    if (form.on !== undefined && !form.on.test(describe(site.recv ?? unknown, site.written))) continue;
    const pattern = patternOf(m, site, form);
    if (pattern === null) continue;
    tell(m, text, pattern, extentOf(m, site, form), site.e, sinkName(site));
    return;
  }
}

export function checkMatchOperator(m: Machine, l: Value, r: Value, e: Extract<Expr, { k: 'bin' }>): void {
  const [text, pattern] = l.type === 'RegExp' ? [r, l] : [l, r];
  if (text.taints.length > 0 && pattern.type === 'RegExp' && typeof pattern.k === 'string')
    tell(m, text, readLiteral(pattern.k), 'search', e, e.op);
}

interface Pattern {
  source: string;
  flags: string;
}

function extentOf(m: Machine, { name, recv }: CallSite, form: MatchForm): Extent {
  if (name === 'matcher') {
    const { fn } = m.frame;
    return searches.test(m.file.text.slice(fn.pos, fn.end)) ? 'search' : 'whole';
  }
  // In Python, `match` of a compiled pattern matches only at the beginning; in other languages, anywhere.
  if (name === 'match' && form.pattern === '@' && recv?.type !== 'RegExp') return 'start';
  return form.extent ?? 'search';
}

function patternOf(m: Machine, site: CallSite, form: MatchForm): Pattern | null {
  const value = form.pattern === '@' ? site.recv : site.args[form.pattern];
  const e = form.pattern === '@' ? receiverOf(site.e) : argumentOf(site.e, form.pattern);
  if (value == null || e === undefined) return null;
  if (typeof value.k === 'string') {
    if (value.type === 'RegExp') return readLiteral(value.k);
    const isText = m.file.semantics.delimitedPatterns
      ? readDelimited(value.k)
      : { source: value.k, flags: '' };
    if (form.isWritten) return isText;
    return form.text === '@' && m.file.language === 'Java' && textPatterns.test(site.name) ? isText : null;
  }
  return madeBy(m, e) ?? compiledAs(m, e);
}

const receiverOf = (e: Expr): Expr | undefined => (e.k === 'call' && e.f.k === 'get' ? e.f.o : undefined);

function argumentOf(e: Expr, at: number): Expr | undefined {
  return e.k === 'call' ? e.args[at] : undefined;
}

/** `/…/gi`, or the text of a pattern. */
function readLiteral(text: string): Pattern {
  const [, source = text, flags = ''] = /^\/([\s\S]*)\/([a-z]*)$/.exec(text) ?? [];
  return { source, flags };
}

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']', '<': '>' };

function readDelimited(text: string): Pattern | null {
  const open = text.charAt(0);
  const end = text.lastIndexOf(closing[open] ?? open);
  if (end <= 0 || /[\w\s\\]/.test(open)) return null;
  const flags = text.slice(end + 1);
  // Other flags may change how the pattern backtracks; such patterns are skipped.
  return /^[imsxuADSUJ]*$/.test(flags) ? { source: text.slice(1, end), flags: flags.toLowerCase() } : null;
}

const makers = /^(?:compile|toRegex|toPattern|Regex|RegExp)$/;

/** `Pattern.compile("…")` or `new Regex("…")` at the call itself. */
function madeBy(m: Machine, e: Expr): Pattern | null {
  if (e.k === 'new') return makers.test(e.type) ? constantIn(m, e.args[0], e.args) : null;
  if (e.k !== 'call') return null;
  const name = e.f.k === 'get' || e.f.k === 'var' ? e.f.name : '';
  if (!makers.test(name)) return null;
  return constantIn(m, e.args[0] ?? receiverOf(e), e.args);
}

/** Engines without backtracking have to be named. */
const linear = /\bNonBacktracking\b|\bre2\b/;

function constantIn(m: Machine, e: Expr | undefined, all: readonly Expr[]): Pattern | null {
  if (e === undefined) return null;
  const { k } = m.evalExpr(e);
  const more = all.slice(1).map(({ pos, end }) => m.file.text.slice(pos, end));
  if (typeof k !== 'string' || linear.test(more.join())) return null;
  return { source: k, flags: flagsIn(more.join()) };
}

/** `re.S | re.I`, `Pattern.DOTALL`, `RegexOptions.Singleline` */
function flagsIn(options: string): string {
  return [
    /DOTALL|Singleline|DOT_MATCHES_ALL|\bre\.S\b/.test(options) ? 's' : '',
    /IGNORE_?CASE|CASE_INSENSITIVE|IgnoreCase|\bre\.I\b/.test(options) ? 'i' : '',
    /COMMENTS|VERBOSE|IgnorePatternWhitespace|\bre\.X\b/.test(options) ? 'x' : '',
  ].join('');
}

const named = new WeakMap<FileIr, ReadonlyMap<string, Pattern | null>>();

/** The pattern compiled under this name in the file, if only one has the name. */
function compiledAs(m: Machine, e: Expr): Pattern | null {
  const name = e.k === 'var' || e.k === 'get' ? e.name : '';
  let known = named.get(m.file);
  if (known === undefined) {
    known = compiledIn(m);
    named.set(m.file, known);
  }
  return known.get(name) ?? null;
}

/** The compiled patterns of a file by name; null if several have the same name. Each file is read only once. */
function compiledIn(m: Machine): Map<string, Pattern | null> {
  const made = new RegExp(
    String.raw`\b(\w+)(?:\s*:\s*\w+)?\s*(?::?=|\s+Regexp?\s*=)\s*${m.handlers.words.compiling}\s*\(\s*([rR@]?)("""|'''|["'\x60])((?:\\.|(?!\3).){1,1000})\3([^;\n]{0,120})`,
    'g',
  );
  const found = new Map<string, Pattern | null>();
  for (const [, name = '', prefix, quote = '', written = '', options = ''] of m.file.text.matchAll(made)) {
    if (found.has(name) || linear.test(options)) {
      found.set(name, null);
      continue;
    }
    const isRaw = prefix !== '' || quote.length === 3 || quote === '`';
    const source = isRaw ? written : written.replace(/\\([\\"'])/g, '$1');
    found.set(name, { source, flags: flagsIn(options) });
  }
  return found;
}

/** Servers limit the length of these. */
const short = /^(?:http_header|cookie)$/;

function tell(
  m: Machine,
  text: Value,
  { source, flags }: Pattern,
  extent: Extent,
  e: Expr,
  name: string,
): void {
  const bit = bitOf('slow_match');
  const taints = text.taints.filter(
    (taint) =>
      (taint.source.exposure === 'external' || taint.source.isPublic) &&
      !short.test(taint.source.kind) &&
      (taint.clean & bit) === 0,
  );
  if (taints.length === 0 || !isSlow(source, flags, extent)) return;
  for (const taint of taints)
    m.report('slow_match', { ...taint, weight: taint.weight * 0.8 }, e.pos, e.end, name);
}

const MAX_PATTERN_LENGTH = 1_000;
const judged = new Map<string, boolean>();

function isSlow(source: string, flags: string, extent: Extent): boolean {
  if (source.length > MAX_PATTERN_LENGTH || !/[*+]|\{\d*,\}/.test(source)) return false;
  const key = `${extent} ${flags} ${source}`;
  let isKnown = judged.get(key);
  if (isKnown === undefined) {
    isKnown = isPolynomial(source, flags, extent) === true;
    if (judged.size > 2_000) judged.clear();
    judged.set(key, isKnown);
  }
  return isKnown;
}
