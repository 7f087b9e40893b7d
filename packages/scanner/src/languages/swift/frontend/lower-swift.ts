import { type FileIr, newFile, type Stmt } from '../../../ir/ir.ts';
import { CodeReader } from '../../frontend/code-reader.ts';
import { semanticsOf } from '../../semantics.ts';
import { readExpr } from './read-operators.ts';
import { readBranches, readStmt } from './read-statements.ts';
import { readSwiftTokens } from './swift-tokens.ts';

const parts = { expr: readExpr, stmt: readStmt, branches: readBranches };

/** Lowers as much of a Swift file as possible. Linear in its length; does not throw because of its content. */
export function lowerSwift(path: string, text: string): FileIr {
  const file = newFile(path, 'Swift', semanticsOf('Swift'), text);
  const context = { file, language: 'Swift', fn: file.top, cls: null };
  const reader = new CodeReader(readSwiftTokens(text), context, parts);
  const body: Stmt[] = [];
  // An extra closing bracket ends the list, not the file.
  while (!reader.isAtEnd) reader.list('}', () => body.push(...readStmt(reader)));
  file.top.body = body;
  file.hasErrors = reader.hasErrors;
  return file;
}
