import { valueAt } from '../../read/lexer/columns.ts';
import type { TreeNode } from './tree-node.ts';

/**
 * The byte offsets of fields in the runtime's structures: the layout of `subtree.h`, `tree.h` and `parser.h` of
 * tree-sitter with four-byte pointers. Its cursor would need six calls into the runtime for each node, which takes as
 * long as parsing.
 */
const TREE = { root: 0, language: 8 };
const LANGUAGE = {
  symbols: 4,
  aliasNames: 8,
  productions: 28,
  fields: 32,
  longestAliases: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  publicSymbols: 76,
  aliases: 84,
};
const SUBTREE = {
  padding: 4,
  size: 16,
  childCount: 36,
  symbol: 40,
  flags: 44,
  visibleChildren: 48,
  production: 64,
};
const SUBTREE_BYTES = 8;
const IS_INLINE = 1;
/** Flags of a subtree; in a small one, they are in the same word as its first bit. */
const IS_VISIBLE = 1;
const IS_EXTRA = 4;
const ERROR = 65_535;

/** The memory that a runtime uses. */
export interface RuntimeMemory {
  readonly buffer: ArrayBuffer;
}

declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => RuntimeMemory };

/** The same memory that the runtime would create, but accessible, so that trees can be read from it. */
export function openMemory(): RuntimeMemory {
  return new WebAssembly.Memory({ initial: 512, maximum: 32_768 });
}

/** A grammar's names for its nodes, to read its trees from memory. */
export interface TreeNames {
  types: readonly string[];
  /** By type: 0 for nodes without a name of their own, such as operators. */
  isNamed: Uint8Array;
  /** By type: 1 for nodes without children worth a visit. */
  isLeaf: Uint8Array;
  fields: readonly (string | null)[];
}

/** Shared by all leaves. Nobody writes to `kids` once the tree is copied. */
const noKids: TreeNode[] = [];
const noFields = new Uint16Array(0);

/** Reads the trees of one grammar from the runtime's memory. */
export class TreeMemory {
  readonly #memory: RuntimeMemory;
  readonly #names: TreeNames;
  #words = new Uint32Array(0);
  #halves = new Uint16Array(0);
  #language = 0;
  #publicSymbols = new Uint16Array(0);
  #fieldsOf: (Uint16Array | undefined)[] = [];
  #aliases = 0;
  #longestAliases = 0;

  constructor(memory: RuntimeMemory, names: TreeNames) {
    this.#memory = memory;
    this.#names = names;
  }

  /** Copies the tree at this address. Its root covers the whole text. */
  copy(address: number, length: number): TreeNode {
    this.#look(address);
    const words = this.#words;
    const at = address >>> 2;
    const first = valueAt(words, at);
    const root: TreeNode = { type: '', field: null, start: 0, end: length, kids: noKids };
    if ((first & IS_INLINE) === 1) {
      root.type = this.#typeOf((first >>> 8) & 255);
      return root;
    }
    root.type = this.#typeOf(valueAt(words, (first + SUBTREE.symbol) >>> 2) & 0xffff);
    this.#copyChildren(root, first);
    return root;
  }

  /** The memory may have grown, which replaces its buffer. */
  #look(address: number): void {
    const { buffer } = this.#memory;
    if (this.#words.buffer !== buffer) {
      this.#words = new Uint32Array(buffer);
      this.#halves = new Uint16Array(buffer);
    }
    const language = valueAt(this.#words, (address + TREE.language) >>> 2);
    if (language !== this.#language) this.#learn(language);
  }

  #learn(language: number): void {
    const word = (offset: number) => valueAt(this.#words, (language + offset) >>> 2);
    this.#language = language;
    const symbols = word(LANGUAGE.publicSymbols) >>> 1;
    const count = word(LANGUAGE.symbols) + word(LANGUAGE.aliasNames);
    this.#publicSymbols = this.#halves.slice(symbols, symbols + count);
    this.#aliases = word(LANGUAGE.aliases) >>> 1;
    this.#longestAliases = word(LANGUAGE.longestAliases) & 0xffff;
    this.#fieldsOf = [];
    if (word(LANGUAGE.fields) === 0) return;
    const slices = word(LANGUAGE.fieldSlices);
    const entries = word(LANGUAGE.fieldEntries);
    for (let production = 0; production < word(LANGUAGE.productions); production++)
      this.#fieldsOf.push(this.#readFields(slices + 4 * production, entries));
  }

  /** The fields of a production's children by index. If an index occurs twice, the first counts. */
  #readFields(slice: number, entries: number): Uint16Array {
    const halves = this.#halves;
    const from = valueAt(halves, slice >>> 1);
    const count = valueAt(halves, (slice >>> 1) + 1);
    const found: [place: number, field: number][] = [];
    for (let at = from; at < from + count; at++) {
      const entry = valueAt(this.#words, (entries + 4 * at) >>> 2);
      const isInherited = entry >>> 24 !== 0;
      if (!isInherited) found.push([(entry >>> 16) & 255, entry & 0xffff]);
    }
    if (found.length === 0) return noFields;
    const fields = new Uint16Array(Math.max(...found.map(([place]) => place)) + 1);
    for (const [place, field] of found.reverse()) fields[place] = field;
    return fields;
  }

  #typeOf(symbol: number): string {
    return symbol === ERROR ? 'ERROR' : (this.#names.types[valueAt(this.#publicSymbols, symbol)] ?? 'ERROR');
  }

  /** Not recursive, because a tree may be as deep as its text is long. */
  #copyChildren(root: TreeNode, pointer: number): void {
    const open: Open[] = [];
    let now: Open = this.#open(root, pointer, valueAt(this.#words, (pointer + SUBTREE.padding) >>> 2), 0);
    for (;;) {
      if (now.left === 0) {
        const outer = open.pop();
        if (outer === undefined) return;
        now = outer;
        continue;
      }
      const inner = this.#readChild(now);
      if (inner === null) continue;
      open.push(now);
      now = inner;
    }
  }

  /** Reads the next child. Returns its own children to read, or null. */
  #readChild(now: Open): Open | null {
    const words = this.#words;
    const low = valueAt(words, now.child);
    const high = valueAt(words, now.child + 1);
    now.child += SUBTREE_BYTES >>> 2;
    now.left--;
    const isInline = (low & IS_INLINE) === 1;
    const flags = isInline ? low >>> 1 : valueAt(words, (low + SUBTREE.flags) >>> 2);
    const size = isInline ? high >>> 24 : valueAt(words, (low + SUBTREE.size) >>> 2);
    let start = now.position;
    // Padding before the first child belongs to its parent.
    if (now.isFirst) now.isFirst = false;
    else start += isInline ? (high >>> 16) & 255 : valueAt(words, (low + SUBTREE.padding) >>> 2);
    now.position = start + size;
    let alias = 0;
    let field = 0;
    if ((flags & IS_EXTRA) === 0) {
      const place = now.place++;
      if (now.aliases !== 0) alias = valueAt(this.#halves, now.aliases + place);
      field = now.fields[place] || now.field;
    }
    const childCount = isInline ? 0 : valueAt(words, (low + SUBTREE.childCount) >>> 2);
    if ((flags & IS_VISIBLE) === 0 && alias === 0) {
      // It is hidden: its children take its place.
      const isEmpty = childCount === 0 || words[(low + SUBTREE.visibleChildren) >>> 2] === 0;
      return isEmpty ? null : this.#open(now.node, low, start, field);
    }
    const own = isInline ? (low >>> 8) & 255 : valueAt(words, (low + SUBTREE.symbol) >>> 2) & 0xffff;
    const node = this.#addNode(now.node, alias || own, field, start, size);
    return node === null || childCount === 0 || size === 0 ? null : this.#open(node, low, start, 0);
  }

  /** Adds it to the parent if it has a name or a field; null if nothing below it has to be read. */
  #addNode(parent: TreeNode, symbol: number, field: number, start: number, size: number): TreeNode | null {
    const { types, isNamed, isLeaf, fields } = this.#names;
    const typeId = symbol === ERROR ? ERROR : valueAt(this.#publicSymbols, symbol);
    const named = typeId === ERROR || isNamed[typeId] === 1;
    if (!named && field === 0) return null;
    const node: TreeNode = {
      type: typeId === ERROR ? 'ERROR' : (types[typeId] ?? 'ERROR'),
      field: fields[field] ?? null,
      start: start >>> 1,
      end: (start + size) >>> 1,
      kids: noKids,
    };
    if (parent.kids === noKids) parent.kids = [node];
    else parent.kids.push(node);
    return named && isLeaf[typeId] !== 1 ? node : null;
  }

  #open(node: TreeNode, pointer: number, position: number, field: number): Open {
    const count = valueAt(this.#words, (pointer + SUBTREE.childCount) >>> 2);
    const production = valueAt(this.#words, (pointer + SUBTREE.production) >>> 2) >>> 16;
    return {
      node,
      child: (pointer - SUBTREE_BYTES * count) >>> 2,
      left: count,
      isFirst: true,
      position,
      place: 0,
      aliases: production === 0 ? 0 : this.#aliases + production * this.#longestAliases,
      fields: this.#fieldsOf[production] ?? noFields,
      field,
    };
  }
}

/** A subtree whose children are being read. Addresses count words. */
interface Open {
  /** The new parent of the children. */
  node: TreeNode;
  child: number;
  left: number;
  isFirst: boolean;
  /** In bytes, two for each character. */
  position: number;
  /** The index among the children of the production, which does not count comments. */
  place: number;
  aliases: number;
  fields: Uint16Array;
  /** The field of a hidden subtree in its parent, which its children inherit. */
  field: number;
}
