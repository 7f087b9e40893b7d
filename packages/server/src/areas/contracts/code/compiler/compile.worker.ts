// Runs in a separate thread: the compiler takes a second of CPU and hundreds of MB.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize, sep } from 'node:path';
import { serveTasks } from '../../../../kit/threads/index.ts';
import type { CompilerOutput, CompileTasks } from './source-compiler.ts';

interface Solc {
  compile(
    input: string,
    callbacks: { import(path: string): { contents: string } | { error: string } },
  ): string;
  version(): string;
}

const require = createRequire(import.meta.url);
const LIBRARY = '@openzeppelin/contracts/';
const libraryRoot = dirname(require.resolve('@openzeppelin/contracts/package.json'));

/** Sources may import only OpenZeppelin's contracts: no local files, no network. */
function findImport(path: string): { contents: string } | { error: string } {
  const missing = { error: `only ${LIBRARY}… can be imported; put everything else into the one source` };
  if (!path.startsWith(LIBRARY)) return missing;
  const file = normalize(join(libraryRoot, path.slice(LIBRARY.length)));
  if (!file.startsWith(libraryRoot + sep) || !file.endsWith('.sol') || !existsSync(file)) {
    return { error: `there is no ${path} in OpenZeppelin Contracts 5.7` };
  }
  return { contents: readFileSync(file, 'utf8') };
}

const solc = require('solc') as Solc;

serveTasks<CompileTasks>({
  compile({ sourceCode, evmVersion, optimizerRuns }) {
    const input = {
      language: 'Solidity',
      sources: { 'contract.sol': { content: sourceCode } },
      settings: {
        evmVersion,
        optimizer: { enabled: true, runs: optimizerRuns },
        outputSelection: {
          'contract.sol': { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'] },
        },
      },
    };
    const output = JSON.parse(solc.compile(JSON.stringify(input), { import: findImport })) as CompilerOutput;
    return { output, version: solc.version() };
  },
});
