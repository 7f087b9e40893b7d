import type { Expr } from '../../../ir/ir.ts';
import type { CodeReader } from '../../frontend/code-reader.ts';

/** Methods that take a statement with bound values, in files that import such a library. */
const binding: readonly [name: RegExp, imports: RegExp][] = [
  [/^raw$/, /^(?:SQLKit|Fluent\w*|Vapor)$/],
  [/^(?:query|execute)$/, /^(?:PostgresNIO|PostgresKit)$/],
];

/** `db.raw("… \(x)")`: the library binds the values, so the text is not a concatenation. */
export function boundText(r: CodeReader, name: string, arg: Expr): Expr {
  if (arg.k === 'named') return arg.name === 'literal' ? { ...arg, e: bound(arg.e) } : arg;
  const isBinding = binding.some(
    ([names, imports]) =>
      names.test(name) && r.context.file.imports.some(({ module }) => imports.test(module)),
  );
  return isBinding ? bound(arg) : arg;
}

/** Values without a label are bound. A label says what happens to its value. */
function bound(e: Expr): Expr {
  if (e.k !== 'cat') return e;
  return {
    ...e,
    parts: e.parts.map((part) => {
      const isPlain =
        part.k !== 'lit' && !(part.k === 'call' && part.f.k === 'var' && part.f.name.startsWith('\\'));
      const { pos, end } = part;
      return isPlain
        ? { k: 'call', f: { k: 'var', name: '\\bind', pos, end }, args: [part], pos, end }
        : part;
    }),
  };
}
