import type { TreeNode } from '../../frontend/tree-node.ts';

interface Declared {
  type: string;
  isField: boolean;
  start: number;
  end: number;
}

/** Nodes with their own code: methods, constructors, accessors, local functions, lambdas. */
const functionTypes = new Set([
  'method_declaration',
  'constructor_declaration',
  'compact_constructor_declaration',
  'static_initializer',
  'accessor_declaration',
  'local_function_statement',
  'lambda_expression',
  'anonymous_method_expression',
  'operator_declaration',
  'destructor_declaration',
]);

/** Nodes between a declaration and the block that is its scope. */
const declarationParts =
  /^(?:\w+_parameters|\w*parameter_list|local_declaration_statement|field_declaration)$/;

/** The parse tree of a Java or C# file, with the queries that checks need. */
export class ShapeFile {
  readonly text: string;
  readonly language: string;
  readonly #byType = new Map<string, TreeNode[]>();
  readonly #parents = new Map<TreeNode, TreeNode>();
  #names: Map<string, TreeNode[]> | undefined;
  #declared: Map<string, Declared[]> | undefined;

  constructor(language: string, text: string, root: TreeNode) {
    this.language = language;
    this.text = text;
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const list = this.#byType.get(node.type);
      if (list === undefined) this.#byType.set(node.type, [node]);
      else list.push(node);
      for (const kid of node.kids.toReversed()) {
        this.#parents.set(kid, node);
        open.push(kid);
      }
    }
  }

  /** All nodes of these types, type by type; those of one type in source order. */
  of(...types: string[]): TreeNode[] {
    return types.flatMap((type) => this.#byType.get(type) ?? []);
  }

  parent(node: TreeNode | null): TreeNode | null {
    return (node && this.#parents.get(node)) ?? null;
  }

  textOf(node: TreeNode | null): string {
    return node === null ? '' : this.text.slice(node.start, node.end);
  }

  /** The text without whitespace. */
  plain(node: TreeNode | null): string {
    return this.textOf(node).replace(/\s+/g, '');
  }

  /** The nearest enclosing node of one of the types. */
  around(node: TreeNode, ...types: string[]): TreeNode | null {
    for (let at = this.parent(node); at !== null; at = this.parent(at))
      if (types.includes(at.type)) return at;
    return null;
  }

  functionAround(node: TreeNode): TreeNode | null {
    for (let at = this.parent(node); at !== null; at = this.parent(at))
      if (functionTypes.has(at.type)) return at;
    return null;
  }

  /** Nodes of these types inside a node. */
  below(node: TreeNode, ...types: string[]): TreeNode[] {
    return this.of(...types).filter((one) => one.start >= node.start && one.end <= node.end && one !== node);
  }

  /** The uses of a name as a variable: not as a member, nor as a method name. */
  usesOf(name: string, within: { start: number; end: number }): TreeNode[] {
    if (this.#names === undefined) {
      this.#names = new Map();
      for (const node of this.of('identifier')) {
        if (this.#isMember(node)) continue;
        const text = this.textOf(node);
        const list = this.#names.get(text);
        if (list === undefined) this.#names.set(text, [node]);
        else list.push(node);
      }
    }
    return (this.#names.get(name) ?? []).filter((one) => one.start >= within.start && one.end <= within.end);
  }

  /** The declared type of a name at a place, without type arguments; null if unknown. */
  typeOf(name: string, at: number): string | null {
    return this.#nearest(name, at)?.type ?? null;
  }

  /** Whether the name is a local variable, so that no other code writes it. */
  isLocal(name: string, at: number): boolean {
    return this.#nearest(name, at)?.isField === false;
  }

  #nearest(name: string, at: number): Declared | null {
    this.#declared ??= this.#readDeclared();
    let best: Declared | null = null;
    for (const one of this.#declared.get(name) ?? []) {
      if (at < one.start || at > one.end) continue;
      if (best === null || one.end - one.start < best.end - best.start) best = one;
    }
    return best;
  }

  #isMember(node: TreeNode): boolean {
    const type = this.parent(node)?.type;
    if (node.field === 'field') return type === 'field_access';
    if (node.field !== 'name') return false;
    return (
      type === 'method_invocation' ||
      type === 'member_access_expression' ||
      type === 'member_binding_expression'
    );
  }

  #readDeclared(): Map<string, Declared[]> {
    const declared = new Map<string, Declared[]>();
    const add = (name: string, type: string, scope: TreeNode) => {
      const list = declared.get(name) ?? [];
      declared.set(name, list);
      const isField = /^(?:\w+_body|declaration_list)$/.test(scope.type);
      list.push({ type: type.replace(/<[\s\S]*>/, ''), isField, start: scope.start, end: scope.end });
    };
    for (const node of this.of(
      'local_variable_declaration',
      'field_declaration',
      'variable_declaration',
      'formal_parameter',
      'parameter',
      'resource',
      'property_declaration',
    )) {
      const type = node.kids.find(({ field }) => field === 'type');
      if (type === undefined) continue;
      let scope = this.parent(node);
      while (scope !== null && declarationParts.test(scope.type)) scope = this.parent(scope);
      if (scope === null) continue;
      const named = node.kids.filter(({ type: kind }) => kind === 'variable_declarator');
      for (const one of named.length > 0 ? named : [node]) {
        const name = one.kids.find(({ field }) => field === 'name');
        if (name === undefined) continue;
        const made = one.kids.find(({ type: kind }) => kind === 'object_creation_expression');
        const isOpen = this.textOf(type) === 'var';
        const told = isOpen ? made?.kids.find(({ field }) => field === 'type') : type;
        if (told !== undefined) add(this.textOf(name), this.textOf(told), scope);
      }
    }
    return declared;
  }
}
