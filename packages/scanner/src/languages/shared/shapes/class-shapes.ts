import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { callsIn, isBlock, modifiersOf, nameOf, statementsOf } from './java-like.ts';
import type { ShapeFile } from './shape-file.ts';
import type { Shape, ShapeRule } from './shape-rule.ts';
import { shapeRow } from './shape-rule.ts';

interface Method {
  node: TreeNode;
  name: string;
  types: string[];
  body: TreeNode | null;
  modifiers: string[];
}

function methodsOf(file: ShapeFile, body: TreeNode): Method[] {
  return body.kids.filter(({ type }) => type === 'method_declaration').map((node) => methodOf(file, node));
}

export function methodOf(file: ShapeFile, node: TreeNode): Method {
  const parameters = child(node, 'parameters');
  return {
    node,
    name: file.textOf(child(node, 'name')),
    types: (parameters?.kids ?? [])
      .filter(({ type }) => /parameter$/.test(type))
      .map((one) => file.textOf(child(one, 'type'))),
    body: child(node, 'body'),
    modifiers: modifiersOf(file, node),
  };
}

export const placeOf = (method: Method): TreeNode => child(method.node, 'name') ?? method.node;

/** A class with equals but not hashCode, or the reverse. */
function* lonelyEquals(file: ShapeFile): Iterable<Shape> {
  for (const node of file.of('class_declaration', 'struct_declaration')) {
    const body = child(node, 'body');
    if (body === null || modifiersOf(file, node).includes('partial')) continue;
    const methods = methodsOf(file, body);
    const isJava = file.language === 'Java';
    const equals = methods.find(({ name, types, modifiers }) =>
      isJava
        ? name === 'equals' && /^(?:java\.lang\.)?Object$/.test(types.join())
        : name === 'Equals' && /^object\??$/i.test(types.join()) && modifiers.includes('override'),
    );
    const hash = methods.find(
      ({ name, types }) => name === (isJava ? 'hashCode' : 'GetHashCode') && types.length === 0,
    );
    if (equals !== undefined && hash === undefined && !throwsOnly(file, equals) && !hasHash(file, node))
      yield { node: placeOf(equals) };
    // The base class may have the other one.
    else if (
      hash !== undefined &&
      equals === undefined &&
      isJava &&
      child(node, 'superclass') === null &&
      !throwsOnly(file, hash)
    )
      yield { node: placeOf(hash), subject: 'hashCode() without equals()' };
  }
}

/** Whether the base class in this file has hashCode. */
function hasHash(file: ShapeFile, node: TreeNode): boolean {
  const base = /extends\s+(\w+)/.exec(file.text.slice(node.start, child(node, 'body')?.start))?.[1];
  if (base === undefined) return false;
  return file
    .of('class_declaration')
    .some(
      (one) =>
        file.textOf(child(one, 'name')) === base && /\bhashCode\(\)/.test(file.textOf(child(one, 'body'))),
    );
}

function throwsOnly(file: ShapeFile, { body }: Method): boolean {
  return (
    body !== null &&
    (statementsOf(body)[0]?.type === 'throw_statement' ||
      /^=>\s*throw\b|^=>\s*false$/.test(file.textOf(body)) ||
      /^\{\s*return false;\s*\}$/.test(file.textOf(body)))
  );
}

/** finalize() and clone() that do not call the base class's method. */
function* withoutSuper(file: ShapeFile, name: 'finalize' | 'clone'): Iterable<TreeNode> {
  for (const node of file.of('method_declaration')) {
    const method = methodOf(file, node);
    if (method.name !== name || method.types.length > 0 || method.body === null || !isBlock(method.body))
      continue;
    if (method.modifiers.includes('static') || throwsOnly(file, method)) continue;
    if (new RegExp(`super\\.${name}\\(`).test(file.plain(method.body))) continue;
    const owner = file.around(
      node,
      'class_declaration',
      'enum_declaration',
      'record_declaration',
      'interface_declaration',
      'object_creation_expression',
    );
    if (owner?.type !== 'class_declaration') continue;
    if (
      name === 'clone' &&
      (modifiersOf(file, owner).includes('final') ||
        /return(?:\(\w+\))?(?:this|null);/.test(file.plain(method.body)) ||
        !/\bCloneable\b/.test(file.text.slice(owner.start, child(owner, 'body')?.start)))
    )
      continue;
    // Another method of the class may call it.
    if (name === 'clone' && callsIn(file, method.body).some(({ receiver }) => receiver === null)) continue;
    if (name === 'finalize' && statementsOf(method.body).length === 0) continue;
    yield placeOf(method);
  }
}

const openType =
  /(?:\[\]|^(?:java\.util\.)?(?:Date|Calendar|Hashtable|Vector|HashMap|ArrayList|HashSet)(?:<.*>)?|^(?:List|Dictionary|HashSet)<.*>)$/s;

/** Public static fields that anybody may assign, or whose content anybody may change. */
function* openFields(file: ShapeFile): Iterable<Shape> {
  for (const node of file.of('field_declaration')) {
    const modifiers = modifiersOf(file, node);
    if (!modifiers.includes('public') || !modifiers.includes('static') || modifiers.includes('const'))
      continue;
    if (/\[(?:ThreadStatic|DllImport)/.test(file.text.slice(Math.max(0, node.start - 60), node.start + 60)))
      continue;
    const owner = file.around(node, 'class_declaration');
    if (owner === null || !modifiersOf(file, owner).includes('public')) continue;
    const held = node.kids.find(({ type }) => type === 'variable_declaration') ?? node;
    const declarator = held.kids.find(({ type: kind }) => kind === 'variable_declarator');
    if (declarator === undefined) continue;
    const isArray = child(declarator, 'dimensions') !== null;
    const type = file.plain(child(held, 'type')) + (isArray ? '[]' : '');
    const value = file.plain(declarator);
    if (!modifiers.includes('final') && !modifiers.includes('readonly')) {
      yield { node: declarator, cwe: 'CWE-500' };
    } else if (
      openType.test(type) &&
      !/=(?:new\w+(?:\[0\]|\[\]\{\})|\{\}|.*\b(?:unmodifiable|List\.of|Empty))/.test(value)
    ) {
      yield {
        node: declarator,
        cwe: type.endsWith('[]') ? 'CWE-582' : 'CWE-607',
        subject: 'its content can be changed',
      };
    }
  }
}

/** A method that calls itself on every path. */
function* endless(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('method_declaration')) {
    const method = methodOf(file, node);
    if (method.body === null) continue;
    for (const statement of statementsOf(method.body)) {
      if (
        !/^(?:expression_statement|return_statement|local_variable_declaration|local_declaration_statement|arrow_expression_clause)$/.test(
          statement.type,
        )
      )
        break;
      if (/\?|&&|\|\|/.test(file.textOf(statement))) break;
      const call = callsIn(file, statement).find(
        (one) =>
          one.name === method.name &&
          one.args.length === method.types.length &&
          (one.receiver === null || one.receiver.type === 'this') &&
          file.functionAround(one.node) === node,
      );
      const same = file
        .of('method_declaration')
        .filter(
          (other) =>
            file.textOf(child(other, 'name')) === method.name &&
            methodOf(file, other).types.length === method.types.length,
        );
      if (call === undefined || same.length !== 1) continue;
      if (
        method.types.length > 0 &&
        call.receiver === null &&
        !call.args.every((one) => nameOf(file, one) !== null || /literal|binary_expression/.test(one.type))
      )
        continue;
      yield call.node;
      break;
    }
  }
}

/** Whether some method calls a method of its own name with as many arguments near its beginning. */
function callsItself(text: string): boolean {
  for (const [, , given = '', , passed = ''] of text.matchAll(
    /\b(\w+)\s*\(([^(){};]*)\)\s*(?:throws [\w., ]+)?(\{[^{}?]{0,300}|=>\s*)(?<![\w.])(?:this\.)?\1\(([^;\n]*)/g,
  )) {
    const flat = passed.replace(/\([^()]*\)/g, '');
    const end = flat.indexOf(')');
    if (sizeOf(given) === sizeOf(end < 0 ? flat : flat.slice(0, end))) return true;
  }
  return false;
}

const sizeOf = (list: string): number =>
  list.trim() === '' ? 0 : list.replace(/<[^<>]*>/g, '').split(',').length;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const classShapes: readonly ShapeRule[] = [
  {
    ...shapeRow('reliability/equals-without-hash', ['CWE-581'], 0.85),
    description: 'Equal objects have different hashes: sets and maps lose them.',
    recommendation: 'Override both, and use the same fields.',
    may: (text) =>
      (/\b(?:boolean equals|int hashCode)\s{0,40}\(/.test(text) &&
        /\bequals\s{0,40}\(\s{0,40}(?:final )?(?:@\w+ )?Object\b/.test(text) !==
          /\bint hashCode\s{0,40}\(/.test(text)) ||
      countOf(text, /\bboolean equals\s{0,40}\(/g) !== countOf(text, /\bint hashCode\s{0,40}\(/g) ||
      countOf(text, /\boverride bool Equals\s{0,40}\(/g) >
        countOf(text, /\boverride int GetHashCode\s{0,40}\(/g),
    find: lonelyEquals,
  },
  {
    ...shapeRow('reliability/finalize-without-super', ['CWE-568'], 0.85),
    languages: ['Java'],
    description: 'What the base class holds is never freed.',
    recommendation: 'Implement AutoCloseable; otherwise call super.finalize() in a finally block.',
    may: (text) => /\bvoid finalize\s{0,40}\(\s{0,40}\)/.test(text),
    find: (file) => withoutSuper(file, 'finalize'),
  },
  {
    ...shapeRow('reliability/clone-without-super', ['CWE-580'], 0.75),
    languages: ['Java'],
    description: 'A subclass of this class gets an object of the wrong class.',
    recommendation: 'Create the object with super.clone().',
    may: (text) =>
      /\bclone\s{0,40}\(\s{0,40}\)\s{0,40}(?:throws \w+\s{0,40})?\{/.test(text) && /\bCloneable\b/.test(text),
    find: (file) => withoutSuper(file, 'clone'),
  },
  {
    ...shapeRow('reliability/open-static-field', ['CWE-500', 'CWE-582', 'CWE-607'], 0.6),
    description: 'Code anywhere can change it for everybody else, from any thread.',
    recommendation:
      'Make it final or readonly and what it holds immutable, or make it private with a method that returns it.',
    may: (text) =>
      /\bpublic\b(?![^;{}()=\n]{0,80}\b(?:final|readonly|const|class|event|delegate)\b)[^;{}()=\n]{0,80}\bstatic\b[^;{}()=\n]{0,80}[=;]/.test(
        text,
      ) ||
      /\bpublic\b[^;{}()=\n]{0,80}\b(?:final|readonly)\b[^;{}()=\n]{0,80}(?:\[\]|\b(?:Date|Calendar|Hashtable|Vector|\w*Map|\w*List|\w*Set|Dictionary)\b)[^;{}()=\n]{0,80}=/.test(
        text,
      ),
    find: openFields,
  },
  {
    ...shapeRow('reliability/endless-recursion', ['CWE-674'], 0.85),
    description: 'Every path through it calls it again: the stack overflows.',
    recommendation: 'Return before the call if there is nothing left to do.',
    may: callsItself,
    find: endless,
  },
];
