import { type FileIr, newFile } from '../../ir/ir.ts';
import { goNotes } from '../go/checks/go-notes.ts';
import { findHeredocs } from '../ruby/frontend/heredocs.ts';
import { withFilters } from '../ruby/frontend/route-filters.ts';
import { semanticsOf } from '../semantics.ts';
import { lowerTarget } from './lower-assignments.ts';
import { lowerAnonymousClass } from './lower-classes.ts';
import type { LowerContext } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { lowerFunctionNode, lowerLambda } from './lower-functions.ts';
import { lowerBody, lowerStmts, returnLast } from './lower-stmt.ts';
import { provideLowering } from './lowering.ts';
import { parseTree } from './syntax-tree.ts';

provideLowering({
  expr: lowerExpr,
  target: lowerTarget,
  stmts: lowerStmts,
  body: lowerBody,
  returnLast,
  anonymousClass: lowerAnonymousClass,
  functionNode: lowerFunctionNode,
  lambda: lowerLambda,
});

/** Parses with tree-sitter and lowers. Null if the time is over or there is no grammar. */
export function lowerWithTree(path: string, language: string, text: string, budgetMs: number): FileIr | null {
  const parsed = parseTree(language, text, budgetMs);
  if (parsed === null) return null;
  const file = newFile(path, language, semanticsOf(language), text);
  file.hasErrors = parsed.hasErrors;
  const context: LowerContext = { file, language, fn: file.top, cls: null };
  findHeredocs(file, parsed.root);
  file.top.body = lowerBody(context, parsed.root);
  if (language === 'Ruby') withFilters(file);
  if (language === 'Go') file.notes = goNotes(parsed.root, text);
  return file;
}
