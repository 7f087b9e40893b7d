import type { Source } from '../../../flow/value.ts';
import type { FileIr } from '../../../ir/ir.ts';

const fixedNames = new WeakMap<FileIr, ReadonlySet<string>>();

/** `args.mode`, if the parser only accepts certain words or numbers. */
export function isFixedArgument({ kind, file, pos, end }: Source, name: string): boolean {
  if (kind !== 'argument' || !/parse_(?:known_)?args\(/.test(file.text.slice(pos, end))) return false;
  let names = fixedNames.get(file);
  if (names === undefined) {
    names = new Set(
      [...file.text.matchAll(/\.add_argument\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)]
        .map(([, given = '']) => given)
        .filter((given) =>
          /\b(?:choices\s*=|type\s*=\s*(?:int|float|bool)\b|action\s*=\s*["'](?:store_(?:true|false|const)|count))/.test(
            given,
          ),
        )
        .flatMap((given) =>
          [...given.matchAll(/["']-{0,2}([\w-]+)["']/g)].map(([, option = '']) =>
            option.replaceAll('-', '_'),
          ),
        ),
    );
    fixedNames.set(file, names);
  }
  return names.has(name);
}
