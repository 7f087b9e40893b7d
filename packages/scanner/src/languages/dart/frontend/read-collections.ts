import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';
import { WORD } from '../../frontend/tokens.ts';
import { readArguments } from './read-suffixes.ts';

/** `(a)`, and records: `(a, b)`, `(x: a)` */
export function readBracketed(r: CodeReader, start: number): Expr {
  const items = r.inBrackets(() => readArguments(r, '('));
  const [only] = items;
  if (items.length === 1 && only !== undefined && only.k !== 'named') return only;
  if (items.length > 0 && items.every((item) => item.k === 'named'))
    return {
      k: 'map',
      entries: items.flatMap((item) =>
        item.k === 'named'
          ? [{ key: { k: 'lit', v: item.name, pos: item.pos, end: item.pos }, value: item.e }]
          : [],
      ),
      ...r.place(start),
    };
  return { k: 'list', items: items.map((item) => (item.k === 'named' ? item.e : item)), ...r.place(start) };
}

interface Elements {
  items: Expr[];
  entries: { key: Expr | null; value: Expr }[];
}

/** Lists, sets and maps, with the conditions and loops in them. */
export function readElements(r: CodeReader, start: number): Expr {
  const isList = r.is('[');
  const close = isList ? ']' : '}';
  const found: Elements = { items: [], entries: [] };
  r.at++;
  r.inBrackets(() => {
    while (!r.isAtEnd && !r.is(close)) {
      readElement(r, found);
      if (!r.pass(',')) break;
    }
    r.expect(close);
  });
  return isList || (found.entries.length === 0 && found.items.length > 0)
    ? { k: 'list', items: found.items, ...r.place(start) }
    : { k: 'map', entries: found.entries, ...r.place(start) };
}

function readElement(r: CodeReader, found: Elements): void {
  const { start } = r;
  if (r.is('...') || r.is('...?')) {
    r.at++;
    found.items.push({ k: 'spread', e: r.parts.expr(r), ...r.place(start) });
    return;
  }
  if (r.is('if') && r.textAfter(1) === '(') {
    r.at++;
    r.skipBrackets();
    r.nested(() => readElement(r, found));
    if (r.pass('else')) r.nested(() => readElement(r, found));
    return;
  }
  if ((r.is('for') && r.textAfter(1) === '(') || (r.is('await') && r.textAfter(1) === 'for')) {
    readLoop(r, found);
    return;
  }
  const key = r.parts.expr(r);
  if (r.pass(':')) found.entries.push({ key, value: r.parts.expr(r) });
  else found.items.push(key);
}

/** `for (final a in b) …`: the added elements depend on the iterated ones. */
function readLoop(r: CodeReader, found: Elements): void {
  while (!r.is('(')) r.at++;
  const close = r.closeAfter();
  const { start } = r;
  for (let at = r.at + 1; at < Math.min(close, r.at + 8); at++) {
    if (r.textAt(at) !== 'in') continue;
    const name = r.textAt(at - 1);
    r.at = at + 1;
    const of = r.parts.expr(r);
    r.context.fn.locals.add(name);
    const t: Expr = { k: 'var', name, ...r.place(start) };
    found.items.push({
      k: 'do',
      body: [
        { k: 'each', target: t, keyTarget: null, of, type: null, keys: false, body: [], ...r.place(start) },
      ],
      ...r.place(start),
    });
    break;
  }
  r.at = close + 1;
  if (r.kind !== WORD || !r.is('in')) r.nested(() => readElement(r, found));
}
