import { parseSync } from 'oxc-parser';
import { type FileIr, newFile, type Stmt } from '../ir/ir.ts';
import { type EsNode, provideScriptLowering } from './es-node.ts';
import type { LowerContext } from './lower-context.ts';
import { lowerScriptClass, lowerScriptStmts } from './lower-script-stmt.ts';

provideScriptLowering({ stmts: lowerScriptStmts, cls: lowerScriptClass });

/** Parses JavaScript or TypeScript with oxc and lowers it. */
export function lowerScript(path: string, language: string, text: string): FileIr {
  const lang =
    language === 'TSX' ? 'tsx' : language === 'TypeScript' ? (path.endsWith('.d.ts') ? 'dts' : 'ts') : 'jsx';
  let parsed = parseSync(path, text, { lang, sourceType: 'module', astType: 'ts' });
  if (parsed.errors.length > 0 && language === 'JavaScript') {
    // Old scripts use names that modules reserve.
    const again = parseSync(path, text, { lang, sourceType: 'script', astType: 'ts' });
    if (again.errors.length < parsed.errors.length) parsed = again;
  }
  const file = newFile(path, language, text);
  file.hasErrors = parsed.errors.length > 0;
  const context: LowerContext = { file, language, fn: file.top, cls: null };
  const program = parsed.program as unknown as { body: EsNode[] };
  const body: Stmt[] = [];
  for (const node of program.body) body.push(...lowerScriptStmts(context, node));
  file.top.body = body;
  return file;
}
