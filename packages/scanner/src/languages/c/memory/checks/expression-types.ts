import type { CExpression, CType } from '../../frontend/c-tree.ts';
import { doubleType, elementOf, intType, isPlainNumber, longType, makeType } from '../../frontend/c-types.ts';
import { type Reading, typeOf } from './check.ts';

/** The type of an expression, as far as the function and the program declare it. */
export function valueType(reading: Reading, e: CExpression): CType | undefined {
  switch (e.kind) {
    case 'name':
      return reading.shadowed.has(e.name) ? undefined : typeOf(reading, e);
    case 'member':
      return typeOf(reading, e);
    case 'index':
      return elementOf(valueType(reading, e.of));
    case 'unary':
      return unaryType(reading, e.op, e.of);
    case 'cast':
      return e.type;
    case 'step':
      return valueType(reading, e.of);
    case 'assign':
      return valueType(reading, e.left);
    case 'choice':
      return choiceType(valueType(reading, e.yes), valueType(reading, e.no));
    case 'number':
      if (e.isFloat) return doubleType;
      return e.isLong || Math.abs(e.value) > 2 ** 31 - 1 ? longType : intType;
    case 'text':
      return { ...makeType(e.unit === 4 ? 'wchar_t' : 'char', e.unit, true), pointers: 1 };
    case 'sizeof':
      return makeType('size_t', 8, false);
    case 'binary':
      return binaryType(reading, e);
    case 'call':
      return e.callee.kind === 'name'
        ? reading.program.resolve(e.callee.name, reading.fn.view, e.args.length)?.returnType
        : undefined;
    default:
      return undefined;
  }
}

function choiceType(a: CType | undefined, b: CType | undefined): CType | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (isPointer(a) || isPointer(b)) return isPointer(a) ? a : b;
  return common(a, b);
}

function unaryType(reading: Reading, op: string, of: CExpression): CType | undefined {
  if (op === '!') return intType;
  const type = valueType(reading, of);
  if (op === '*') return elementOf(type);
  if (op === '&') return type && { ...type, pointers: type.pointers + 1, dimensions: [] };
  return type !== undefined && isPlainNumber(type) ? promoted(type) : type;
}

function binaryType(
  reading: Reading,
  { op, left, right }: Extract<CExpression, { kind: 'binary' }>,
): CType | undefined {
  if (/^(?:&&|\|\||[=!]=|[<>]=?)$/.test(op)) return intType;
  const [a, b] = [valueType(reading, left), valueType(reading, right)];
  if (op === '<<' || op === '>>') return a !== undefined && isPlainNumber(a) ? promoted(a) : undefined;
  if (a !== undefined && isPointer(a)) return op === '-' && b !== undefined && isPointer(b) ? longType : a;
  if (b !== undefined && isPointer(b)) return b;
  return a === undefined || b === undefined ? undefined : common(a, b);
}

export function isPointer(type: CType): boolean {
  return type.pointers > 0 || type.dimensions.length > 0;
}

function promoted(type: CType): CType {
  return type.width < 4 ? intType : type;
}

function common(a: CType, b: CType): CType | undefined {
  if (!isPlainNumber(a) || !isPlainNumber(b)) return undefined;
  if (a.isFloat || b.isFloat) return a.isFloat ? a : b;
  const [left, right] = [promoted(a), promoted(b)];
  if (left.width === right.width) return left.isSigned ? right : left;
  return left.width > right.width ? left : right;
}
