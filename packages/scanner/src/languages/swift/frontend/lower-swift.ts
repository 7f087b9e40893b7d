import { type FileIr, newFile, type Stmt } from '../../../ir/ir.ts';
import { CodeReader } from '../../frontend/code-reader.ts';
import { semanticsOf } from '../../semantics.ts';
import { readExpr } from './read-operators.ts';
import { readBranches, readStmt } from './read-statements.ts';
import { readSwiftTokens } from './swift-tokens.ts';

const parts = { expr: readExpr, stmt: readStmt, branches: readBranches };

/** Reads a file of Swift as far as it can be read. Linear in its length; throws nothing for what it holds. */
export function lowerSwift(path: string, text: string): FileIr {
  const file = newFile(path, 'Swift', semanticsOf('Swift'), text);
  const context = { file, language: 'Swift', fn: file.top, cls: null };
  const reader = new CodeReader(readSwiftTokens(text), context, parts);
  const body: Stmt[] = [];
  // A closing bracket too many ends the list, not the file.
  while (!reader.isAtEnd) reader.list('}', () => body.push(...readStmt(reader)));
  file.top.body = body;
  file.hasErrors = reader.hasErrors;
  return file;
}
