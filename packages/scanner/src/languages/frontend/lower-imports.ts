import { type LowerContext, textOf } from './lower-context.ts';
import { child, children } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export function lowerImportNode(context: LowerContext, node: TreeNode): void {
  const { file } = context;
  const add = (local: string, module: string, name: string): void => {
    file.imports.push({ local, module, name });
  };
  const text = textOf(context, node);
  switch (context.language) {
    case 'Java':
    case 'Kotlin': {
      if (node.type.startsWith('package')) {
        file.namespace = text.replace(/^package\s+|[;\s]+$/g, '');
        return;
      }
      const [, path, all, alias] =
        /import\s+(?:static\s+)?([\w.]+)(\.\*)?(?:\s+as\s+(\w+))?/.exec(text) ?? [];
      if (path === undefined || all !== undefined) return;
      const last = path.slice(path.lastIndexOf('.') + 1);
      add(alias ?? last, path, last);
      return;
    }
    case 'C#': {
      const [, alias, path = ''] = /using\s+(?:static\s+)?(?:(\w+)\s*=\s*)?([\w.]+)/.exec(text) ?? [];
      if (alias !== undefined) add(alias, path, '*');
      return;
    }
    case 'Go': {
      const specs = node.kids
        .flatMap((kid) => (kid.type === 'import_spec_list' ? kid.kids : [kid]))
        .filter((kid) => kid.type === 'import_spec');
      for (const spec of specs) {
        const path = textOf(context, child(spec, 'path')).slice(1, -1);
        const local =
          textOf(context, child(spec, 'name')) ||
          path.replace(/\/v\d+$/, '').slice(path.replace(/\/v\d+$/, '').lastIndexOf('/') + 1);
        add(local.replace(/^go-|\.v\d+$|-go$/g, ''), path, '*');
      }
      return;
    }
    case 'PHP': {
      for (const [, path = '', alias] of text.matchAll(/([\w\\]+)(?:\s+as\s+(\w+))?\s*(?=[,;}])/g)) {
        const last = path.slice(path.lastIndexOf('\\') + 1);
        add(alias ?? last, path, last);
      }
      return;
    }
    case 'Rust': {
      readRustUse(context, child(node, 'argument'), '', add);
      return;
    }
    case 'Python':
      readPythonImport(context, node, add);
      return;
    default:
  }
}

function readPythonImport(
  context: LowerContext,
  node: TreeNode,
  add: (local: string, module: string, name: string) => void,
): void {
  const module = textOf(context, child(node, 'module_name'));
  for (const kid of children(node, 'name')) {
    const name = textOf(context, child(kid, 'name') ?? kid);
    const alias = textOf(context, child(kid, 'alias'));
    const [top = ''] = name.split('.');
    if (node.type === 'import_statement') {
      if (alias !== '') add(alias, name, '*');
      else add(top, top, '*');
    } else add(alias === '' ? name : alias, module, name);
    context.fn.locals.add(alias === '' ? top : alias);
  }
}

function readRustUse(
  context: LowerContext,
  node: TreeNode | null,
  prefix: string,
  add: (local: string, module: string, name: string) => void,
): void {
  if (node === null) return;
  switch (node.type) {
    case 'scoped_use_list': {
      const path = textOf(context, child(node, 'path'));
      for (const kid of child(node, 'list')?.kids ?? [])
        readRustUse(context, kid, prefix === '' ? path : `${prefix}::${path}`, add);
      return;
    }
    case 'use_list':
      for (const kid of node.kids) readRustUse(context, kid, prefix, add);
      return;
    case 'use_as_clause': {
      const path = textOf(context, child(node, 'path'));
      add(
        textOf(context, child(node, 'alias')),
        (prefix === '' ? path : `${prefix}::${path}`).replaceAll('::', '.'),
        '*',
      );
      return;
    }
    case 'use_wildcard':
      return;
    default: {
      const text = textOf(context, node);
      const full = (prefix === '' ? text : `${prefix}::${text}`).replaceAll('::', '.');
      add(text.slice(text.lastIndexOf(':') + 1), full, '*');
    }
  }
}
