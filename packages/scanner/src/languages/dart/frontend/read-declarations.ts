import type { Annotation, Expr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { addMethod } from '../../frontend/lower-class-headers.ts';
import { TEXT, WORD } from '../../frontend/tokens.ts';
import { readAnnotations, readBody, readParameters } from './read-functions.ts';
import { readClass } from './read-members.ts';
import { readPattern } from './read-patterns.ts';
import { readType, signAfter, skipTypeParameters, typeBeforeName } from './read-types.ts';

const modifiers =
  /^(?:static|final|const|late|var|external|abstract|covariant|factory|sealed|base|interface|augment)$/;
const declaresType = /^(?:class|mixin|enum|extension|typedef)$/;

/** Reads a declaration; null if there is none here. */
export function readDeclaration(r: CodeReader): Stmt[] | null {
  const { at, start } = r;
  const annotations = readAnnotations(r);
  if (/^(?:import|export|part|library)$/.test(r.text) && r.kind === WORD && signAfter(r, 1) === '') {
    readDirective(r);
    return [];
  }
  const words = new Set<string>();
  while (
    r.kind === WORD &&
    modifiers.test(r.text) &&
    signAfter(r, 1) !== '.' &&
    !/^[=;,]$/.test(signAfter(r, 1))
  ) {
    if ((r.is('const') || r.is('final')) && startsMade(r)) break;
    words.add(r.word());
  }
  const marks = { annotations, isStatic: words.has('static') };
  if (r.kind === WORD && declaresType.test(r.text) && r.kindAfter(1) === WORD)
    return readClass(r, annotations, start);
  if (words.has('factory')) return readFunction(r, { ...marks, returnType: null }, start);
  if ((words.has('final') || words.has('var')) && (r.is('(') || r.is('[') || r.is('{')) && words.size === 1)
    return readSuperParameters(r, start);
  const steps = typeBeforeName(r);
  if (steps > 0) {
    const next = signAfter(r, steps + 1);
    const name = r.textAfter(steps);
    if (isDeclared(next) || name === 'get' || name === 'set' || name === 'operator') {
      const returnType = readType(r);
      return readNamed(r, { ...marks, returnType }, start);
    }
  }
  const isNamed = r.kind === WORD && (words.size > 0 || startsFunction(r) || startsAccessor(r));
  if (isNamed) return readNamed(r, { ...marks, returnType: null }, start);
  if (annotations.length === 0 || words.size > 0) r.at = at;
  return null;
}

interface Marks {
  annotations: Annotation[];
  isStatic: boolean;
  returnType: string | null;
}

function isDeclared(next: string): boolean {
  return next === '=' || next === ';' || next === ',' || next === '(' || next === '<';
}

/** `const Foo(…)` as a value, not a declaration. */
function startsMade(r: CodeReader): boolean {
  if (r.kindAfter(1) !== WORD) return signAfter(r, 1) !== '(' || r.is('const');
  return r.is('const') && signAfter(r, 2) === '(' && r.context.cls?.name !== r.textAfter(1);
}

/** Whether a name, parameters and a body follow. */
function startsFunction(r: CodeReader): boolean {
  let steps = 1;
  // Name.named(…) of a constructor
  if (signAfter(r, steps) === '.' && r.kindAfter(2) === WORD && r.text === r.context.cls?.name) steps = 3;
  if (signAfter(r, steps) === '<') {
    const { at } = r;
    r.at += steps;
    const end = r.behindAngles();
    r.at = at;
    if (end < 0) return false;
    steps = end - at;
  }
  if (signAfter(r, steps) !== '(') return false;
  const close = r.attempt(() => r.closeAfter(steps));
  if (close === null) return false;
  const next = r.textAt(close + 1);
  if (next === '{' || next === '=>' || next === 'async' || next === 'sync') return true;
  return r.text === r.context.cls?.name && (next === ';' || next === ':' || next === '=');
}

function startsAccessor(r: CodeReader): boolean {
  return (
    (r.is('get') || r.is('set') || r.is('operator')) &&
    r.context.cls !== null &&
    r.kindAfter(1) !== 0 &&
    signAfter(r, 1) !== '('
  );
}

function readNamed(r: CodeReader, marks: Marks, start: number): Stmt[] {
  const isAccessor = (r.is('get') || r.is('set')) && r.kindAfter(1) === WORD;
  if (isAccessor || r.is('operator')) return readFunction(r, marks, start);
  const next = signAfter(r, 1);
  if (next === '(' || next === '<' || (next === '.' && r.text === r.context.cls?.name))
    return readFunction(r, marks, start);
  return readVariables(r, marks, start);
}

function readVariables(
  r: CodeReader,
  { annotations, isStatic, returnType: type }: Marks,
  start: number,
): Stmt[] {
  const { cls, fn, file } = r.context;
  const isField = cls !== null && fn === file.top;
  const statements: Stmt[] = [];
  do {
    const from = r.start;
    const name = r.word();
    const init: Expr | null = r.pass('=') ? r.parts.expr(r) : null;
    if (isField) {
      cls.fields.push({ name, type, init, isStatic, annotations });
      continue;
    }
    fn.locals.add(name);
    statements.push({
      k: 'decl',
      target: { k: 'var', name, ...r.place(from) },
      type,
      init,
      ...r.place(start),
    });
  } while (r.pass(','));
  r.pass(';');
  return statements;
}

/** `final (a, b) = c;` */
function readSuperParameters(r: CodeReader, start: number): Stmt[] {
  const targets: Expr[] = [];
  readPattern(r, targets, true);
  r.expect('=');
  const v = r.parts.expr(r);
  r.pass(';');
  const t: Expr = { k: 'list', items: targets, ...r.place(start) };
  return [{ k: 'expr', e: { k: 'set', t, v, op: null, ...r.place(start) }, ...r.place(start) }];
}

function readFunction(r: CodeReader, marks: Marks, start: number): Stmt[] {
  const { cls, fn: outer, file } = r.context;
  const isMethod = cls !== null && outer === file.top;
  let accessor = '';
  if ((r.is('get') || r.is('set')) && r.kindAfter(1) === WORD) accessor = `${r.word()}_`;
  let name = r.text;
  r.at++;
  if (name === 'operator') while (r.isSign() && !r.is('(')) name += r.textAt(r.at++);
  let isMade = isMethod && name === cls.name;
  if (r.pass('.')) {
    name = r.word();
    isMade = true;
  }
  // A named constructor is called by its name, an unnamed one by its class.
  const isPlain = isMade && name === cls?.name;
  const fn = r.inFunction(isPlain ? '<init>' : `${accessor}${name}`, start, (inner) => {
    inner.annotations = marks.annotations;
    inner.isStatic = marks.isStatic || (isMade && !isPlain);
    inner.isExported = !name.startsWith('_');
    inner.returnType = isMade && !isPlain ? (cls?.name ?? null) : marks.returnType;
    skipTypeParameters(r);
    const sets = r.is('(') ? readParameters(r, inner) : [];
    if (r.pass(':')) sets.push(...readInitializers(r));
    inner.body = [...sets, ...readBody(r)];
    if (r.pass('=')) r.parts.expr(r);
    r.pass(';');
  });
  if (isMethod) addMethod(cls.methods, fn.name, fn);
  else outer.locals.add(name);
  return isMethod ? [] : [{ k: 'fn', fn, ...r.place(start) }];
}

/** `: a = b, super(c)` */
function readInitializers(r: CodeReader): Stmt[] {
  const sets: Stmt[] = [];
  do {
    const { start } = r;
    if (r.is('this') && r.textAfter(1) === '.') r.at += 2;
    const isField = r.kind === WORD && signAfter(r, 1) === '=';
    if (isField) {
      const name = r.word();
      r.at++;
      const v = r.withClosures(false, () => r.parts.expr(r));
      const place = r.place(start);
      const t: Expr = { k: 'get', o: { k: 'this', ...place }, name, ...place };
      sets.push({ k: 'expr', e: { k: 'set', t, v, op: null, ...place }, ...place });
    } else {
      const e = r.withClosures(false, () => r.parts.expr(r));
      sets.push({ k: 'expr', e, ...r.place(start) });
    }
  } while (r.pass(','));
  return sets;
}

/** `import 'package:a/b.dart' as c show d;` */
function readDirective(r: CodeReader): void {
  const isImport = r.is('import');
  r.at++;
  const module = r.kind === TEXT ? r.text : '';
  let local = '';
  while (!r.isAtEnd && !r.is(';')) {
    if (r.is('as')) local = r.textAfter(1);
    r.at++;
  }
  r.pass(';');
  if (isImport && module !== '')
    r.context.file.imports.push({ local: local === '' ? `<${module}>` : local, module, name: '*' });
}
