import { draftAt, type FaultDraft } from '../../../../rules/body-text.ts';
import type { FindingDraft } from '../../../../rules/finding-draft.ts';
import type { SourceView } from '../../../../rules/source-view.ts';
import type { CFunction } from '../values/functions.ts';
import type { CProgram } from '../values/program.ts';
import { BodyWalk } from './walk-body.ts';
import type { WalkFault, WalkOptions } from './walk-context.ts';
import { WalkState } from './walk-state.ts';

const MAX_PER_FILE = 60;
const builtIn: [string, number][] = [
  ['free', 0],
  ['cfree', 0],
  ['kfree', 0],
  ['g_free', 0],
  ['OPENSSL_free', 0],
  ['fclose', 0],
  ['closedir', 0],
  ['pclose', 0],
  ['close', 0],
];
const releasing = /\b(?:free|kfree|g_free|OPENSSL_free|delete)\b/;
const worthWalking =
  /\b(?:free|delete|realloc|malloc|alloca|fclose|close|unique_ptr|shared_ptr|push_back|emplace_back|insert|erase|resize|w?mem(?:cpy|move|set)|(?:str|wcs)ncpy|fread|recv|read|ntoh[sl]|be\d+toh|le\d+toh|ato[il]|strto\w+|sto(?:i|u?ll?)|[fs]?scanf|cin)\b|\breturn\s+[a-z_]\w*\s*;/;
/** Functions with more lines than this do more than release something. */
const MAX_RELEASE_LINES = 60;

type Releases = ReadonlyMap<string, number>;

/**
 * Functions of the application that release an argument on every path, with the index of the parameter. Two functions
 * of the same name that differ are left out.
 */
function findReleases(program: CProgram, views: readonly SourceView[]): Releases {
  const found = new Map<string, number | null>();
  const known = new Map(builtIn);
  for (const view of views) {
    if (!view.sketch.mayMatch(releasing)) continue;
    for (const fn of program.functionsOf(view)) {
      if (fn.isMember || view.lineAt(fn.end) - view.lineAt(fn.start) > MAX_RELEASE_LINES) continue;
      if (!releasing.test(view.code.slice(fn.start, fn.end))) continue;
      const index = releasedParameter(program, fn, known);
      const before = found.get(fn.name);
      found.set(fn.name, before === undefined || before === index ? index : null);
    }
  }
  for (const [name, index] of found) if (index !== null) known.set(name, index);
  return known;
}

function releasedParameter(program: CProgram, fn: CFunction, releases: Releases): number | null {
  const exits = waysOut(program, fn, releases, () => undefined);
  const at = fn.params.findIndex(
    ({ name, type }) =>
      name !== '' &&
      type.pointers > 0 &&
      exits.some((exit) => exit.cells.get(name)?.kind === 'gone') &&
      exits.every((exit) => {
        const cell = exit.cells.get(name);
        return cell?.kind === 'null' || (cell?.kind === 'gone' && cell.how === 'freed' && !cell.maybe);
      }),
  );
  return at < 0 ? null : at;
}

/** Walks through a function. Returns the states at its exits; none if the function cannot be parsed. */
function waysOut(
  program: CProgram,
  fn: CFunction,
  releases: Releases,
  report: WalkOptions['report'],
): WalkState[] {
  const body = program.bodyOf(fn);
  if (body === null) return [];
  const isCpp = fn.view.file.language === 'C++';
  try {
    const walk = new BodyWalk({ isCpp, releases, facts: program.factsOf(fn, body), report });
    const end = walk.run(body, new WalkState());
    return [...walk.exits, ...(end === null ? [] : [end])];
  } catch (error) {
    // The expressions are nested too deeply for the stack.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** Follows memory, files and numbers of C and C++ along the paths through each function. */
export function nativeLifetimes(program: CProgram, views: readonly SourceView[]): FindingDraft[] {
  const releases = findReleases(program, views);
  return views.flatMap((view) => lifetimesIn(program, view, releases));
}

function lifetimesIn(program: CProgram, view: SourceView, releases: Releases): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  for (const fn of program.functionsOf(view)) {
    if (drafts.length >= MAX_PER_FILE) break;
    if (!isWorthIt(view.code.slice(fn.start, fn.end), releases)) continue;
    waysOut(program, fn, releases, (fault, at, name) => {
      drafts.push(draftAt(view, at, faults[fault](name)));
    });
  }
  return drafts;
}

function isWorthIt(text: string, releases: Releases): boolean {
  if (worthWalking.test(text)) return true;
  for (const match of text.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)) if (releases.has(match[1] ?? '')) return true;
  return false;
}

const faults: Record<WalkFault, (name: string) => FaultDraft> = {
  'used-after': (name) => ({
    ruleId: 'memory/use-after-free',
    subject: name,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416'],
    description: 'The memory may hold something else by then, possibly data of an attacker.',
    recommendation: 'Free it after its last use, and set the pointer to NULL.',
  }),
  'used-after-growth': (name) => ({
    ruleId: 'memory/invalid-reference',
    subject: name,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-416', 'CWE-825', 'CWE-672'],
    description: 'Growing moves the elements; references, pointers and iterators into it become invalid.',
    recommendation: 'Get it again after the change, or keep an index.',
  }),
  'freed-twice': (name) => ({
    ruleId: 'memory/double-free',
    subject: name,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-415'],
    description: 'The second time corrupts the data of the allocator, which can let an attacker run code.',
    recommendation: 'Free it once, and set the pointer to NULL.',
  }),
  'freed-foreign': (name) => ({
    ruleId: 'memory/foreign-release',
    subject: name,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-590', 'CWE-763'],
    description: 'It is on the stack or a global variable: freeing it corrupts the data of the allocator.',
    recommendation: 'Free only what malloc or new returned.',
  }),
  leak: (name) => ({
    ruleId: 'memory/leak',
    subject: name,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-401', 'CWE-772', 'CWE-775'],
    description: 'Other paths out of the function free it or pass it on; this one does neither.',
    recommendation: 'Free it on every path.',
  }),
  uninitialized: (name) => ({
    ruleId: 'memory/uninitialized',
    subject: name,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-457', 'CWE-908'],
    description: 'It holds whatever was in its memory before.',
    recommendation: 'Initialize it where it is declared.',
  }),
  'unbounded-allocation': (name) => ({
    ruleId: 'memory/allocation-overflow',
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-789', 'CWE-770', 'CWE-190'],
    description: `${name} was read from outside and nothing limits it: it requests all memory, or a block that is too small.`,
    recommendation: 'Refuse numbers out of bounds first.',
  }),
  'allocation-overflow': (name) => ({
    ruleId: 'memory/allocation-overflow',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-190', 'CWE-680', 'CWE-131', 'CWE-789'],
    description: `${name} was read from outside and nothing limits it: the product wraps around, and the block is smaller than what is written into it.`,
    recommendation: 'Limit the factors first, or use calloc.',
  }),
  'unbounded-copy': (name) => ({
    ruleId: 'memory/unchecked-length',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-120', 'CWE-787', 'CWE-125', 'CWE-805'],
    description: `Whoever writes the data chooses ${name}, and with it how much is copied.`,
    recommendation: 'Refuse lengths larger than the buffer or than what was received.',
  }),
  'negative-copy': (name) => ({
    ruleId: 'memory/signed-length',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-195', 'CWE-194', 'CWE-839', 'CWE-787'],
    description: `${name} is only checked against an upper bound; as a length a negative number becomes a huge one.`,
    recommendation: 'Refuse negative numbers, or store it in size_t.',
  }),
  index: (name) => ({
    ruleId: 'memory/unchecked-index',
    subject: name,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-129', 'CWE-125', 'CWE-787', 'CWE-119'],
    description:
      'A number outside the bounds of the array reads or writes memory that belongs to something else.',
    recommendation: 'Refuse negative numbers and those that are not below the size.',
  }),
  division: (name) => ({
    ruleId: 'reliability/division-by-input',
    subject: name,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-369'],
    description: 'Division by zero crashes the process.',
    recommendation: 'Check for zero first.',
  }),
};
