import type { Expr, Stmt } from '../../../ir/ir.ts';
import { only } from '../../../read/only.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { bindAll, readConditions, readPattern } from './read-conditions.ts';
import { readDeclaration } from './read-declarations.ts';
import { readType } from './read-types.ts';

type Read = (r: CodeReader, start: number) => Stmt[];

/** One statement or declaration. */
export function readStmt(r: CodeReader): Stmt[] {
  return r.nested(() => {
    const { start } = r;
    if (r.isWord()) {
      const read = Object.hasOwn(byWord, r.text) && r.textAfter(1) !== ':' ? byWord[r.text] : undefined;
      if (read !== undefined) return read(r, start);
      const declared = readDeclaration(r);
      if (declared !== null) return declared;
      // outer: for … { … }
      if (r.textAfter(1) === ':' && /^(?:for|while|repeat|do|if|switch)$/.test(r.textAfter(2))) {
        r.at += 2;
        return readStmt(r);
      }
    }
    if (r.is('{') && !namesParameters(r)) return [{ k: 'block', body: r.block(), ...r.place(start) }];
    const e = r.parts.expr(r);
    return [{ k: 'expr', e, ...r.place(start) }];
  });
}

/** Whether the brace begins a closure rather than a block, by its parameters. */
function namesParameters(r: CodeReader): boolean {
  for (let steps = 1; steps < 16 && !r.beginsLine(steps + 1); steps++)
    if (r.textAfter(steps) === 'in') return true;
  return false;
}

/** `if` and `switch`, which are also expressions. */
export function readBranches(r: CodeReader): Stmt[] {
  const { start } = r;
  return r.is('if') ? readIf(r, start) : readSwitch(r, start);
}

function readIf(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const c = readConditions(r);
  const a = r.block();
  let b: Stmt[] = [];
  if (r.pass('else')) b = r.is('if') ? r.nested(() => readIf(r, r.start)) : r.block();
  return [{ k: 'if', c, a, b, ...r.place(start) }];
}

/** The code after a `guard` runs if its condition is true, with the names that it binds. */
function readGuard(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const holds = readConditions(r);
  r.expect('else');
  const c: Expr = { k: 'un', op: '!', e: holds, pos: holds.pos, end: holds.end };
  return [{ k: 'if', c, a: r.block(), b: [], ...r.place(start) }];
}

function readFor(r: CodeReader, start: number): Stmt[] {
  r.at++;
  while (r.is('try') || r.is('await')) r.at++;
  const targets: Expr[] = [];
  if (r.pass('case')) readPattern(r, targets);
  else readPattern(r, targets, true);
  const type = r.pass(':') ? readType(r) : null;
  r.expect('in');
  const of = r.withClosures(false, () => r.parts.expr(r));
  const c = r.pass('where') ? r.withClosures(false, () => r.parts.expr(r)) : null;
  const body = r.block();
  const target: Expr = only(targets) ?? { k: 'list', items: targets, pos: start, end: start };
  return [
    {
      k: 'each',
      target,
      keyTarget: null,
      of,
      type,
      keys: false,
      body: c === null ? body : [{ k: 'if', c, a: body, b: [], pos: c.pos, end: c.end }],
      ...r.place(start),
    },
  ];
}

function readWhile(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const c = readConditions(r);
  return [{ k: 'loop', init: [], c, step: [], body: r.block(), isPost: false, ...r.place(start) }];
}

function readRepeat(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const body = r.block();
  const c = r.pass('while') ? r.parts.expr(r) : null;
  return [{ k: 'loop', init: [], c, step: [], body, isPost: true, ...r.place(start) }];
}

function readDo(r: CodeReader, start: number): Stmt[] {
  r.at++;
  if (r.pass('throws') && r.is('(')) r.skipBrackets();
  const body = r.block();
  const catches: { name: string | null; body: Stmt[] }[] = [];
  while (r.pass('catch')) {
    r.context.fn.locals.add('error');
    // The pattern of a `catch` is ignored: the handler may run or not.
    while (!r.isAtEnd && !r.is('{')) r.at++;
    catches.push({ name: 'error', body: r.block() });
  }
  if (catches.length === 0) return [{ k: 'block', body, ...r.place(start) }];
  return [{ k: 'try', body, catches, last: [], ...r.place(start) }];
}

function readSwitch(r: CodeReader, start: number): Stmt[] {
  r.at++;
  const d = r.withClosures(false, () => r.parts.expr(r));
  const cases: { tests: Expr[]; isDefault: boolean; body: Stmt[] }[] = [];
  r.expect('{');
  r.withClosures(true, () => r.list('}', () => cases.push(readCase(r, d))));
  return [{ k: 'switch', d, cases, falls: false, ...r.place(start) }];
}

function readCase(r: CodeReader, d: Expr): { tests: Expr[]; isDefault: boolean; body: Stmt[] } {
  const tests: Expr[] = [];
  const body: Stmt[] = [];
  r.pass('@unknown');
  const isDefault = r.pass('default');
  let isAlways = isDefault;
  if (!isDefault) {
    r.expect('case');
    do {
      const targets: Expr[] = [];
      const { start } = r;
      const test = readPattern(r, targets);
      if (test !== null) tests.push(test);
      else if (r.textAfter(-1) === '_') isAlways = true;
      else tests.push({ k: 'none', ...r.place(start) });
      for (const e of bindAll(targets, d)) body.push({ k: 'expr', e, pos: e.pos, end: e.end });
      if (r.pass('where')) tests.push(r.parts.expr(r));
    } while (r.pass(','));
  }
  r.expect(':');
  while (!r.isAtEnd && !r.is('}') && !isNextCase(r)) body.push(...readStmt(r));
  return { tests, isDefault: isAlways, body };
}

function isNextCase(r: CodeReader): boolean {
  return r.kind === WORD && (r.is('case') || r.is('@unknown') || (r.is('default') && r.textAfter(1) === ':'));
}

/** `return` or `throw` with a value on the same line. */
function readReturned(r: CodeReader): Expr | null {
  r.at++;
  return r.isAtEnd || r.beginsLine() || r.is('}') || r.is('case') ? null : r.parts.expr(r);
}

const readJump =
  (k: 'break' | 'continue'): Read =>
  (r, start) => {
    r.at++;
    if (r.kind === WORD && !r.beginsLine()) r.at++;
    return [{ k, ...r.place(start) }];
  };

const byWord: Readonly<Record<string, Read>> = {
  if: readIf,
  guard: readGuard,
  for: readFor,
  while: readWhile,
  repeat: readRepeat,
  do: readDo,
  switch: readSwitch,
  return: (r, start) => [{ k: 'return', e: readReturned(r), ...r.place(start) }],
  throw: (r, start) => [{ k: 'throw', e: readReturned(r), ...r.place(start) }],
  break: readJump('break'),
  continue: readJump('continue'),
  fallthrough: (r) => {
    r.at++;
    return [];
  },
  defer: (r, start) => {
    r.at++;
    return [{ k: 'block', body: r.block(), ...r.place(start) }];
  },
};
