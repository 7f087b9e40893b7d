import { only } from '../../../read/only.ts';
import { child, firstKid } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { argumentsOf, textOf } from './go-note.ts';
import { type GoTypes, writtenNumber } from './go-types.ts';
import {
  complement,
  isEmpty,
  isWithin,
  join,
  meet,
  negate,
  operate,
  type Range,
  single,
  wrapped,
} from './integer-range.ts';

const MAX_KEY_LENGTH = 100;
const plainKinds =
  /^(?:identifier|field_identifier|selector_expression|index_expression|int_literal|rune_literal|binary_expression|unary_expression|parenthesized_expression|call_expression|argument_list|type_identifier)$/;
const length: Range = { lo: 0, hi: 2 ** 63 - 1 };

/** What is known about numbers at one point of a function: types by name, ranges by expression. */
export class RangeFacts {
  readonly types: GoTypes;
  /** Types of visible names. */
  names = new Map<string, string>();
  ranges = new Map<string, Range>();
  /** Conditions by the names that hold their result. */
  conditions = new Map<string, TreeNode>();
  /** Names that closures or pointers may change at any time. */
  readonly volatile: ReadonlySet<string>;
  /** Values that the function shifts to the right somewhere. */
  readonly shifted: ReadonlySet<string>;

  constructor(types: GoTypes, volatile: ReadonlySet<string>, shifted: ReadonlySet<string>) {
    this.types = types;
    this.volatile = volatile;
    this.shifted = shifted;
  }

  copy(): RangeFacts {
    const copied = new RangeFacts(this.types, this.volatile, this.shifted);
    copied.names = new Map(this.names);
    copied.ranges = new Map(this.ranges);
    copied.conditions = new Map(this.conditions);
    return copied;
  }

  /** The text of an expression whose value only changes by assignments; null for any other. */
  key(node: TreeNode): string | null {
    let inner = node;
    while (inner.type === 'parenthesized_expression') inner = firstKid(inner) ?? inner;
    if (inner.end - inner.start > MAX_KEY_LENGTH || !this.isPlain(inner)) return null;
    return textOf(this.types.file, inner).replace(/\s+/g, '');
  }

  private isPlain(node: TreeNode): boolean {
    if (!plainKinds.test(node.type)) return /^\W+$/.test(node.type);
    if (node.type === 'call_expression') {
      const f = child(node, 'function');
      const name = textOf(this.types.file, f);
      if (f?.type !== 'identifier' || !(/^(?:len|cap)$/.test(name) || this.types.integer(name))) return false;
    }
    if (node.type === 'identifier' && this.volatile.has(textOf(this.types.file, node))) return false;
    return node.kids.every((kid) => this.isPlain(kid));
  }

  /** Forgets everything that mentions the name. */
  forget(name: string): void {
    for (const [known, condition] of this.conditions)
      if (known === name || textOf(this.types.file, condition).includes(name)) this.conditions.delete(known);
    for (const key of this.ranges.keys())
      if (
        key.includes(name) &&
        new RegExp(String.raw`(?<![\w.])${name.replace(/[^\w.]/g, '\\$&')}(?!\w)`).test(key)
      )
        this.ranges.delete(key);
  }

  set(key: string, range: Range | null): void {
    if (range !== null && !this.volatile.has(/^(?:len\(|cap\()?(\w+)/.exec(key)?.[1] ?? ''))
      this.ranges.set(key, range);
  }

  typeOf(node: TreeNode | null): string {
    if (node === null) return '';
    const { file } = this.types;
    switch (node.type) {
      case 'identifier': {
        const name = textOf(file, node);
        return this.names.get(name) ?? this.types.constants.get(name)?.type ?? '';
      }
      case 'interpreted_string_literal':
      case 'raw_string_literal':
        return 'string';
      case 'parenthesized_expression':
        return this.typeOf(firstKid(node));
      case 'selector_expression':
        return this.types.field(this.typeOf(child(node, 'operand')), textOf(file, child(node, 'field')));
      case 'index_expression':
        return this.types.element(this.typeOf(child(node, 'operand')));
      case 'slice_expression': {
        const type = this.typeOf(child(node, 'operand'));
        return type.replace(/^\*?\[[^\]]*\]/, '[]');
      }
      case 'composite_literal':
      case 'type_conversion_expression':
      case 'type_assertion_expression':
        return this.types.written(child(node, 'type'));
      case 'unary_expression':
        return this.unaryType(node);
      case 'binary_expression':
        return this.binaryType(node);
      case 'call_expression':
        return this.callType(node);
      default:
        return '';
    }
  }

  private unaryType(node: TreeNode): string {
    const type = this.typeOf(child(node, 'operand'));
    switch (child(node, 'operator')?.type) {
      case '&':
        return `*${type}`;
      case '*':
        return type.replace(/^\*/, '');
      default:
        return type;
    }
  }

  private binaryType(node: TreeNode): string {
    const operator = child(node, 'operator')?.type ?? '';
    if (/^(?:[=!<>]=?|==|&&|\|\|)$/.test(operator)) return 'bool';
    const left = this.typeOf(child(node, 'left'));
    return left !== '' || operator === '<<' || operator === '>>' ? left : this.typeOf(child(node, 'right'));
  }

  private callType(node: TreeNode): string {
    const f = child(node, 'function');
    const name = textOf(this.types.file, f);
    const given = argumentsOf(node);
    if (f?.type === 'identifier') {
      if (/^(?:len|cap|copy)$/.test(name)) return 'int';
      if (this.types.integer(name) !== undefined || name === 'string') return name;
      if (name === 'append') return this.typeOf(given[0] ?? null);
      if (name === 'make' || name === 'new')
        return (name === 'new' ? '*' : '') + this.types.written(given[0] ?? null);
      if (name === 'min' || name === 'max') return given.map((one) => this.typeOf(one)).find(Boolean) ?? '';
    }
    return this.types.callResults(node)[0] ?? '';
  }

  /** The range of a value; null if not even its type is known. */
  rangeOf(node: TreeNode): Range | null {
    const type = this.types.integer(this.typeOf(node));
    const key = this.key(node);
    const known = key === null ? undefined : this.ranges.get(key);
    const computed = this.compute(node) ?? type ?? null;
    if (known === undefined || computed === null) return known ?? computed;
    const met = meet(known, computed);
    return isEmpty(met) ? known : met;
  }

  private compute(node: TreeNode): Range | null {
    switch (node.type) {
      case 'int_literal':
        return writtenNumber(textOf(this.types.file, node));
      case 'rune_literal':
        return { lo: 0, hi: 0x10ffff };
      case 'parenthesized_expression': {
        const inner = firstKid(node);
        return inner === null ? null : this.rangeOf(inner);
      }
      case 'identifier':
      case 'selector_expression': {
        const value = this.names.has(textOf(this.types.file, node)) ? null : this.types.constant(node);
        return value === null ? null : single(value);
      }
      case 'unary_expression':
        return this.computeUnary(node);
      case 'binary_expression': {
        const [left, right] = [child(node, 'left'), child(node, 'right')];
        if (left === null || right === null) return null;
        const [a, b] = [this.rangeOf(left), this.rangeOf(right)];
        const operator = child(node, 'operator')?.type ?? '';
        // One operand is enough if it limits the result.
        const wide = { lo: -(2 ** 64), hi: 2 ** 64 };
        if (a === null && b === null) return null;
        const result = operate(operator, a ?? wide, b ?? wide);
        return result === null && this.typeOf(node) === ''
          ? null
          : wrapped(result, this.types.integer(this.typeOf(node)));
      }
      case 'call_expression':
        return this.computeCall(node);
      default:
        return null;
    }
  }

  private computeUnary(node: TreeNode): Range | null {
    const operand = child(node, 'operand');
    const range = operand === null ? null : this.rangeOf(operand);
    if (range === null) return null;
    const type = this.types.integer(this.typeOf(operand));
    const operator = child(node, 'operator')?.type;
    if (operator === '-') return type === undefined ? negate(range) : turned(range, type);
    if (operator === '^') return type === undefined ? null : complement(range, type);
    return operator === '+' ? range : null;
  }

  private computeCall(node: TreeNode): Range | null {
    const name = textOf(this.types.file, child(node, 'function'));
    const given = argumentsOf(node);
    if (name === 'len' || name === 'cap') {
      const count = this.types.arrayLength(this.typeOf(given[0] ?? null));
      return count === null ? length : single(count);
    }
    const target = this.types.integer(name);
    const converted = only(given);
    if (target !== undefined && converted !== undefined) {
      const range = this.rangeOf(converted);
      return range !== null && isWithin(range, target) ? range : target;
    }
    if ((name === 'min' || name === 'max') && given.length > 0) return this.computeBound(name, given);
    return this.types.callRange(node, (one) => this.rangeOf(one));
  }

  private computeBound(name: 'min' | 'max', given: readonly TreeNode[]): Range | null {
    const ranges = given.map((one) => this.rangeOf(one));
    const known = ranges.filter((one) => one !== null);
    if (known.length === 0) return null;
    const unknownSide = known.length < ranges.length;
    const of = name === 'min' ? Math.min : Math.max;
    const lo = of(...known.map((one) => one.lo));
    const hi = of(...known.map((one) => one.hi));
    if (!unknownSide) return { lo, hi };
    return name === 'min' ? { lo: -(2 ** 63), hi } : { lo, hi: 2 ** 64 };
  }

  /** Combines two paths: keeps what is true on both. */
  joinWith(other: RangeFacts): void {
    for (const [key, range] of this.ranges) {
      const there = other.ranges.get(key);
      if (there === undefined) this.ranges.delete(key);
      else this.ranges.set(key, join(range, there));
    }
  }
}

/** The minimum of a type has no negative. This case is ignored. */
function turned(range: Range, type: Range): Range {
  const met = meet(negate(range), type);
  return isEmpty(met) ? type : met;
}
