import { hash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Abi } from 'viem';
import { SourceCompiler } from '../../../code/compiler/source-compiler.ts';

export interface CompiledSubject {
  abi: Abi;
  bytecode: string;
}

/** The contract `Subject` of the source below; compiled once for all test files. */
export function compileSubject(): Promise<CompiledSubject> {
  return compileOnce(testSource, 'Subject');
}

/** A contract of a source; compiled once for all test runs on this machine. */
export async function compileOnce(source: string, contractName: string): Promise<CompiledSubject> {
  const name = `trivium-test-code-${hash('sha256', `${contractName} ${source}`).slice(0, 16)}.json`;
  const path = join(tmpdir(), name);
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept);
  const { abi, bytecode } = await new SourceCompiler().compile(source, contractName);
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify({ abi, bytecode }));
  await rename(unfinished, path);
  return { abi, bytecode };
}

/** Solidity with an example of every kind of outcome of a call. */
const testSource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

contract Thrower {
    error FromInside(uint256 code, string what);
    function fail() external pure { revert FromInside(7, "inside"); }
}

contract Subject {
    error Refused(address who, uint256 wanted);
    enum Kind { A, B }
    struct Point { int128 x; uint64[2] y; }

    mapping(address => uint256) public counts;
    mapping(bytes32 => uint256) public keys;
    uint256 public total;
    uint256[] public list;
    bool public open;
    Thrower private thrower = new Thrower();
    function() internal unset;

    constructor(uint256 start) payable {
        require(start < 1000, "start too large");
        total = start;
    }

    function add(uint256 amount) external { counts[msg.sender] += 1; total += amount; }
    function mark(bytes32 key) external { keys[key] += 1; total += 1; }
    function pay() external payable { total += msg.value; }
    function unlock() external { open = true; }
    function whenOpen() external { require(open, "closed"); total += 1; }
    function set(uint256 a) external { total = a; }
    function set(uint256 a, uint256 b) external { total = a + b; }
    function echo(Point memory p, string[] memory names, bytes3 tag)
        external pure returns (Point memory, string[] memory, bytes3) { return (p, names, tag); }

    function requireText() external pure { require(false, "not today"); }
    /// Reverts with so many bytes of NUL as its text.
    function requireNuls(uint256 length) external pure { require(false, string(new bytes(length))); }
    function requireEmpty() external pure { require(false); }
    function custom() external view { revert Refused(msg.sender, 42); }
    function bubbled() external view { thrower.fail(); }
    function panicAssert() external pure { assert(false); }
    function panicOverflow(uint256 a) external pure returns (uint256) { return type(uint256).max + a; }
    function panicDivision(uint256 a) external pure returns (uint256) { return 1 / a; }
    function panicEnum(uint256 a) external pure returns (Kind) { return Kind(a); }
    function panicPop() external { delete list; list.pop(); }
    function panicIndex(uint256 a) external view returns (uint256) { return list[a]; }
    function panicMemory(uint256 a) external pure returns (uint256) { return (new uint256[](a)).length; }
    function panicUnset() external { unset(); }
    function panicEncoding() external returns (uint256) {
        bytes storage b = broken;
        assembly { sstore(b.slot, 0x21) }
        return broken.length > 0 ? uint256(uint8(broken[0])) : 0;
    }
    bytes private broken;
    function burn() external { while (true) { total += 1; } }
    function invalidOpcode() external pure { assembly { invalid() } }
}
`;
