import { isScript, type Syntax, walk } from './syntax.ts';
import { asAssignment, bare, dottedPath, stringContent } from './tree-shape.ts';

/** The meaning of names in a file: imports, constants, declared types. */
export interface FileNames {
  /** The imported path, by local name. */
  imported: ReadonlyMap<string, string>;
  /** Packages whose names are all imported. */
  open: readonly string[];
  /** Strings that a name has throughout a function or the file. */
  constants: ReadonlyMap<string, readonly Constant[]>;
  /** Types as written, by the declared name. */
  types: ReadonlyMap<string, readonly DeclaredType[]>;
}

/** The only string assigned to a name in a part of the file; null if there are several. */
interface Constant {
  value: string | null;
  start: number;
  end: number;
}

/** The string that a name has where it is read. */
export function constantAt(constants: FileNames['constants'], name: string, at: number): string | null {
  let nearest: Constant | undefined;
  for (const one of constants.get(name) ?? []) {
    if (one.start > at || one.end < at) continue;
    if (nearest === undefined || one.end - one.start < nearest.end - nearest.start) nearest = one;
  }
  return nearest?.value ?? null;
}

/** A type, and the part of the file where the name has it. */
interface DeclaredType {
  type: string;
  start: number;
  end: number;
}

/** The type of a name where it is read, by the innermost declaration around it. */
export function typeAt(types: FileNames['types'], name: string, at: number): string | undefined {
  let nearest: DeclaredType | undefined;
  for (const one of types.get(name) ?? []) {
    if (one.start > at || one.end < at) continue;
    if (nearest === undefined || one.end - one.start <= nearest.end - nearest.start) nearest = one;
  }
  return nearest?.type;
}

export function readNames(root: Syntax, text: string, language: string): FileNames {
  const imported = new Map<string, string>();
  const open: string[] = [];
  const constants = new Map<string, Constant[]>();
  const types = new Map<string, DeclaredType[]>();
  const scopes: Syntax[] = [];
  const written = (node: Syntax) => text.slice(node.start, node.end);
  walk(root, (node) => {
    while ((scopes.at(-1)?.end ?? Infinity) <= node.start) scopes.pop();
    if (/^(?:import|Import|using_directive|namespace_use)/.test(node.type))
      readImport(written(node), language, imported, open);
    const assignment = asAssignment(node);
    if (assignment !== null) {
      const left = bare(assignment.left);
      const holder = scopes.findLast(({ type }) => functions.test(type)) ?? root;
      readConstant(constants, written(left), stringContent(bare(assignment.right), text), holder);
      if (isScript(language)) readRequire(written(left), written(assignment.right), imported);
    }
    readType(node, text, types, scopes.at(-1) ?? root);
    if (scoped.test(node.type)) scopes.push(node);
  });
  return { imported, open, constants, types };
}

const functions = /[Ff]unction|[Mm]ethod|lambda|constructor|func_literal/;

function readConstant(
  constants: Map<string, Constant[]>,
  name: string,
  value: string | null,
  { start, end }: Syntax,
): void {
  if (!/^\$?[\w$]+$/.test(name)) return;
  const known = constants.get(name) ?? [];
  constants.set(name, known);
  const same = known.find((one) => one.start === start && one.end === end);
  if (same === undefined) known.push({ value, start, end });
  else same.value = null;
}

function readImport(written: string, language: string, imported: Map<string, string>, open: string[]): void {
  if (written.length > 5_000) return;
  if (language === 'Python') readPythonImport(written, imported);
  if (isScript(language)) readScriptImport(written, imported);
  if (language === 'Java' || language === 'Kotlin') {
    const [, path] = /^import\s+(?:static\s+)?([\w.]+(?:\.\*)?)/.exec(written) ?? [];
    if (path?.endsWith('.*')) open.push(path.slice(0, -2));
    else if (path !== undefined) imported.set(path.slice(path.lastIndexOf('.') + 1), path);
  }
  if (language === 'Scala') readScalaImport(written, imported, open);
  if (language === 'C#') {
    const [, path] = /^using\s+([\w.]+)\s*;/.exec(written) ?? [];
    if (path !== undefined) open.push(path);
  }
}

/** `import a.b.C`, `import a.b.{C, D => E}`, `import a.b._` */
function readScalaImport(written: string, imported: Map<string, string>, open: string[]): void {
  for (const [, path, many, one] of written.matchAll(/([\w.]+)\.(?:\{([^{}]*)\}|([\w*]+))/g))
    for (const part of many === undefined ? [one ?? ''] : many.split(',')) {
      const [name = '', local = name] = part.trim().split(/\s*(?:=>|\bas\b)\s*/);
      if (name === '_' || name === '*') open.push(path ?? '');
      else if (/^\w+$/.test(name)) imported.set(local, `${path}.${name}`);
    }
}

function readPythonImport(written: string, imported: Map<string, string>): void {
  const [, from, names] = /^from\s+([\w.]+)\s+import\s+\(?([\s\S]*?)\)?$/.exec(written) ?? [];
  const list = names ?? written.replace(/^import\s+/, '');
  for (const part of list.split(',')) {
    const [, name, local] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
    if (name === undefined) continue;
    const key = local ?? name;
    // The first one counts: an import in a function does not change the file's imports.
    if (imported.has(key)) continue;
    if (from !== undefined) imported.set(key, `${from}.${name}`);
    else if (local !== undefined) imported.set(key, name);
  }
}

function readScriptImport(written: string, imported: Map<string, string>): void {
  const [, names, module] = /^import\s+([\s\S]*?)\s+from\s+['"](?:node:)?([^'"]+)['"]/.exec(written) ?? [];
  if (names === undefined || module === undefined) return;
  const [, whole] = /^(?:\*\s+as\s+)?([\w$]+)/.exec(names) ?? [];
  if (whole !== undefined) imported.set(whole, module);
  for (const part of /\{([\s\S]*)\}/.exec(names)?.[1]?.split(',') ?? [])
    readScriptName(part, module, imported);
}

function readScriptName(part: string, module: string, imported: Map<string, string>): void {
  const [, name, local] = /^\s*([\w$]+)(?:\s*(?:as\s|:)\s*([\w$]+))?\s*$/.exec(part) ?? [];
  if (name !== undefined) imported.set(local ?? name, `${module}.${name}`);
}

function readRequire(left: string, right: string, imported: Map<string, string>): void {
  const [, module, member] = /^require\(\s*['"](?:node:)?([^'"]+)['"]\s*\)(?:\.([\w$]+))?$/.exec(right) ?? [];
  if (module === undefined) return;
  const path = member === undefined ? module : `${module}.${member}`;
  if (/^[\w$]+$/.test(left)) imported.set(left, path);
  else
    for (const part of /^\{([\s\S]*)\}$/.exec(left)?.[1]?.split(',') ?? [])
      readScriptName(part, path, imported);
}

/** Nodes that are the scope of a declared name. */
const scoped =
  /[Ff]unction|[Mm]ethod|[Cc]lass|^block$|statement_block|BlockStatement|lambda|constructor|func_literal|for_statement|compound_statement/;

const typed =
  /^(?:formal_parameter|parameter_declaration|parameter|class_parameter|val_definition|var_definition|local_variable_declaration|field_declaration|var_spec|variable_declaration|declaration|catch_formal_parameter|resource|typed_parameter|simple_parameter|property_declaration|enhanced_for_statement)$/;

function readType(node: Syntax, text: string, types: Map<string, DeclaredType[]>, scope: Syntax): void {
  if (node.type === 'Identifier') {
    const annotation = node.kids.find(({ type }) => type === 'TSTypeAnnotation');
    if (annotation === undefined) return;
    const name = /^[\w$]+/.exec(text.slice(node.start, node.end))?.[0];
    if (name !== undefined)
      setType(types, name, text.slice(annotation.start, annotation.end).replace(/^:/, ''), scope);
    return;
  }
  if (node.type === 'short_var_declaration' || !typed.test(node.type)) return;
  const type = node.kids.find(({ field }) => field === 'type');
  if (type === undefined) return;
  for (const kid of node.kids) {
    const named = kid.type === 'variable_declarator' || kid.type === 'init_declarator' ? kid.kids[0] : kid;
    if (named === undefined) continue;
    const isNamed = kid !== type && /^(?:name|declarator|pattern)$/.test(named.field ?? kid.field ?? '');
    if (!isNamed && kid.type !== 'variable_declarator') continue;
    const name = text.slice(named.start, named.end).replace(/^[*\s]+/, '');
    if (/^[\w$]+$/.test(name)) setType(types, name, text.slice(type.start, type.end), scope);
  }
}

function setType(types: Map<string, DeclaredType[]>, name: string, written: string, scope: Syntax): void {
  const type = written.replace(/\s+/g, '').slice(0, 200);
  const { start, end } = scope;
  const known = types.get(name);
  if (known === undefined) types.set(name, [{ type, start, end }]);
  else known.push({ type, start, end });
}

/** The path of a name with its import resolved. */
export function resolvedPath(names: FileNames, node: Syntax, text: string): string | null {
  const path = dottedPath(node, text);
  if (path === null) return null;
  const dot = path.indexOf('.');
  const first = dot === -1 ? path : path.slice(0, dot);
  const known = names.imported.get(first);
  return known === undefined ? path : known + path.slice(first.length);
}
