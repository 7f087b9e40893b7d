import { readFile } from 'node:fs/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { SourceCompiler } from '../compiler/source-compiler.ts';
import { compileTemplate, compileTemplates, shippedTemplatesUrl } from './compile-template.ts';
import { templates } from './template-list.ts';

const compiler = new SourceCompiler();
const compile = vi.spyOn(compiler, 'compile');
afterAll(() => compile.mockRestore());

test('no template is compiled on request', async () => {
  for (const template of templates) {
    const { bytecode, compilation } = await compileTemplate(compiler, template);
    expect(bytecode).toMatch(/^0x6/);
    expect(compilation.contract).toBe(template.contractName);
  }
  expect(compile).not.toHaveBeenCalled();
});

test('the shipped templates match the compiler’s output (run `npm run docs` to update them)', async () => {
  expect(JSON.parse(await compileTemplates(compiler))).toEqual(
    JSON.parse(await readFile(shippedTemplatesUrl, 'utf8')),
  );
}, 240_000);

test('a template that was changed since then is compiled once', async () => {
  compile.mockClear();
  const changed = {
    ...required(templates[0], 'templates[0]'),
    sourceCode: 'pragma solidity ^0.8.24; contract Token { uint256 public one; }',
  };
  const [first, second] = await Promise.all([
    compileTemplate(compiler, changed),
    compileTemplate(compiler, changed),
  ]);
  expect(first).toBe(second);
  expect(first.abi).toMatchObject([{ name: 'one' }]);
  expect(compile).toHaveBeenCalledTimes(1);
}, 240_000);
