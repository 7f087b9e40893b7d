import { TriviumError } from '../../../../sdk/src/index.ts';
import { Code } from '../../parts/code.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { problemOf } from './problem.ts';

/** Source of the code. */
export type CodeKind = 'template' | 'source' | 'abi';

export interface CodeForm {
  source: string;
  abi: string;
  bytecode: string;
}

export const emptyCode: CodeForm = { source: '', abi: '', bytecode: '' };

/** The code fields of a request. */
export function codeBodyOf(kind: CodeKind, { source, abi, bytecode }: CodeForm) {
  if (kind === 'source') return { source_code: source };
  return { abi: tryParse(abi), ...(bytecode.trim() !== '' && { bytecode: bytecode.trim() }) };
}

/** Compilers output just the ABI, or an artifact that also has the bytecode. */
function tryParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return (value as { abi?: unknown } | null)?.abi ?? value;
  } catch {
    return undefined;
  }
}

/** The bytecode of a Hardhat or Foundry artifact. */
function bytecodeIn(text: string): string | undefined {
  try {
    const { bytecode } = JSON.parse(text) as { bytecode?: string | { object?: string } };
    return typeof bytecode === 'string' ? bytecode : bytecode?.object;
  } catch {
    return undefined;
  }
}

interface CodeFieldsProps {
  kind: CodeKind;
  form: CodeForm;
  onChange: (form: CodeForm) => void;
  error: unknown;
}

/** Fields for the source, or for ABI and bytecode. Templates need neither. */
export function CodeFields({ kind, form, onChange, error }: CodeFieldsProps) {
  const problem = problemOf(error);
  const problemAt = (field: string) =>
    problem?.field?.split('.')[0] === field ? problem.message : undefined;
  if (kind === 'template') return null;
  if (kind === 'source') {
    return (
      <>
        <TextInput
          label="Solidity source"
          value={form.source}
          onChange={(source) => onChange({ ...form, source })}
          rows={16}
          isCode
          isRequired
          error={problemAt('source_code')}
          hint="One file, compiled here. It may import @openzeppelin/contracts/…"
        />
        <CompilerMessages error={error} />
      </>
    );
  }
  return (
    <>
      <TextInput
        label="ABI"
        value={form.abi}
        onChange={(abi) => onChange({ ...form, abi, bytecode: bytecodeIn(abi) ?? form.bytecode })}
        rows={10}
        isCode
        isRequired
        error={problemAt('abi') ?? (isNoJson(form.abi) ? 'This is not JSON.' : undefined)}
        hint="The JSON array, or the whole artifact of Hardhat or Foundry: its bytecode is used too."
      />
      <TextInput
        label="Bytecode"
        value={form.bytecode}
        onChange={(bytecode) => onChange({ ...form, bytecode })}
        rows={4}
        isCode
        error={problemAt('bytecode')}
        hint="The creation code in hex, with 0x. Without it the contract cannot be deployed."
      />
    </>
  );
}

function isNoJson(text: string): boolean {
  return text.trim() !== '' && tryParse(text) === undefined;
}

/** The compiler's messages, with their lines. */
function CompilerMessages({ error }: { error: unknown }) {
  if (!(error instanceof TriviumError) || error.code !== 'invalid_source_code') return null;
  const messages = error.details?.errors;
  if (!Array.isArray(messages) || messages.length === 0) return null;
  return <Code text={messages.join('\n\n')} label="Compiler output" />;
}
