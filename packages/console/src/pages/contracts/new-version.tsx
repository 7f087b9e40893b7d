import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { CodeFields, type CodeKind, codeBodyOf, emptyCode } from './code-fields.tsx';
import type { Contract } from './words.tsx';

const kinds = [
  { id: 'source', label: 'Solidity source' },
  { id: 'abi', label: 'ABI and bytecode' },
];
const fields = ['version', 'source_code', 'abi', 'bytecode'];

/** Adds a version, which the next deployment takes. */
export function NewVersion({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const api = useApi();
  const [version, setVersion] = useState(nextOf(contract.version));
  const [changes, setChanges] = useState('');
  const [kind, setKind] = useState<CodeKind>('source');
  const [code, setCode] = useState(emptyCode);
  const params = { id: contract.id };
  const body = { version, ...(changes !== '' && { changes }), ...codeBodyOf(kind, code) };
  useShownCall({ operation: 'createContractVersion', params, body, title: 'Add a version' });
  useUnsaved({ changes, code });
  const add = useWrite(() => api.createContractVersion({ params, body }), {
    quiet: true,
    done: () => `Version ${version} is current. Deploy it next.`,
    onDone: onClose,
  });
  const { error } = add;
  const field = error instanceof TriviumError ? error.field?.split('.')[0] : undefined;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextInput
        label="Version"
        value={version}
        onChange={setVersion}
        isRequired
        error={field === 'version' ? error?.message : undefined}
      />
      <TextInput label="What changed" value={changes} onChange={setChanges} />
      <Choice label="Code" value={kind} onChange={(value) => setKind(value as CodeKind)} options={kinds} />
      <CodeFields kind={kind} form={code} onChange={setCode} error={error} />
      {!fields.includes(field ?? '') && <Refused error={error} />}
      <div className="form-actions">
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="main" type="submit" isBusy={add.isPending}>
          {add.isPending && kind === 'source' ? 'Compiling …' : 'Add it'}
        </Button>
      </div>
    </form>
  );
}

/** The next minor version. */
function nextOf(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}
