import { posix } from 'node:path';
import type { ClassIr, FileIr, FunctionIr } from '../ir/ir.ts';
import { functionsNamed } from './functions-by-name.ts';
import type { ProgramSource } from './program.ts';

const builtinTypes = /^(?:u?int\d*|uintptr|float\d+|complex\d+|string|bool|byte|rune|error|any|[A-Z])$/;
/** So many files of a folder are asked for a type. */
const mostSiblings = 40;

/** Types that another file of the package declares, without a method that would name them. */
export class TypesBeside {
  private readonly source: ProgramSource;
  private readonly lowered: (path: string) => FileIr | null;
  private readonly found = new Map<string, readonly ClassIr[]>();

  constructor(source: ProgramSource, lowered: (path: string) => FileIr | null) {
    this.source = source;
    this.lowered = lowered;
  }

  typesNamed(name: string, near: FileIr): readonly ClassIr[] {
    if (!/^\w+$/.test(name) || builtinTypes.test(name)) return [];
    const key = `${posix.dirname(near.path)}/${name}`;
    let found = this.found.get(key);
    if (found === undefined) {
      const path = this.source
        .siblings(near.path)
        .slice(0, mostSiblings)
        .find((other) => other !== near.path && this.source.mentions(other, `type ${name} struct`));
      found =
        (path === undefined ? null : this.lowered(path))?.classes.filter((cls) => cls.name === name) ?? [];
      this.found.set(key, found);
    }
    return found;
  }

  /** Methods of this name with so many parameters, wherever they are; none when they are many. */
  methodsNamed(name: string, count: number, near: FileIr): readonly FunctionIr[] {
    const paths = this.source.pathsOfFunction(name);
    if (paths.length > 6) return [];
    const found = paths
      .flatMap((path) => functionsNamed(this.lowered(path) ?? near, name))
      .filter(
        (fn) => fn.cls !== null && fn.params.filter(({ type }) => type !== '<receiver>').length === count,
      );
    return [...new Set(found)].slice(0, 4);
  }
}
