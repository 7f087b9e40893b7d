import { posix } from 'node:path';
import type { ClassIr, FileIr, FunctionIr } from '../ir/ir.ts';
import { functionsNamed } from './functions-by-name.ts';
import type { Lookup } from './ledger-types.ts';
import type { Program } from './program.ts';
import type { ProgramSource } from './program-source.ts';

const builtinTypes = /^(?:u?int\d*|uintptr|float\d+|complex\d+|string|bool|byte|rune|error|any|[A-Z])$/;
/** How many files of a folder are searched for a type. */
const MAX_SIBLINGS = 40;

/** Types that another file of the package declares, if no method name leads to it. */
export class SiblingTypes {
  private readonly source: ProgramSource;
  private readonly program: Program;
  private readonly found = new Map<string, Lookup<readonly ClassIr[]>>();

  constructor(source: ProgramSource, program: Program) {
    this.source = source;
    this.program = program;
  }

  typesNamed(name: string, near: FileIr): readonly ClassIr[] {
    if (!/^\w+$/.test(name) || builtinTypes.test(name)) return [];
    return this.program.looked(this.found, `${posix.dirname(near.path)}/${name}`, () => {
      const path = this.source
        .siblings(near.path)
        .slice(0, MAX_SIBLINGS)
        .find((other) => other !== near.path && this.source.mentions(other, `type ${name} struct`));
      const file = path === undefined ? null : this.program.file(path);
      return file?.classes.filter((cls) => cls.name === name) ?? [];
    });
  }

  /** Methods of this name with as many parameters, in any file; none if there are too many. */
  methodsNamed(name: string, count: number, near: FileIr): readonly FunctionIr[] {
    const paths = this.source.pathsOfFunction(name);
    if (paths.length > 6) return [];
    const found = paths
      .flatMap((path) => functionsNamed(this.program.file(path) ?? near, name))
      .filter(
        (fn) => fn.cls !== null && fn.params.filter(({ type }) => type !== '<receiver>').length === count,
      );
    return [...new Set(found)].slice(0, 4);
  }
}
