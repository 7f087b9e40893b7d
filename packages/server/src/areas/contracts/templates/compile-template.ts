import type { Compiled, SourceCompiler } from '../compiler/source-compiler.ts';
import type { Template } from './template-list.ts';

const compiled = new WeakMap<SourceCompiler, Map<string, Promise<Compiled>>>();

/** A template's ABI and bytecode; compiled at its first use and kept, since it never changes. */
export function compileTemplate(compiler: SourceCompiler, template: Template): Promise<Compiled> {
  let kept = compiled.get(compiler);
  if (kept === undefined) {
    kept = new Map();
    compiled.set(compiler, kept);
  }
  let one = kept.get(template.id);
  if (one === undefined) {
    one = compiler.compile(template.sourceCode, template.contractName);
    kept.set(template.id, one);
    one.catch(() => kept.delete(template.id));
  }
  return one;
}
