import { type ParseResult, type ParserOptions, parseSync, rawTransferSupported } from 'oxc-parser';
import { type FileIr, newFile, type Stmt } from '../../../ir/ir.ts';
import { isNestedTooDeep } from '../../../read/structure/nesting.ts';
import type { LowerContext } from '../../frontend/lower-context.ts';
import { semanticsOf } from '../../semantics.ts';
import { type EsNode, provideScriptLowering } from './es-node.ts';
import { lowerScriptClass } from './lower-script-classes.ts';
import { lowerScriptFunction } from './lower-script-functions.ts';
import { lowerScriptStmts } from './lower-script-stmt.ts';

provideScriptLowering({ stmts: lowerScriptStmts, fn: lowerScriptFunction, cls: lowerScriptClass });

/** Parses JavaScript or TypeScript with oxc and lowers it. Throws a RangeError if it is nested too deeply. */
export function lowerScript(path: string, language: string, text: string): FileIr {
  if (isNestedTooDeep(text)) throw new RangeError('Nested too deep to be parsed.');
  const lang =
    language === 'TSX' ? 'tsx' : language === 'TypeScript' ? (path.endsWith('.d.ts') ? 'dts' : 'ts') : 'jsx';
  let parsed = parse(path, text, { lang, sourceType: 'module' });
  if (parsed.errors.length > 0 && language === 'JavaScript') {
    // Old scripts use names that are reserved in modules.
    const again = parse(path, text, { lang, sourceType: 'script' });
    if (again.errors.length < parsed.errors.length) parsed = again;
  }
  const file = newFile(path, language, semanticsOf(language), text);
  file.hasErrors = parsed.errors.length > 0;
  const context: LowerContext = { file, language, fn: file.top, cls: null };
  const program = parsed.program as unknown as { body: EsNode[] };
  const body: Stmt[] = [];
  for (const node of program.body) body.push(...lowerScriptStmts(context, node));
  file.top.body = body;
  return file;
}

/** The parser's own type omits experimental options. */
type Options = ParserOptions & { experimentalRawTransfer?: boolean };

let isRaw = rawTransferSupported();

/** The tree is read from the parser's memory if possible, because JSON takes four times as long. */
function parse(path: string, text: string, kind: Pick<ParserOptions, 'lang' | 'sourceType'>): ParseResult {
  const options: Options = { ...kind, astType: 'ts' };
  if (!isRaw) return parseSync(path, text, options);
  try {
    return parseSync(path, text, { ...options, experimentalRawTransfer: true } as Options);
  } catch {
    // It reserves gigabytes of address space, which not every machine allows.
    isRaw = false;
    return parseSync(path, text, options);
  }
}
