import { Check as CheckMark, X } from 'lucide-react';
import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';
import { useIsShownAtField } from '../../parts/refusal.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Component } from './component.tsx';

type Level = Body<'promoteComponent'>['maturity_level'];
const levels: Level[] = ['experimental', 'incubating', 'stable', 'mature'];

/** Promotes a component to the next level with a version. When rejected, the gates are shown one by one. */
export function PromoteDialog({ of, onClose }: { of: Component; onClose: () => void }) {
  const api = useApi();
  const here = levels.indexOf(of.maturity as Level);
  const open = levels.slice(here, here + 2);
  const [level, setLevel] = useState<Level>(open.at(-1) ?? 'mature');
  const [version, setVersion] = useState(next(of.version));
  const [reason, setReason] = useState('');
  const params = { id: of.id };
  const body: Body<'promoteComponent'> = {
    version,
    maturity_level: level,
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
  useShownCall({ operation: 'promoteComponent', params, body, title: 'Promote it' });
  const promote = useWrite(() => api.promoteComponent({ params, body }), {
    done: () => `${of.name} is ${level}, version ${version}.`,
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog title={`Promote ${of.name}`} isOpen onClose={onClose}>
      <WriteForm write={promote}>
        <Choice
          label="Level"
          field="maturity_level"
          value={level}
          onChange={(value) => setLevel(value as Level)}
          options={open.map((id) => ({ id, label: words(id), detail: asks[id] }))}
          hint={asks[level]}
        />
        <TextInput
          label="Version"
          field="version"
          value={version}
          onChange={setVersion}
          isRequired
          hint={of.version === null ? 'It has none yet.' : `Higher than ${of.version}.`}
        />
        <TextInput label="Reason" value={reason} onChange={setReason} hint="Shown in its history." />
        {promote.error && <Refusal error={promote.error} />}
        <FormActions write={promote} submit="Promote" onClose={onClose} />
      </WriteForm>
    </Dialog>
  );
}

const asks: Record<Level, string> = {
  experimental: 'No requirements.',
  incubating: 'Requires a score of 50 and no critical finding.',
  stable: 'Requires a score of 70, tests, documentation, a license, and no high finding.',
  mature: 'Requires a score of 85, well tested, no import cycle, version 1.0.0 or later.',
};

function next(version: string | null): string {
  const found = version === null ? null : /^(\d+)\.(\d+)\.\d+/.exec(version);
  return found === null ? '0.1.0' : `${found[1]}.${Number(found[2]) + 1}.0`;
}

interface Gate {
  id: string;
  passed: boolean;
  required: string;
  actual: string;
}

function Refusal({ error }: { error: Error }) {
  const isTold = useIsShownAtField(error);
  const gates = error instanceof TriviumError ? error.details?.gates : undefined;
  if (isTold) return null;
  return (
    <div className="note bad" role="alert">
      <div>
        <p>{error.message}</p>
        {Array.isArray(gates) && (
          <ul className="gates">
            {(gates as Gate[]).map(({ id, passed, required, actual }) => (
              <li key={id}>
                {passed ? (
                  <CheckMark aria-label="Passed" size={15} />
                ) : (
                  <X aria-label="Not passed" size={15} />
                )}
                <span>
                  {required}: {actual}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
