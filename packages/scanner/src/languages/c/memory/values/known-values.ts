import { draftAt } from '../../../../rules/body-text.ts';
import type { FindingDraft } from '../../../../rules/finding-draft.ts';
import type { SourceView } from '../../../../rules/source-view.ts';
import type { CFunction } from './functions.ts';
import { valueFaults } from './known-faults.ts';
import { type Exit, Memory, type Value } from './memory.ts';
import type { CProgram } from './program.ts';
import { Run } from './run.ts';
import { runFunction } from './run-function.ts';

const MAX_PER_FILE = 60;
const MAX_STEPS = 800;
/** Without one of these, a function has nothing with a known size, value or owner. */
const worthRunning =
  /\[\s*\w+(?:\s*[-+*]\s*\w+)*\s*\]\s*[;=,]|=\s*(?:NULL|nullptr)\s*;|[!=]=\s*NULL\b|\b(?:malloc|calloc|realloc|alloca|ALLOCA|strdup|wcsdup|fopen|new|ato[ilf]|strto\w+|\w*scanf|recv|recvfrom|fread|fgets|rand|RAND32|free|delete|\w+_M(?:AX|IN))\b/;
const blankName =
  /^[ \t]+(?:unsigned\s+)?(?:int|long|short|char|double|float|size_t|wchar_t|u?int\d+_t|\w+\s*\*)\s*\*?\s*\w+\s*;/m;
const MAX_SHORT_FUNCTION_LENGTH = 1_000;
const MAX_ROOT_LENGTH = 12_000;

/** Faults that follow from known sizes, numbers and owners, also across the functions of an application. */
export function knownValues(program: CProgram, views: readonly SourceView[]): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const told = new Set<string>();
  const perFile = new Map<SourceView, number>();
  for (const view of views)
    for (const fn of program.functionsOf(view)) {
      if (fn.end - fn.start > MAX_ROOT_LENGTH) continue;
      const text = view.code.slice(fn.start, fn.end);
      if (!worthRunning.test(text) && !(text.length < MAX_SHORT_FUNCTION_LENGTH && blankName.test(text)))
        continue;
      runRoot(program, fn, (fault, where, at, name) => {
        // A test that misuses the code under test says nothing about that code.
        if (where !== view && view.exposure === 'test') return;
        const draft = draftAt(where, at, { ...valueFaults[fault], subject: name });
        const mark = `${draft.ruleId}:${where.path}:${draft.line}`;
        const count = perFile.get(where) ?? 0;
        if (told.has(mark) || count >= MAX_PER_FILE) return;
        told.add(mark);
        perFile.set(where, count + 1);
        drafts.push(draft);
      });
    }
  return drafts;
}

function runRoot(program: CProgram, fn: CFunction, told: ConstructorParameters<typeof Run>[3]): void {
  if (program.bodyOf(fn) === null) return;
  const run = new Run(program, MAX_STEPS, runFunction, told);
  const memory = new Memory();
  for (const { name, type } of fn.params) {
    if (name === '') continue;
    const plain =
      type.dimensions.length > 0 ? { ...type, dimensions: [], pointers: type.pointers + 1 } : type;
    const block = memory.add('variable', name, fn.start, {
      type: { ...plain, isReference: false },
      isShared: type.isReference,
    });
    memory.vars.set(name, {
      block,
      path: '',
      type: { ...plain, isReference: false },
      low: 0,
      high: 0,
      how: 'exact',
    });
  }
  const exits = exitsOf(run, fn, memory);
  if (run.steps < run.mostSteps && exits.length > 0) checkLeaks(run, fn, exits);
}

/**
 * If expressions are nested too deeply for the stack, or the code is broken in an unforeseen way, nothing is
 * reported.
 */
function exitsOf(run: Run, fn: CFunction, memory: Memory): Exit[] {
  try {
    return runFunction(run, fn, memory, 0);
  } catch {
    return [];
  }
}

/** Memory and files that are neither released nor passed on, on any path. */
function checkLeaks(run: Run, fn: CFunction, exits: readonly Exit[]): void {
  const kept = new Set<number>();
  const left = new Map<number, string>();
  for (const { memory, value } of exits) {
    reach(memory, value, kept);
    for (const [id, block] of memory.blocks) {
      if (block.isFreed || block.isShared) kept.add(id);
      else if (/^(?:malloc|new|new\[\]|file)$/.test(block.origin)) left.set(id, block.origin);
    }
  }
  for (const { memory } of exits)
    for (const [id, origin] of left) {
      const block = memory.blocks.get(id);
      if (block === undefined || kept.has(id) || block.home !== fn) continue;
      kept.add(id);
      const holder = [...memory.vars].find(([, place]) => {
        const held = memory.blocks.get(place.block)?.slots.get('');
        return held?.kind === 'pointer' && held.block === id;
      })?.[0];
      run.report(origin === 'file' ? 'file-left' : 'leak', fn.view, block.at, holder ?? block.name);
    }
}

function reach(memory: Memory, value: Value, into: Set<number>): void {
  if (value.kind !== 'pointer' || into.has(value.block)) return;
  into.add(value.block);
  for (const inner of memory.blocks.get(value.block)?.slots.values() ?? []) reach(memory, inner, into);
}
