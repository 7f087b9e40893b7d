import type { SourceView } from '../../../../rules/source-view.ts';
import type { CDeclarator, CType } from '../../frontend/c-tree.ts';
import { isBuiltInType } from '../../frontend/c-types.ts';
import { CParser } from '../../frontend/parse-statements.ts';

const globalForm =
  /^[ \t]*((?:(?:static|const|extern|volatile|unsigned|struct)\s+)*[A-Za-z_]\w*(?:\s+(?:const|int|long|char))*)[\s*]+(?:const\s+)?([A-Za-z_]\w*)\s*(\[[^\]\n]*\])?\s*(?:=[^;\n]{0,200})?;/gm;
const macroForm = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([^\n\\]{1,80})$/gm;
const macroCallForm = /^[ \t]*#[ \t]*define[ \t]+(\w+)\([^)\n]*\)((?:\\\r?\n|[^\n]){0,2000})/gm;
const recordForm =
  /\b(?:typedef\s+)?(struct|union|class)\s*(\w*)\s*(?::[^{};]*)?\{([^{}]{0,1500})\}\s*(\w*)[^;{}]{0,40};/g;

export interface CGlobal {
  key: string;
  declarator: CDeclarator;
  /** It always has its initial value. */
  isConstant: boolean;
}

export interface CRecord {
  isUnion: boolean;
  bytes: number;
  fields: ReadonlyMap<string, CType>;
}

/** Where a global variable is declared. */
interface GlobalFact {
  at: number;
  end: number;
  isStatic: boolean;
  /** Null until it is read. */
  isConstant: boolean | null;
  read?: CGlobal | undefined;
}

/** The declarations of a file outside of functions. */
export interface Declarations {
  macros: Map<string, string>;
  globals: Map<string, GlobalFact>;
  records: Map<string, CRecord>;
  macroNames: Map<string, ReadonlySet<string>>;
}

export function readDeclarations(view: SourceView): Declarations {
  const found: Declarations = {
    macros: new Map(),
    globals: new Map(),
    records: new Map(),
    macroNames: new Map(),
  };
  for (const match of view.withoutComments.matchAll(macroForm))
    found.macros.set(match[1] ?? '', (match[2] ?? '').trim());
  for (const match of view.code.matchAll(macroCallForm))
    found.macroNames.set(match[1] ?? '', new Set((match[2] ?? '').match(/[A-Za-z_]\w*/g)));
  for (const match of view.code.matchAll(globalForm)) {
    const [whole, words, name] = [match[0], match[1] ?? '', match[2] ?? ''];
    if (/^\s*(?:return|typedef|using|goto|delete|else|case)\b/.test(whole)) continue;
    // Indented declarations are in a function or a class.
    if (/^[ \t]/.test(whole)) continue;
    const at = match.index;
    const isStatic = /\bstatic\b/.test(words);
    found.globals.set(name, { at, end: at + whole.length - 1, isStatic, isConstant: null });
  }
  if (view.sketch.mayMatch(recordForm))
    for (const match of view.code.matchAll(recordForm)) {
      const record = recordOf(match[1] === 'union', match[3] ?? '');
      if (record === undefined) continue;
      for (const name of [match[2] ?? '', match[4] ?? '']) if (name !== '') found.records.set(name, record);
    }
  return found;
}

function recordOf(isUnion: boolean, body: string): CRecord | undefined {
  const fields = new Map<string, CType>();
  let bytes = 0;
  let widest = 1;
  for (const line of body.split(';')) {
    if (line.trim() === '') continue;
    const text = line.replace(/^\s*(?:public|private|protected)\s*:/, '');
    const statement = new CParser(text, 0, text.length).statement();
    if (statement.kind !== 'declaration') {
      bytes = Number.NaN;
      continue;
    }
    for (const { name, type } of statement.declarators) {
      fields.set(name, type);
      const width = type.pointers > 0 ? 8 : isBuiltInType(type.name) ? type.width : Number.NaN;
      const count = type.dimensions.reduce(
        (all, one) => all * (one?.kind === 'number' ? one.value : Number.NaN),
        1,
      );
      widest = Math.max(widest, width);
      if (isUnion) bytes = Math.max(bytes, width * count);
      else bytes = Math.ceil(bytes / width) * width + width * count;
    }
  }
  if (fields.size === 0) return undefined;
  return { isUnion, bytes: Math.ceil(bytes / widest) * widest, fields };
}

/** Reads a global variable when it is first needed. */
export function readGlobal(fact: GlobalFact, name: string, view: SourceView): CGlobal | undefined {
  if (fact.isConstant !== null) return fact.read;
  fact.isConstant = false;
  const statement = new CParser(view.withoutComments, fact.at, fact.end).statement();
  if (statement.kind !== 'declaration') return undefined;
  const declarator = statement.declarators.find((one) => one.name === name);
  if (declarator === undefined) return undefined;
  const writes = new RegExp(
    String.raw`(?<![\w.>])${name}\s*(?:=(?!=)|\+\+|--|[-+*/|&]=)|(?:\+\+|--|&)\s*${name}\b`,
    'g',
  );
  const isConst = /\bconst\b/.test(view.code.slice(fact.at, fact.end));
  const isConstant =
    declarator.value !== null && (isConst || (fact.isStatic && (view.code.match(writes)?.length ?? 0) <= 1));
  fact.isConstant = isConstant;
  fact.read = { key: fact.isStatic ? `${view.path}:${name}` : name, declarator, isConstant };
  return fact.read;
}
