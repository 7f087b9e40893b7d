import { expect, test } from 'vitest';
import { required } from '../../../fixtures/required.ts';
import { readUnit } from './read-unit.ts';
import type { Expr, Statement } from './syntax.ts';

/** A body as text with all parentheses, to show what belongs together. */
function shape(statement: Statement): string {
  switch (statement.kind) {
    case 'block':
      return statement.body.map(shape).join(' ');
    case 'expression':
      return text(statement.expr);
    case 'declaration':
      return `${statement.variables.map((one) => one?.name ?? '_').join()} := ${statement.value ? text(statement.value) : '-'}`;
    case 'return':
      return `return ${statement.value ? text(statement.value) : '-'}`;
    case 'emit':
      return `emit ${text(statement.call)}`;
    case 'loop':
      return `loop(${statement.test ? text(statement.test) : '-'}: ${shape(statement.body)})`;
    case 'if':
      return `if(${text(statement.test)}: ${shape(statement.yes)} | ${statement.no ? shape(statement.no) : '-'})`;
    case 'try':
      return `try(${text(statement.call)}: ${shape(statement.body)} | ${statement.catches.map(shape).join('; ')})`;
    case 'assembly':
      return `asm(${statement.body.map(shape).join(' ')})`;
    case 'jump':
      return statement.to;
    default:
      return statement.kind;
  }
}

function text(expr: Expr): string {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'literal':
      return expr.unit === null ? expr.text : `${expr.text} ${expr.unit}`;
    case 'member':
      return `${text(expr.object)}.${expr.name}`;
    case 'index':
      return `${text(expr.base)}[${expr.index ? text(expr.index) : ''}]`;
    case 'slice':
      return `${text(expr.base)}[:]`;
    case 'call': {
      const options = expr.options.map(({ name, value }) => `${name}: ${text(value)}`).join();
      return `${text(expr.callee)}${options && `{${options}}`}(${expr.args.map(text).join()})`;
    }
    case 'binary':
    case 'assign':
      return `(${text(expr.left)} ${expr.op} ${text(expr.right)})`;
    case 'unary':
      return expr.isPrefix ? `(${expr.op} ${text(expr.argument)})` : `(${text(expr.argument)} ${expr.op})`;
    case 'ternary':
      return `(${text(expr.test)} ? ${text(expr.yes)} : ${text(expr.no)})`;
    case 'tuple':
    case 'array':
      return `(${expr.items.map((one) => (one === null ? '' : text(one))).join()})`;
    default:
      return expr.kind;
  }
}

function bodyOf(code: string): string {
  const unit = readUnit(`contract C { function f() public { ${code} } }`);
  expect(unit.hasErrors, code).toBe(false);
  return shape(required(unit.contracts[0]?.functions[0]?.body, 'the body'));
}

test.each([
  ['x = a + b[i].c * d ** e;', '(x = (a + (b[i].c * (d ** e))))'],
  ['require(!open[msg.sender] && a == b, "no");', 'require(((! open[msg.sender]) && (a == b)),"no")'],
  ['msg.sender.call.value(1 ether).gas(9)(data);', 'msg.sender.call{gas: 9,value: 1 ether}(data)'],
  ['(bool ok, ) = to.call{value: v}("");', 'ok,_ := to.call{value: v}("")'],
  ['var (a, , b) = f(); var c = 1;', 'a,_,b := f() c := 1'],
  ['(a, , b.c) = f();', '((a,,b.c) = f())'],
  ['uint[] memory list = new uint[](3); A.B storage s = t[1];', 'list := new(3) s := t[1]'],
  ['a[i] = 3; a.b(c); m[k][l]++; delete a;', '(a[i] = 3) a.b(c) (m[k][l] ++) (delete a)'],
  ['if (a) b; else if (c) throw; else { return; }', 'if(a: b | if(c: revert | return -))'],
  ['for (uint i; i < n; ++i) delete a[i];', 'loop((i < n): (delete a[i]))'],
  ['do { i++; } while (i < 3); for (;;) { break; }', 'loop((i < 3): (i ++)) loop(-: break)'],
  [
    'try a.b{value: 1}(c) returns (uint d) { d; } catch Error(string memory) { e; } catch { f; }',
    'try(a.b{value: 1}(c): d | e; f)',
  ],
  ['unchecked { x -= 1; } emit A.B(c); revert Bad(1);', '(x -= 1) emit A.B(c) revert'],
  [
    'assembly { let x := add(1, sload(y.slot)) if iszero(x) { revert(0, 0) } sstore(y_slot, x) }',
    'asm(x := add(1,sload(y.slot)) if(iszero(x): revert(0,0) | -) sstore(y.slot,x))',
  ],
  [
    'x = a ? b : c; y = type(uint).max; z = hex"00" ; from = x;',
    '(x = (a ? b : c)) (y = type(type).max) (z = "00") (from = x)',
  ],
])('%s', (code, wanted) => {
  expect(bodyOf(code)).toBe(wanted);
});

test('contracts of all versions are parsed with their content', () => {
  const unit = readUnit(`
    pragma solidity >=0.4.22 <0.9.0;
    import {A as B, C} from "./a.sol"; import * as all from "b.sol"; import "c.sol";
    type Price is uint256; error Bad(uint code); using {add as +} for Price global;
    uint constant LIMIT = 3;
    function add(Price a, Price b) pure returns (Price) { return a; }
    abstract contract Base layout at 3 is B, C(1) {
      struct S { uint a; mapping(address owner => uint held) m; }
      enum E { One, Two }
      event Told(address indexed who, uint);
      uint transient lock; address public immutable owner; function (uint) external returns (bool) hook;
      modifier only(uint a) virtual { _; }
      constructor() B(2) payable { }
      function () payable { }
      function old(uint a) constant returns (uint) { return a; }
      receive() external payable virtual override(B, C) only(1) { }
    }
    library L { } interface I { function f() external; }`);
  expect(unit.hasErrors).toBe(false);
  expect(unit.imports.map(({ path, names, unitAlias }) => [path, names, unitAlias])).toEqual([
    [
      './a.sol',
      [
        ['B', 'A'],
        ['C', 'C'],
      ],
      null,
    ],
    ['b.sol', [], 'all'],
    ['c.sol', [], null],
  ]);
  const [base] = unit.contracts;
  expect(unit.contracts.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'contract Base',
    'library L',
    'interface I',
  ]);
  expect(base?.bases.map(({ name }) => name)).toEqual(['B', 'C']);
  expect(base?.variables.map(({ name }) => name)).toEqual(['lock', 'owner', 'hook']);
  expect(base?.functions.map(({ kind, mutability }) => `${kind} ${mutability}`)).toEqual([
    'constructor payable',
    'fallback payable',
    'function view',
    'receive payable',
  ]);
  expect(base?.events[0]?.parameters.map(({ isIndexed }) => isIndexed)).toEqual([true, false]);
});

test('code that cannot be parsed is skipped, and the rest is parsed', () => {
  const unit =
    readUnit(`contract A { uint a = = 3; function f() public { x = ; y = 1; } ??? function g() public { } }
    contract B { function h() public { if ( } }`);
  expect(unit.hasErrors).toBe(true);
  expect(unit.contracts.map(({ name }) => name)).toEqual(['A', 'B']);
  expect(unit.contracts[0]?.functions.map(({ name }) => name)).toEqual(['f', 'g']);
});

test.each([
  '(',
  '[',
  '{',
  'a(',
  'a[',
  '!',
  '-',
  'if(a)',
  '/*',
  '"',
  'a.b.',
  '1+',
  'a?',
  'contract C{',
  'function f(',
  'mapping(a=>',
  'assembly{',
  ';(',
  'x{a:',
  'is ',
])('a file of only %s is parsed to the end', (piece) => {
  for (const before of ['', 'contract C { function f() public { x = ', 'contract C { ']) {
    const source = before + piece.repeat(20_000);
    expect(readUnit(source).contracts.length).toBeLessThan(20_001);
  }
});
