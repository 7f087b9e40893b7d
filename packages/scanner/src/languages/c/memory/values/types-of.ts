import type { CExpression, CType } from '../../frontend/c-tree.ts';
import {
  doubleType,
  elementOf,
  intType,
  isPlainNumber,
  longType,
  makeType,
  typeOfWords,
} from '../../frontend/c-types.ts';
import type { Access } from './access.ts';

/** The static type of an expression, as far as it is known here. */
export function typeOf(access: Access, e: CExpression): CType | undefined {
  switch (e.kind) {
    case 'name': {
      const known = access.memory.vars.get(e.name);
      if (known !== undefined) return known.type;
      return access.globalPlace(e.name)?.type;
    }
    case 'member': {
      const of = typeOf(access, e.of);
      return of === undefined
        ? undefined
        : access.run.program.record(of.name, access.fn.view)?.fields.get(e.name);
    }
    case 'index':
      return elementOf(typeOf(access, e.of));
    case 'unary': {
      if (e.op === '*') return elementOf(typeOf(access, e.of));
      const of = typeOf(access, e.of);
      if (e.op !== '&') return of;
      return of && { ...of, pointers: of.pointers + 1, dimensions: [] };
    }
    case 'cast':
      return e.type;
    case 'new':
      return { ...e.type, pointers: e.type.pointers + 1 };
    case 'step':
      return typeOf(access, e.of);
    case 'assign':
      return typeOf(access, e.left);
    case 'choice':
      return typeOf(access, e.yes) ?? typeOf(access, e.no);
    case 'number':
      if (e.isFloat) return doubleType;
      return e.isLong || e.value > 2 ** 31 - 1 ? longType : intType;
    case 'text':
      return { ...makeType(e.unit === 4 ? 'wchar_t' : 'char', e.unit, true), pointers: 1 };
    case 'sizeof':
      return makeType('size_t', 8, false);
    case 'binary':
      return sumType(access, e.left, e.right);
    case 'call':
      return callType(access, e);
    default:
      return undefined;
  }
}

/** The type of a sum or product of two numbers. */
export function sumType(access: Access, left: CExpression, right: CExpression): CType | undefined {
  const [a, b] = [typeOf(access, left), typeOf(access, right)];
  if (a !== undefined && (a.pointers > 0 || a.dimensions.length > 0)) return a;
  if (b !== undefined && (b.pointers > 0 || b.dimensions.length > 0)) return b;
  if (a === undefined || b === undefined || !isPlainNumber(a) || !isPlainNumber(b)) return undefined;
  if (a.isFloat || b.isFloat) return a.isFloat ? a : b;
  if (a.width < 4 && b.width < 4) return intType;
  if (a.width === b.width) return a.isSigned ? b : a;
  const wider = a.width > b.width ? a : b;
  return wider.width < 4 ? intType : wider;
}

function callType(access: Access, e: Extract<CExpression, { kind: 'call' }>): CType | undefined {
  if (e.callee.kind !== 'name') return undefined;
  const { name } = e.callee;
  if (/^(?:atoi|rand|abs|RAND32)$/.test(name)) return typeOfWords(['int']);
  if (/^(?:strlen|wcslen)$/.test(name)) return typeOfWords(['size_t']);
  return access.run.program.resolve(name, access.fn.view, e.args.length)?.returnType;
}
