import { draftAt } from '../../../../rules/body-text.ts';
import type { FindingDraft } from '../../../../rules/finding-draft.ts';
import type { SourceView } from '../../../../rules/source-view.ts';
import type { CProgram } from '../values/program.ts';
import { readingOf } from './check.ts';
import { checkFunction } from './function-checks.ts';

const MAX_PER_FILE = 60;
/** Without one of these, a function has nothing to check. */
const worthALook = /[*&|<>=]|\w\s*\(|\breturn\b/;

/** The findings of the checks over the tree of each function in C and C++. */
export function functionShapes(program: CProgram, views: readonly SourceView[]): FindingDraft[] {
  return views.flatMap((view) => shapesIn(program, view));
}

function shapesIn(program: CProgram, view: SourceView): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const told = new Set<string>();
  for (const fn of program.functionsOf(view)) {
    if (drafts.length >= MAX_PER_FILE) break;
    const body = worthALook.test(view.code.slice(fn.start, fn.end)) ? program.bodyOf(fn) : null;
    if (body === null) continue;
    try {
      const facts = program.factsOf(fn, body);
      checkFunction(
        readingOf(program, fn, body, facts, (fault, at) => {
          const mark = `${fault.ruleId}:${at}`;
          if (told.has(mark)) return;
          told.add(mark);
          drafts.push(draftAt(view, at, fault));
        }),
      );
    } catch (error) {
      // The expressions are nested too deeply for the stack.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return drafts;
}
