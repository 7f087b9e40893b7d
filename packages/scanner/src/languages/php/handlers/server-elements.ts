import type { Machine } from '../../../flow/machine.ts';
import { unknown, type Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** `$_SERVER[key]`, `$_FILES[…][key]`; null if the data comes from the browser. */
export function readServerElement(
  _: Machine,
  o: Value,
  key: Value,
  e: Extract<Expr, { k: 'at' }>,
): Value | null {
  return typeof key.k === 'string' && isServersOwn(e.o, key.k, o) ? unknown : null;
}

/** Elements that PHP itself adds to request data. */
function isServersOwn(e: Expr, key: string, { taints }: Value): boolean {
  if (e.k === 'var' && e.name === '_SERVER')
    return !/^(?:HTTP_(?!S$)|QUERY_STRING|REQUEST_URI|PHP_SELF|PATH_INFO|ORIG_PATH_INFO|PHP_AUTH|argv)/.test(
      key,
    );
  return (
    /^(?:tmp_name|size|error)$/.test(key) &&
    taints.length > 0 &&
    taints.every(({ source }) => source.file.text.startsWith('$_FILES', source.pos))
  );
}
