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

  test('through bases and libraries of other files', () => {
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

describe('who calls is looked at', () => {
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

  test('through a helper that gives whether it is the owner', () => {
    const own = bank(
      '{ address boss = msg.sender;\nfunction isBoss() internal view returns (bool) { return msg.sender == boss; }\nfunction kill() external { require(isBoss()); selfdestruct(payable(boss)); } }',
    );
    expect(found({ 'Bank.sol': own }).filter((one) => one.startsWith('open-selfdestruct'))).toEqual([]);
  });
});

test('the most derived function answers, in the order of C3', () => {
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

test('equal files give equal findings, whatever their order', () => {
  const files = {
    'a.sol': bank('{ function kill() external { selfdestruct(payable(msg.sender)); } }'),
    'b.sol': bank('{ uint a; function f() external { a = 1; a = 2; } }'),
  };
  const turned = Object.fromEntries(Object.entries(files).reverse());
  expect(found(turned).sort()).toEqual(found(files).sort());
});

test('hostile contracts end', () => {
  const many = Array.from(
    { length: 3_000 },
    (_, at) => `function f${at}() public { f${at + 1}(); g${at % 7} += msg.value; x.call(""); }`,
  );
  const wide = `pragma solidity 0.4.0; contract A is A, B { uint g0; ${many.join('\n')} } contract B is A { }`;
  const flat = `pragma solidity 0.4.0; contract A { function f(uint a) { ${'a = a + a; g(a, f);'.repeat(20_000)} } }`;
  for (const text of [wide, flat]) expect(Array.isArray(checkProgram([{ path: 'a.sol', text }]))).toBe(true);
});
