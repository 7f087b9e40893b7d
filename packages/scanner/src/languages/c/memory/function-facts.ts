import type { CDeclarator, CExpression, CStatement, CType } from '../frontend/c-tree.ts';
import { calleeOf, pathOf, rootOf, some } from '../frontend/paths.ts';
import { visitStatements } from '../frontend/visit.ts';

/** The facts about a function's names that need only one pass over its body. */
export interface FunctionFacts {
  /** Of parameters and local variables. */
  types: ReadonlyMap<string, CType>;
  /** Local variables. */
  locals: ReadonlyMap<string, CDeclarator>;
  /** Names that the function frees, returns or passes on as an owner. */
  handedBack: ReadonlySet<string>;
  /** Blocks allocated with a size that was computed for the content. */
  sized: ReadonlySet<string>;
  /** Arrays and blocks with an element that is assigned. */
  indexed: ReadonlySet<string>;
  /** Variables that hold the length of a string, with the string. */
  lengths: ReadonlyMap<string, string>;
  catches: boolean;
}

const closing = /^(?:free|fclose|close|closedir|pclose)$/;
const allocating = /alloc\w*$/;

export function readFacts(params: readonly CDeclarator[], body: readonly CStatement[]): FunctionFacts {
  const types = new Map(params.map(({ name, type }) => [name, type]));
  const locals = new Map<string, CDeclarator>();
  const handedBack = new Set<string>();
  const sized = new Set<string>();
  const indexed = new Set<string>();
  const lengths = new Map<string, string>();
  let catches = false;
  const given = (path: string, value: CExpression): void => {
    const isMade = some(value, (one) => one.kind === 'new' || allocating.test(calleeOf(one)));
    if (isMade) sized.add(rootOf(path));
    const [text] = value.kind === 'call' && calleeOf(value) === 'strlen' ? value.args : [];
    if (text !== undefined) lengths.set(path, pathOf(text));
  };
  visitStatements(
    body,
    (statement) => {
      if (statement.kind === 'try') catches = true;
      else if (statement.kind === 'return' && statement.value?.kind === 'name')
        handedBack.add(statement.value.name);
      else if (statement.kind === 'declaration')
        for (const one of statement.declarators) {
          types.set(one.name, one.type);
          locals.set(one.name, one);
          if (one.value !== null) given(one.name, one.value);
        }
    },
    (e) => {
      if (e.kind === 'delete') handedBack.add(pathOf(e.of));
      if (e.kind === 'assign') {
        given(pathOf(e.left), e.right);
        if (e.left.kind === 'index') indexed.add(pathOf(e.left.of));
      }
      if (e.kind !== 'call') return;
      if (closing.test(calleeOf(e)) && e.args[0] !== undefined) handedBack.add(pathOf(e.args[0]));
      else if (e.callee.kind === 'member' && e.callee.name === 'resize') sized.add(pathOf(e.callee.of));
    },
  );
  return { types, locals, handedBack, sized, indexed, lengths, catches };
}
