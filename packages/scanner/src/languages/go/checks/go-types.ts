import { child, children } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { argumentsOf, calledName, type GoFile, textOf } from './go-note.ts';
import { type IntegerType, integerTypes, type Range, single } from './integer-range.ts';

const limits = new Map<string, number>(
  [8, 16, 32, 64].flatMap((bits): [string, number][] => [
    [`MaxInt${bits}`, 2 ** (bits - 1) - 1],
    [`MinInt${bits}`, -(2 ** (bits - 1))],
    [`MaxUint${bits}`, 2 ** bits - 1],
  ]),
);
limits
  .set('MaxInt', 2 ** 63 - 1)
  .set('MinInt', -(2 ** 63))
  .set('MaxUint', 2 ** 64 - 1);

/** Result types of numeric functions in the standard library. */
const library: Record<string, string[]> = {
  'strconv.Atoi': ['int', 'error'],
  'strconv.ParseInt': ['int64', 'error'],
  'strconv.ParseUint': ['uint64', 'error'],
  'math/rand.Int': ['int'],
  'math/rand.Intn': ['int'],
  'math/rand.Int63': ['int64'],
  'math/rand.Int63n': ['int64'],
  'math/rand.Int31': ['int32'],
  'math/rand.Int31n': ['int32'],
  'math/rand.Uint32': ['uint32'],
  'math/rand.Uint64': ['uint64'],
  'strings.Count': ['int'],
  'strings.Index': ['int'],
  'bytes.Index': ['int'],
  'encoding/binary.Uvarint': ['uint64', 'int'],
  'encoding/binary.Varint': ['int64', 'int'],
  'encoding/binary.ReadUvarint': ['uint64', 'error'],
  'encoding/binary.ReadVarint': ['int64', 'error'],
  'unicode/utf8.RuneCountInString': ['int'],
  'os.Getpid': ['int'],
  'os.Getuid': ['int'],
  'io.Copy': ['int64', 'error'],
  'io.ReadFull': ['int', 'error'],
};

/** The types of names in a file, by its declarations. */
export class GoTypes {
  readonly file: GoFile;
  private readonly named = new Map<string, string>();
  private readonly fields = new Map<string, Map<string, string>>();
  private readonly results = new Map<string, string[]>();
  readonly constants = new Map<string, { type: string; value: number | null }>();

  constructor(file: GoFile) {
    this.file = file;
    for (const node of file.root.kids) {
      if (node.type === 'type_declaration') for (const spec of node.kids) this.addType(spec);
      if (node.type === 'function_declaration')
        this.results.set(textOf(file, child(node, 'name')), this.resultsOf(node));
    }
  }

  private addType(spec: TreeNode): void {
    const name = textOf(this.file, child(spec, 'name'));
    const type = child(spec, 'type');
    if (type === null) return;
    if (type.type !== 'struct_type') {
      this.named.set(name, this.written(type));
      return;
    }
    const fields = new Map<string, string>();
    for (const field of type.kids[0]?.kids ?? [])
      for (const one of children(field, 'name'))
        fields.set(textOf(this.file, one), this.written(child(field, 'type')));
    this.fields.set(name, fields);
  }

  resultsOf(fn: TreeNode): string[] {
    const result = child(fn, 'result');
    if (result === null) return [];
    if (result.type !== 'parameter_list') return [this.written(result)];
    return result.kids.flatMap((kid) => {
      const type = this.written(child(kid, 'type'));
      return Array.from({ length: Math.max(1, children(kid, 'name').length) }, () => type);
    });
  }

  written(node: TreeNode | null): string {
    return textOf(this.file, node).replace(/\s+/g, '');
  }

  /** The type behind the names that the file defines. */
  underlying(type: string): string {
    let known = type;
    for (let steps = 0; steps < 5; steps++) {
      const next = this.named.get(known);
      if (next === undefined) break;
      known = next;
    }
    return known;
  }

  integer(type: string): IntegerType | undefined {
    return integerTypes.get(this.underlying(type));
  }

  field(type: string, name: string): string {
    return this.fields.get(type.replace(/^\*/, ''))?.get(name) ?? '';
  }

  element(type: string): string {
    const known = this.underlying(type);
    if (known === 'string') return 'byte';
    return /^(?:\[[^\]]*\]|map\[[^\]]*\])(.*)$/.exec(known)?.[1] ?? '';
  }

  /** The length of an array; null if it is none, or if the length is not a number. */
  arrayLength(type: string): number | null {
    const written = /^\*?\[(\w+)\]/.exec(this.underlying(type))?.[1];
    if (written === undefined) return null;
    return /^\d+$/.test(written) ? Number(written) : (this.constants.get(written)?.value ?? null);
  }

  /** The result types of a call. */
  callResults(call: TreeNode): string[] {
    const name = calledName(this.file, call);
    return this.results.get(name) ?? library[name.replace('math/rand/v2.', 'math/rand.')] ?? [];
  }

  /** The limits in `math`, and constants of the file. */
  constant(node: TreeNode): number | null {
    const text = textOf(this.file, node);
    if (node.type === 'selector_expression') return limits.get(text.replace(/^math\./, '')) ?? null;
    return this.constants.get(text)?.value ?? null;
  }

  /** The range of a library call's result. */
  callRange(call: TreeNode, rangeOf: (node: TreeNode) => Range | null): Range | null {
    const name = calledName(this.file, call).replace('math/rand/v2.', 'math/rand.');
    const given = argumentsOf(call);
    if (/^math\/rand\.Int(?:n|31n|63n|N)$/.test(name)) {
      const bound = given[0] === undefined ? null : rangeOf(given[0]);
      return { lo: 0, hi: Math.max(0, (bound?.hi ?? 2 ** 63) - 1) };
    }
    if (/^math\/rand\.Int(?:31|63)?$/.test(name))
      return { lo: 0, hi: name.endsWith('31') ? 2 ** 31 - 1 : 2 ** 63 - 1 };
    if (/^(?:strings|bytes)\.Index$/.test(name)) return { lo: -1, hi: 2 ** 63 - 1 };
    if (
      /^(?:strings\.Count|unicode\/utf8\.RuneCountInString|io\.(?:Copy|ReadFull)|os\.Get[pu]id)$/.test(name)
    )
      return { lo: 0, hi: name.startsWith('os.') ? 2 ** 31 - 1 : 2 ** 63 - 1 };
    if (/^strconv\.Parse(?:Int|Uint)$/.test(name)) {
      const bits = given[2] === undefined ? null : rangeOf(given[2]);
      const width = bits !== null && bits.lo === bits.hi && bits.lo > 0 ? bits.lo : 64;
      return name.endsWith('ParseInt')
        ? { lo: -(2 ** (width - 1)), hi: 2 ** (width - 1) - 1 }
        : { lo: 0, hi: 2 ** width - 1 };
    }
    return null;
  }
}

/** The value of a number literal; null if it is not an integer. */
export function writtenNumber(text: string): Range | null {
  const plain = text.replace(/_/g, '');
  const value = Number(/^0[0-7]+$/.test(plain) ? `0o${plain.slice(1)}` : plain);
  return Number.isFinite(value) ? single(value) : null;
}
