import type { Expr, Stmt } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readDeclaration } from './read-declarations.ts';
import { readPattern } from './read-patterns.ts';
import { readType, typeBeforeName } from './read-types.ts';

type Read = (r: CodeReader, start: number) => Stmt[];

/** One statement or declaration. */
export function readStmt(r: CodeReader): Stmt[] {
  return r.nested(() => {
    const { start } = r;
    if (r.pass(';')) return [];
    if (r.isWord()) {
      const read = byWord.get(r.text);
      if (read !== undefined && !/^(?:[.=,)]|\?\.)$/.test(r.textAfter(1))) return read(r, start);
      if (r.textAfter(1) === ':' && r.isSign(1)) {
        r.at += 2;
        return readStmt(r);
      }
    }
    const declared = readDeclaration(r);
    if (declared !== null) return declared;
    if (r.is('{')) return [{ k: 'block', body: r.block(), ...r.place(start) }];
    const e = r.parts.expr(r);
    r.pass(';');
    return [{ k: 'expr', e, ...r.place(start) }];
  });
}

export function readBranches(r: CodeReader): Stmt[] {
  return readSwitch(r, r.start);
}

function condition(r: CodeReader): Expr {
  r.expect('(');
  return r.inBrackets(() => {
    const e = r.parts.expr(r);
    if (r.pass('case')) {
      const targets: Expr[] = [];
      readPattern(r, targets);
      if (r.pass('when')) r.parts.expr(r);
      r.expect(')');
      return {
        k: 'seq',
        items: [...bound(targets, e), { k: 'none', pos: e.pos, end: e.end }],
        pos: e.pos,
        end: e.end,
      };
    }
    r.expect(')');
    return e;
  });
}

function bound(targets: readonly Expr[], v: Expr): Expr[] {
  return targets.map((t): Expr => ({ k: 'set', t, v, op: 'match', pos: v.pos, end: v.end }));
}

function readIf(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const c = condition(r);
  const a = readStmt(r);
  const b = r.pass('else') ? readStmt(r) : [];
  return [{ k: 'if', c, a, b, ...r.place(start) }];
}

function readFor(r: CodeReader, start: number): Stmt[] {
  r.pass('await');
  r.at++;
  r.expect('(');
  const { at } = r;
  const targets: Expr[] = [];
  const type = readLoopName(r, targets);
  const [target] = targets;
  if (target !== undefined && r.pass('in')) {
    const of = r.inBrackets(() => r.parts.expr(r));
    r.expect(')');
    const body = readStmt(r);
    return [{ k: 'each', target, keyTarget: null, of, type, keys: false, body, ...r.place(start) }];
  }
  r.at = at;
  const init = r.pass(';') ? [] : readStmt(r);
  const c = r.is(';') ? null : r.inBrackets(() => r.parts.expr(r));
  r.pass(';');
  const step: Expr[] = [];
  while (!r.isAtEnd && !r.is(')')) {
    step.push(r.parts.expr(r));
    if (!r.pass(',')) break;
  }
  r.expect(')');
  return [{ k: 'loop', init, c, step, body: readStmt(r), isPost: false, ...r.place(start) }];
}

/** `final String a`, `var (a, b)`, `a` */
function readLoopName(r: CodeReader, targets: Expr[]): string | null {
  const isDeclared = r.pass('final') || r.pass('var');
  let type: string | null = null;
  if (isDeclared && r.is('(')) {
    readPattern(r, targets, true);
    return null;
  }
  if (typeBeforeName(r) > 0) type = readType(r);
  if (r.kind !== WORD || r.textAfter(1) !== 'in') return null;
  const { start } = r;
  const name = r.word();
  r.context.fn.locals.add(name);
  targets.push({ k: 'var', name, ...r.place(start) });
  return type;
}

function readWhile(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const c = condition(r);
  return [{ k: 'loop', init: [], c, step: [], body: readStmt(r), isPost: false, ...r.place(start) }];
}

function readDo(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const body = readStmt(r);
  const c = r.pass('while') ? condition(r) : null;
  r.pass(';');
  return [{ k: 'loop', init: [], c, step: [], body, isPost: true, ...r.place(start) }];
}

function readTry(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const body = r.block();
  const catches: { name: string | null; body: Stmt[] }[] = [];
  while (r.is('on') || r.is('catch')) {
    if (r.pass('on')) readType(r);
    let name: string | null = null;
    if (r.pass('catch')) {
      name = r.textAfter(1);
      r.context.fn.locals.add(name);
      r.skipBrackets();
    }
    catches.push({ name, body: r.block() });
  }
  const last = r.pass('finally') ? r.block() : [];
  return [{ k: 'try', body, catches, last, ...r.place(start) }];
}

/** `switch` as a statement with `case`, or as an expression with arrows. */
function readSwitch(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const d = condition(r);
  const cases: { tests: Expr[]; isDefault: boolean; body: Stmt[] }[] = [];
  r.expect('{');
  r.withClosures(true, () => r.list('}', () => cases.push(readCase(r, d))));
  return [{ k: 'switch', d, cases, falls: false, ...r.place(start) }];
}

function readCase(r: CodeReader, d: Expr): { tests: Expr[]; isDefault: boolean; body: Stmt[] } {
  const tests: Expr[] = [];
  const body: Stmt[] = [];
  let isDefault = false;
  do {
    if (r.pass('default')) isDefault = true;
    else {
      r.pass('case');
      const targets: Expr[] = [];
      const { start } = r;
      const test = readPattern(r, targets);
      if (test !== null) tests.push(test);
      else if (r.textAfter(-1) === '_') isDefault = true;
      else tests.push({ k: 'none', ...r.place(start) });
      for (const e of bound(targets, d)) body.push({ k: 'expr', e, pos: e.pos, end: e.end });
      if (r.pass('when')) tests.push(r.parts.expr(r));
    }
    if (r.pass('=>')) {
      const e = r.parts.expr(r);
      r.pass(',');
      body.push({ k: 'expr', e, pos: e.pos, end: e.end });
      return { tests, isDefault, body };
    }
    r.expect(':');
  } while (r.is('case') || r.is('default'));
  while (!r.isAtEnd && !r.is('}') && !r.is('case') && !r.is('default')) body.push(...readStmt(r));
  return { tests, isDefault, body };
}

const given =
  (k: 'return' | 'throw'): Read =>
  (r, start) => {
    r.at++;
    const e = r.is(';') || r.is('}') ? null : r.parts.expr(r);
    r.pass(';');
    return [{ k, e, ...r.place(start) }];
  };

const jump =
  (k: 'break' | 'continue'): Read =>
  (r, start) => {
    r.at++;
    if (r.kind === WORD) r.at++;
    r.pass(';');
    return [{ k, ...r.place(start) }];
  };

const byWord: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['if', readIf],
  ['for', readFor],
  ['while', readWhile],
  ['do', readDo],
  ['switch', readSwitch],
  ['try', readTry],
  ['return', given('return')],
  ['throw', given('throw')],
  ['break', jump('break')],
  ['continue', jump('continue')],
  [
    'await',
    (r, start) => {
      if (r.textAfter(1) === 'for') return readFor(r, start);
      const e = r.parts.expr(r);
      r.pass(';');
      return [{ k: 'expr', e, ...r.place(start) }];
    },
  ],
  [
    'yield',
    (r, start) => {
      r.at++;
      r.pass('*');
      const e = r.parts.expr(r);
      r.pass(';');
      return [{ k: 'expr', e: { k: 'un', op: 'yield', e, ...r.place(start) }, ...r.place(start) }];
    },
  ],
  [
    'assert',
    (r) => {
      r.at++;
      if (r.is('(')) r.skipBrackets();
      r.pass(';');
      return [];
    },
  ],
]);
