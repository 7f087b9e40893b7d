import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Choice } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { CodeFields, type CodeKind, codeBodyOf, emptyCode } from './code-fields.tsx';
import type { Contract } from './words.tsx';

const kinds = [
  { id: 'source', label: 'Solidity source' },
  { id: 'abi', label: 'ABI and bytecode' },
];
const fields = ['version', 'source_code', 'abi', 'bytecode'];

/** Adds a version, which the next deployment uses. */
export function NewVersion({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const api = useApi();
  const [version, setVersion] = useState(nextOf(contract.version));
  const [changes, setChanges] = useState('');
  const [kind, setKind] = useState<CodeKind>('source');
  const [code, setCode] = useState(emptyCode);
  const params = { id: contract.id };
  const body = { version, ...(changes !== '' && { changes }), ...codeBodyOf(kind, code) };
  useShownCall({ operation: 'createContractVersion', params, body, title: 'Add the version' });
  useUnsaved({ changes, code });
  const add = useWrite(() => api.createContractVersion({ params, body }), {
    quiet: true,
    done: () => `Version ${version} is current. Deploy it next.`,
    onDone: onClose,
  });
  const { error } = add;
  const field = error instanceof TriviumError ? error.field?.split('.')[0] : undefined;
  return (
    <WriteForm write={add}>
      <TextInput label="Version" field="version" value={version} onChange={setVersion} isRequired />
      <TextInput label="What changed" field="changes" value={changes} onChange={setChanges} />
      <Choice label="Code" value={kind} onChange={(value) => setKind(value as CodeKind)} options={kinds} />
      <CodeFields kind={kind} form={code} onChange={setCode} error={error} />
      {!fields.includes(field ?? '') && <Refused error={error} />}
      <FormActions
        write={add}
        submit={add.isPending && kind === 'source' ? 'Compiling …' : 'Add the version'}
        onClose={onClose}
      />
    </WriteForm>
  );
}

/** The next minor version. */
function nextOf(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}
