import { posix } from 'node:path';
import { readUnit } from '../frontend/read-unit.ts';
import type {
  ContractNode,
  FunctionNode,
  RecordNode,
  SourceUnit,
  StateVariable,
} from '../frontend/syntax.ts';

export interface SolidityFile {
  path: string;
  text: string;
  unit: SourceUnit;
  /** The minor version of the compiler, such as 4 for `^0.4.25`; null if the pragma does not say. */
  minor: number | null;
  patch: number;
  /** The oldest minor version that the pragma allows. */
  leastMinor: number | null;
  imports: SolidityFile[];
}

export interface FunctionInfo {
  node: FunctionNode;
  /** Null for free functions. */
  contract: ContractInfo | null;
  file: SolidityFile;
}

export interface StateInfo {
  node: StateVariable;
  contract: ContractInfo | null;
  file: SolidityFile;
}

export interface ContractInfo {
  node: ContractNode;
  file: SolidityFile;
  /** The contract itself, then its bases from the most derived one (C3). */
  line: ContractInfo[];
  /** Bases that no file here declares, so their content is unknown. */
  unknownBases: string[];
  isLeaf: boolean;
  functions: FunctionInfo[];
  modifiers: FunctionInfo[];
  variables: StateInfo[];
}

/** Nobody writes longer functions, and checks compare parts of a function with each other. */
const MAX_FUNCTION_LENGTH = 60_000;

function withinBounds(node: FunctionNode): FunctionNode {
  return node.end - node.start > MAX_FUNCTION_LENGTH ? { ...node, body: null } : node;
}

/** All Solidity code of an application, with names resolved through imports and inheritance. */
export class Program {
  readonly files: SolidityFile[];
  readonly contracts: ContractInfo[] = [];
  readonly #byFile = new Map<SolidityFile, Map<string, ContractInfo>>();
  readonly #byName = new Map<string, ContractInfo[]>();
  readonly #connected = new Map<SolidityFile, ReadonlySet<SolidityFile>>();
  readonly #seen = new Map<SolidityFile, Map<string, ContractInfo | null>>();

  constructor(sources: readonly { path: string; text: string }[]) {
    this.files = sources.map(readFile);
    linkImports(this.files);
    for (const file of this.files) for (const node of file.unit.contracts) this.#declare(node, file);
    for (const contract of this.contracts) this.#linearize(contract, new Set());
    for (const contract of this.contracts) for (const base of contract.line.slice(1)) base.isLeaf = false;
  }

  /** The files that a file imports or that import it, directly or indirectly. */
  connectedTo(file: SolidityFile): ReadonlySet<SolidityFile> {
    if (this.#connected.size === 0) this.#connect();
    return this.#connected.get(file) ?? new Set([file]);
  }

  #connect(): void {
    const near = new Map(this.files.map((file) => [file, new Set(file.imports)]));
    for (const file of this.files) for (const other of file.imports) near.get(other)?.add(file);
    for (const file of this.files) {
      if (this.#connected.has(file)) continue;
      const together = new Set([file]);
      for (const one of together) for (const next of near.get(one) ?? []) together.add(next);
      for (const one of together) this.#connected.set(one, together);
    }
  }

  #declare(node: ContractNode, file: SolidityFile): void {
    const contract: ContractInfo = {
      node,
      file,
      line: [],
      unknownBases: [],
      isLeaf: true,
      functions: [],
      modifiers: [],
      variables: [],
    };
    contract.functions = node.functions.map((one) => ({
      node: withinBounds(oldConstructor(one, node, file)),
      contract,
      file,
    }));
    contract.modifiers = node.modifiers.map((one) => ({ node: withinBounds(one), contract, file }));
    contract.variables = node.variables.map((one) => ({ node: one, contract, file }));
    this.contracts.push(contract);
    const own = this.#byFile.get(file) ?? new Map<string, ContractInfo>();
    this.#byFile.set(file, own);
    own.set(node.name, contract);
    const named = this.#byName.get(node.name);
    if (named) named.push(contract);
    else this.#byName.set(node.name, [contract]);
  }

  /** The contract that a name refers to in a file: its own, an imported one, or the only one of that name. */
  contractOf(name: string, file: SolidityFile): ContractInfo | null {
    const known = this.#seen.get(file) ?? new Map<string, ContractInfo | null>();
    this.#seen.set(file, known);
    let found = known.get(name);
    if (found === undefined) {
      found = this.#findContract(name, file);
      known.set(name, found);
    }
    return found;
  }

  #findContract(name: string, file: SolidityFile): ContractInfo | null {
    const last = name.slice(name.lastIndexOf('.') + 1);
    const renamed =
      file.unit.imports.flatMap(({ names }) => names).find(([here]) => here === last)?.[1] ?? last;
    const [first, ...others] = this.#byName.get(renamed) ?? [];
    if (first === undefined || others.length === 0) return first ?? null;
    const visited = new Set<SolidityFile>([file]);
    for (const one of visited) {
      const found = this.#byFile.get(one)?.get(renamed);
      if (found) return found;
      for (const next of one.imports) visited.add(next);
    }
    return first;
  }

  structOf(name: string, contract: ContractInfo | null, file: SolidityFile): RecordNode | null {
    const last = name.slice(name.lastIndexOf('.') + 1);
    const from = name.includes('.') ? this.contractOf(name.slice(0, name.lastIndexOf('.')), file) : contract;
    for (const one of from?.line ?? []) {
      const found = one.node.structs.find((struct) => struct.name === last);
      if (found) return found;
    }
    const visited = new Set<SolidityFile>([file]);
    for (const one of visited) {
      const found = one.unit.structs.find((struct) => struct.name === last);
      if (found) return found;
      for (const next of one.imports) visited.add(next);
    }
    return null;
  }

  #linearize(contract: ContractInfo, open: Set<ContractInfo>): ContractInfo[] {
    if (contract.line.length > 0) return contract.line;
    if (open.has(contract)) return [contract];
    open.add(contract);
    const bases: ContractInfo[] = [];
    for (const { name } of contract.node.bases) {
      const base = this.contractOf(name, contract.file);
      if (base === null || base === contract) contract.unknownBases.push(name);
      else if (!bases.includes(base)) bases.push(base);
    }
    bases.reverse();
    const lines = bases.map((base) => [...this.#linearize(base, open)]);
    contract.line = [contract, ...merge([...lines, [...bases]])];
    for (const base of contract.line.slice(1)) {
      for (const name of base.unknownBases)
        if (!contract.unknownBases.includes(name)) contract.unknownBases.push(name);
    }
    open.delete(contract);
    return contract.line;
  }
}

/** Real contracts have about thirty. */
const MAX_BASES = 100;

/** The merge step of C3. If no order is possible, it takes the first contract that is left. */
function merge(lines: ContractInfo[][]): ContractInfo[] {
  const merged: ContractInfo[] = [];
  while (merged.length < MAX_BASES) {
    const left = lines.filter((line) => line.length > 0);
    const heads = left.flatMap((line) => line.slice(0, 1));
    const head = heads.find((one) => !left.some((line) => line.indexOf(one) > 0)) ?? heads[0];
    if (head === undefined) break;
    merged.push(head);
    for (const line of left) {
      const at = line.indexOf(head);
      if (at >= 0) line.splice(at, 1);
    }
  }
  return merged;
}

function readFile({ path, text }: { path: string; text: string }): SolidityFile {
  const unit = readUnit(text);
  const asked = unit.pragmas.find((one) => one.text.startsWith('solidity'))?.text ?? '';
  return { path, text, unit, ...compilerOf(asked), imports: [] };
}

/** The newest compiler that a pragma allows: `>=0.4.22 <0.8.0` is usually compiled with that. */
function compilerOf(asked: string): { minor: number | null; patch: number; leastMinor: number | null } {
  const versions = [...asked.matchAll(/([<>=^~]*)v?0\.(\d+)(?:\.(\d+))?/g)].map(
    ([, sign = '', minor, patch]) => ({
      sign,
      minor: Number(minor),
      patch: Number(patch ?? 0),
    }),
  );
  const [first] = versions;
  if (first === undefined) return { minor: null, patch: 0, leastMinor: null };
  const most = versions.find(({ sign }) => sign.startsWith('<'));
  const leastMinor = Math.min(...versions.map(({ minor }) => minor));
  if (most)
    return most.sign === '<' && most.patch === 0
      ? { minor: most.minor - 1, patch: 99, leastMinor }
      : { minor: most.minor, patch: most.patch, leastMinor };
  const isOpen = first.sign.startsWith('>');
  return isOpen
    ? { minor: Math.max(8, first.minor), patch: 99, leastMinor }
    : { minor: first.minor, patch: first.patch, leastMinor };
}

/** Before 0.5, a function with the contract's name is its constructor. */
function oldConstructor(
  node: FunctionNode,
  contract: ContractNode,
  { leastMinor }: SolidityFile,
): FunctionNode {
  return node.kind === 'function' && node.name === contract.name && (leastMinor ?? 4) < 5
    ? { ...node, kind: 'constructor' }
    : node;
}

function linkImports(files: readonly SolidityFile[]): void {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byName = new Map<string, SolidityFile[]>();
  for (const file of files) {
    const name = posix.basename(file.path);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  for (const file of files) {
    for (const { path } of file.unit.imports) {
      const found = path.startsWith('.')
        ? byPath.get(posix.join(posix.dirname(file.path), path))
        : (byPath.get(path) ?? closest(path, byName.get(posix.basename(path)) ?? []));
      if (found && found !== file) file.imports.push(found);
    }
  }
}

/** The file whose path shares the longest end with the import: packages and remappings add a prefix. */
function closest(path: string, files: readonly SolidityFile[]): SolidityFile | undefined {
  const wanted = path.split('/').reverse();
  const shared = (file: SolidityFile): number => {
    const parts = file.path.split('/').reverse();
    let count = 0;
    while (count < wanted.length && parts[count] === wanted[count]) count++;
    return count;
  };
  return files.toSorted((a, b) => shared(b) - shared(a))[0];
}
