import { describe, expect, test } from 'vitest';
import { checkProgram } from './checks/contract-checks.ts';

function found(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
  return checkProgram(sources).map(({ rule, file, span }) => {
    const line = file.text.slice(0, span.start).split('\n').length;
    return `${rule.slice('contract/'.length)} ${file.path}:${line}`;
  });
}

const reentrancies = (files: Record<string, string>): string[] =>
  found(files).filter((one) => /^reentrancy(?:-no-eth)? /.test(one));

const bank = (members: string, head = ''): string => `pragma solidity 0.8.20;
${head}
contract Bank ${members}`;

const pays = '(bool ok, ) = msg.sender.call{value: held[msg.sender]}("");\nrequire(ok);';

describe('reentrancy is followed', () => {
  test.each([
    [
      'through functions of the contract',
      `{ mapping(address => uint) held;\nfunction take() external { pay();\nheld[msg.sender] = 0; }\nfunction pay() internal { ${pays} } }`,
      6,
    ],
    [
      'into a function that writes',
      `{ mapping(address => uint) held;\nfunction take() external {\n${pays}\nclear(); }\nfunction clear() private { held[msg.sender] = 0; } }`,
      5,
    ],
    [
      'through a modifier that writes behind the function',
      `{ mapping(address => uint) held;\nmodifier clears() { _; held[msg.sender] = 0; }\nfunction take() external clears {\n${pays} } }`,
      6,
    ],
    [
      'from one round of a loop to the next',
      `{ mapping(address => uint) held;\nfunction take() external { for (uint i; i < 2; i++) { held[msg.sender] -= 1;\n${pays} } } }`,
      5,
    ],
    [
      'through a pointer into the storage',
      `{ struct A { uint held; } mapping(address => A) all;\nfunction take() external { A storage a = all[msg.sender];\n(bool ok, ) = msg.sender.call{value: a.held}(""); require(ok); a.held = 0; } }`,
      5,
    ],
    [
      'through a branch',
      `{ mapping(address => uint) held;\nfunction take(bool b) external { if (b) {\n${pays} } else { return; }\nheld[msg.sender] = 0; } }`,
      5,
    ],
  ])('%s', (_name, members, line) => {
    expect(reentrancies({ 'Bank.sol': bank(members) })).toEqual([`reentrancy Bank.sol:${line}`]);
  });

  test('through bases and libraries in other files', () => {
    const files = {
      'Base.sol':
        'pragma solidity 0.8.20;\nabstract contract Base {\nmapping(address => uint) held;\nfunction clear() internal virtual; }',
      'Lib.sol':
        'pragma solidity 0.8.20;\nlibrary Lib { function pay(address to, uint v) internal {\n(bool ok, ) = to.call{value: v}(""); require(ok); } }',
      'Bank.sol':
        'pragma solidity 0.8.20;\nimport "./Base.sol"; import {Lib as Pay} from "./Lib.sol";\ncontract Bank is Base { using Pay for address;\nfunction take() external { msg.sender.pay(held[msg.sender]); clear(); }\nfunction clear() internal override { held[msg.sender] = 0; } }',
    };
    expect(reentrancies(files)).toEqual(['reentrancy Lib.sol:3']);
  });

  test.each([
    [
      'a guard of a library that is not here',
      '{ mapping(address => uint) held;\nfunction take() external nonReentrant { ' +
        pays +
        ' held[msg.sender] = 0; } }',
    ],
    [
      'a lock of its own',
      '{ bool busy; mapping(address => uint) held;\nmodifier once() { require(!busy); busy = true; _; busy = false; }\nfunction take() external once { ' +
        pays +
        ' held[msg.sender] = 0; } }',
    ],
    [
      'a way that ends before the write',
      '{ mapping(address => uint) held;\nfunction take(bool b) external { if (b) { ' +
        pays +
        ' return; } held[msg.sender] = 0; } }',
    ],
    [
      'the state is written first',
      '{ mapping(address => uint) held;\nfunction take() external { uint v = held[msg.sender]; held[msg.sender] = 0; (bool ok, ) = msg.sender.call{value: v}(""); require(ok); } }',
    ],
    [
      'a view function is asked',
      '{ I i; uint n;\nfunction take() external { n = n + i.f(); } } interface I { function f() external view returns (uint); }',
    ],
  ])('not where there is %s', (_name, members) => {
    expect(reentrancies({ 'Bank.sol': bank(members) })).toEqual([]);
  });
});

describe('the caller is checked', () => {
  const kill = 'function kill() external GUARD { selfdestruct(payable(msg.sender)); }';
  test.each([
    ['by a modifier of a base in another file', 'onlyBoss', 'import "./Boss.sol";', 'is Boss'],
    [
      'by a modifier of a package that is not here',
      'onlyOwner',
      'import "@openzeppelin/contracts/access/Ownable.sol";',
      'is Ownable',
    ],
    ['by a role', "onlyRole(keccak256('KILL'))", '', 'is AccessControl'],
  ])('%s', (_name, guard, head, heritage) => {
    const files = {
      'Boss.sol':
        'pragma solidity 0.8.20;\ncontract Boss { address boss = msg.sender; function check() internal view { if (msg.sender != boss) revert(); } modifier onlyBoss() { check(); _; } }',
      'Bank.sol': bank(`${heritage} { ${kill.replace('GUARD', guard)} }`, head),
    };
    expect(found(files).filter((one) => one.startsWith('open-selfdestruct'))).toEqual([]);
    const open = { ...files, 'Bank.sol': bank(`${heritage} { ${kill.replace('GUARD', '')} }`, head) };
    expect(found(open).filter((one) => one.startsWith('open-selfdestruct'))).toEqual([
      'open-selfdestruct Bank.sol:3',
    ]);
  });

  test('by a helper that returns whether it is the owner', () => {
    const own = bank(
      '{ address boss = msg.sender;\nfunction isBoss() internal view returns (bool) { return msg.sender == boss; }\nfunction kill() external { require(isBoss()); selfdestruct(payable(boss)); } }',
    );
    expect(found({ 'Bank.sol': own }).filter((one) => one.startsWith('open-selfdestruct'))).toEqual([]);
  });
});

test('the most derived function is called, in C3 order', () => {
  const file = `pragma solidity 0.8.20;
contract A { function go() external { act(); } function act() internal virtual { } }
contract B is A { function act() internal virtual override { super.act(); } }
contract C is A { function act() internal virtual override {
selfdestruct(payable(msg.sender)); } }
contract D is B, C { function act() internal override(B, C) { super.act(); } }
contract E is C, B { function act() internal override(B, C) { } }`;
  expect(found({ 'a.sol': file }).filter((one) => one.startsWith('open-selfdestruct'))).toEqual([
    'open-selfdestruct a.sol:5',
  ]);
});

describe('intended code gives no finding', () => {
  test.each([
    [
      'a lock that the function holds itself',
      'reentrancy-no-eth',
      '{ bool busy; uint n; I i;\nfunction go() external { require(!busy); busy = true; i.f(); busy = false; } } interface I { function f() external; }',
    ],
    [
      'a contract that this one made',
      'reentrancy-no-eth',
      '{ mapping(uint => address) all;\nfunction go(uint n) external { require(all[n] == address(0)); Child c = new Child(); c.start(); all[n] = address(c); } } contract Child { uint a; function start() external { a = 1; } }',
    ],
    [
      'code that runs only in the storage of a proxy',
      'delegatecall',
      '{ address immutable self = address(this); uint n;\nfunction go(address to, bytes calldata data) external { require(address(this) != self); (bool ok, ) = to.delegatecall(data); require(ok); } }',
    ],
    [
      'a trial that is undone in any case',
      'delegatecall',
      '{ uint n;\nfunction go(address to, bytes calldata data) external { (bool ok, ) = to.delegatecall(data); ok; revert("tried"); } }',
    ],
    [
      'a refund of what was paid too much',
      'arbitrary-send',
      '{ uint n; I i;\nfunction go(address to) external payable { uint cost = i.cost(); if (msg.value > cost) i.pay{value: cost}(to); n = 1; } } interface I { function cost() external returns (uint); function pay(address to) external payable; }',
    ],
    [
      'what was decided before, looked up by its hash',
      'arbitrary-send',
      '{ mapping(bytes32 => bool) agreed;\nfunction go(address to, uint v) external { require(agreed[keccak256(abi.encode(to, v))]); (bool ok, ) = to.call{value: v}(""); require(ok); } }',
    ],
    [
      'a number cut to its width',
      'chain-random',
      '{ uint32 at;\nfunction go() external { at = uint32(block.timestamp % 2**32); } }',
    ],
    [
      'rounding to steps',
      'divide-before-multiply',
      '{ function go(uint a, uint step) external pure returns (uint) { return a / step * step; } }',
    ],
  ])('%s', (_name, rule, members) => {
    expect(found({ 'Bank.sol': bank(members) }).filter((one) => one.startsWith(`${rule} `))).toEqual([]);
  });

  test('a sum that is checked for overflow afterwards', () => {
    const file =
      'pragma solidity 0.5.0; contract A { uint n; function go(uint x, uint y) public { uint z; require(y == 0 || (z = x * y) / y == x); n = z; } }';
    expect(found({ 'a.sol': file }).filter((one) => one.startsWith('integer-overflow'))).toEqual([]);
  });

  test('what a test does with a contract', () => {
    const files = [
      {
        path: 'Lib.sol',
        text: 'pragma solidity 0.8.20; library Lib { function pay(address to, uint v) internal { (bool ok, ) = to.call{value: v}(""); require(ok); } }',
      },
      {
        path: 'test/T.sol',
        text: 'pragma solidity 0.8.20; import "../Lib.sol"; contract T { uint n; function go(address to) external { Lib.pay(to, 1); n = 1; } }',
        isAside: true,
      },
    ];
    const reports = checkProgram(files).filter(({ rule }) => rule === 'contract/arbitrary-send');
    expect(reports).toEqual([]);
    expect(
      checkProgram(files.map(({ path, text }) => ({ path, text }))).some(
        ({ rule }) => rule === 'contract/arbitrary-send',
      ),
    ).toBe(true);
  });
});

test('equal files give equal findings, whatever their order', () => {
  const files = {
    'a.sol': bank('{ function kill() external { selfdestruct(payable(msg.sender)); } }'),
    'b.sol': bank('{ uint a; function f() external { a = 1; a = 2; } }'),
  };
  const turned = Object.fromEntries(Object.entries(files).reverse());
  expect(found(turned).sort()).toEqual(found(files).sort());
});

test('hostile contracts are analysed to the end', () => {
  const many = Array.from(
    { length: 3_000 },
    (_, at) => `function f${at}() public { f${at + 1}(); g${at % 7} += msg.value; x.call(""); }`,
  );
  const wide = `pragma solidity 0.4.0; contract A is A, B { uint g0; ${many.join('\n')} } contract B is A { }`;
  const flat = `pragma solidity 0.4.0; contract A { function f(uint a) { ${'a = a + a; g(a, f);'.repeat(20_000)} } }`;
  for (const text of [wide, flat]) expect(Array.isArray(checkProgram([{ path: 'a.sol', text }]))).toBe(true);
});
