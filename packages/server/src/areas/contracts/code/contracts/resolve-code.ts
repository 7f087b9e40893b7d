import type { Abi, Hex } from 'viem';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import { compileTemplate } from '../templates/compile-template.ts';
import { findTemplate, templates } from '../templates/template-list.ts';
import { checkAbi } from './check-abi.ts';
import { checkBytecode } from './check-bytecode.ts';
import type { CodeCore } from './code-core.ts';

/** A contract's code as given in a request. */
export interface SubmittedCode {
  abi?: unknown;
  bytecode?: string | undefined;
  sourceCode?: string | undefined;
  templateId?: string | undefined;
}

export interface ResolvedCode {
  abi: Abi;
  bytecode: Hex | null;
  sourceCode: string | null;
  compilation: object | null;
}

/**
 * ABI and bytecode of a version: as given, compiled from the source if omitted, or the template's. Throws
 * `invalid_abi`, `invalid_bytecode`, `invalid_source_code`, `missing_required_field`.
 */
export async function resolveCode(core: CodeCore, given: SubmittedCode): Promise<ResolvedCode> {
  const givenAbi = given.abi === undefined ? undefined : checkAbi(given.abi);
  const givenBytecode = given.bytecode === undefined ? undefined : checkBytecode(given.bytecode);
  const template = given.templateId === undefined ? undefined : findTemplate(given.templateId);
  // With an ABI or source in the request it is the client's own label, unless it names one of our templates.
  if (
    given.templateId !== undefined &&
    template === undefined &&
    !givenAbi &&
    given.sourceCode === undefined
  ) {
    throw invalidField(
      'template_id',
      `There is no template \`${given.templateId.slice(0, 100)}\` to take the ABI from. The templates are ${templates.map(({ id }) => id).join(', ')}; with your own \`abi\` it may be any label.`,
    );
  }
  const lacksCode = givenAbi === undefined || givenBytecode === undefined;
  if (template !== undefined && given.sourceCode === undefined && lacksCode) {
    const { abi, bytecode, compilation } = await compileTemplate(core.compiler, template);
    return {
      abi: givenAbi ?? abi,
      bytecode: givenBytecode === undefined ? checkBytecode(bytecode) : givenBytecode,
      sourceCode: template.sourceCode,
      compilation,
    };
  }
  if (given.sourceCode !== undefined && (givenAbi === undefined || givenBytecode === undefined)) {
    const { abi, bytecode, compilation } = await core.compiler.compile(given.sourceCode);
    return {
      abi: givenAbi ?? checkAbi(abi),
      bytecode: givenBytecode === undefined ? checkBytecode(bytecode) : givenBytecode,
      sourceCode: given.sourceCode,
      compilation,
    };
  }
  if (givenAbi === undefined) {
    throw new AppError('missing_required_field', {
      field: 'abi',
      message: '`abi` is required unless `source_code` or `template_id` supplies it. Add it to the body.',
    });
  }
  return {
    abi: givenAbi,
    bytecode: givenBytecode ?? null,
    sourceCode: given.sourceCode ?? null,
    compilation: null,
  };
}
