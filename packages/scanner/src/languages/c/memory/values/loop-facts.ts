import type { CExpression, CLoop, CStatement } from '../../frontend/c-tree.ts';
import { visitExpressions } from '../../frontend/visit.ts';

export interface LoopFacts {
  assigned: ReadonlySet<string>;
  /** Incremented or decremented. */
  stepped: ReadonlySet<string>;
  /** Assigned another value. */
  replaced: ReadonlySet<string>;
  /** Everything that the body assigns, or whose address it passes on. */
  changed: ReadonlySet<string>;
}

/** The names that a loop changes. */
export function readLoop(loop: CLoop): LoopFacts {
  const facts = { assigned: new Set<string>(), stepped: new Set<string>(), replaced: new Set<string>() };
  const note = (e: CExpression): void => noteChange(e, facts);
  visitExpressions(loop.body, note);
  const changed = new Set(facts.assigned);
  const head: CStatement[] = loop.first === null ? [] : [loop.first];
  for (const expression of [loop.test, loop.step])
    if (expression !== null) head.push({ kind: 'expression', expression, at: loop.at });
  visitExpressions(head, note);
  return { ...facts, changed };
}

function noteChange(
  e: CExpression,
  { assigned, stepped, replaced }: Record<'assigned' | 'stepped' | 'replaced', Set<string>>,
): void {
  if (e.kind === 'step') {
    const name = baseOf(e.of);
    assigned.add(name);
    stepped.add(name);
  } else if (e.kind === 'assign') {
    const name = baseOf(e.left);
    assigned.add(name);
    if (e.op === '+=' || e.op === '-=') stepped.add(name);
    else if (e.op === '=' && e.left.kind === 'name') replaced.add(name);
  } else if (e.kind === 'unary' && e.op === '&') assigned.add(baseOf(e.of));
  else if (e.kind === 'binary' && e.op === '>>' && e.right.kind === 'name') assigned.add(e.right.name);
}

/** The variable that holds a place; '' if it is reached through something else. */
function baseOf(e: CExpression): string {
  switch (e.kind) {
    case 'name':
      return e.name;
    case 'member':
    case 'index':
    case 'cast':
    case 'unary':
    case 'step':
      return baseOf(e.of);
    default:
      return '';
  }
}
