import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { COMPILER_SETTINGS, type Compiled, type SourceCompiler } from '../compiler/source-compiler.ts';
import { type Template, templates } from './template-list.ts';

/** Templates compiled by `npm run docs`, by id, each with a hash of its inputs. */
type Shipped = Record<string, { of: string; compiled: Compiled }>;

export const shippedTemplatesUrl = new URL('./compiled-templates.generated.json', import.meta.url);
const made = new WeakMap<SourceCompiler, Map<string, Promise<Compiled>>>();
let shipped: Promise<Shipped> | undefined;

/**
 * A template's ABI and bytecode, shipped with the service so that nobody waits for the compiler. A template
 * that changed since is compiled on first use.
 */
export async function compileTemplate(compiler: SourceCompiler, template: Template): Promise<Compiled> {
  shipped ??= readFile(shippedTemplatesUrl, 'utf8').then(JSON.parse, () => ({}));
  const found = (await shipped)[template.id];
  if (found?.of === hashOf(template)) return found.compiled;
  const ofCompiler = made.get(compiler) ?? new Map<string, Promise<Compiled>>();
  made.set(compiler, ofCompiler);
  let one = ofCompiler.get(template.id);
  if (one === undefined) {
    one = compiler.compile(template.sourceCode, template.contractName);
    ofCompiler.set(template.id, one);
    one.catch(() => ofCompiler.delete(template.id));
  }
  return one;
}

/** Compiles the templates to ship, as text. Reuses entries of `before` with unchanged sources. */
export async function compileTemplates(compiler: SourceCompiler, before = '{}'): Promise<string> {
  const known = JSON.parse(before) as Shipped;
  const all: Shipped = {};
  for (const template of templates) {
    const of = hashOf(template);
    const earlier = known[template.id];
    const compiled =
      earlier?.of === of
        ? earlier.compiled
        : await compiler.compile(template.sourceCode, template.contractName);
    all[template.id] = { of, compiled };
  }
  return `${JSON.stringify(all, null, 1)}\n`;
}

function hashOf({ sourceCode, contractName }: Template): string {
  return hash('sha256', JSON.stringify([sourceCode, contractName, COMPILER_SETTINGS]));
}
