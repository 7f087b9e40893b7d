import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi, useClient } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Choice } from '../../parts/fields.tsx';
import { exactTime, words } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Backup } from './backups.tsx';

const environments = ['staging', 'development', 'sandbox'];

/** The target and time of a restore. Existing data is replaced, so its name must be typed. */
export function RestoreDialog({ backup, onClose }: { backup: Backup | undefined; onClose: () => void }) {
  return (
    <Dialog title="Restore this backup" isOpen={backup !== undefined} onClose={onClose}>
      {backup !== undefined && <RestoreForm backup={backup} onClose={onClose} />}
    </Dialog>
  );
}

function RestoreForm({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const api = useApi();
  const own = useClient().session?.environment;
  const targets = environments.filter((one) => one !== own);
  const [target, setTarget] = useState(targets[0] ?? '');
  const [moment, setMoment] = useState('');
  const [isVerified, setVerified] = useState(true);
  const [typed, setTyped] = useState('');
  const isSure = typed.trim() === target;
  const params = { id: backup.backup_id };
  const body = {
    target_environment: target as 'staging',
    verify_integrity: isVerified,
    ...(moment !== '' && { point_in_time: new Date(moment).toISOString() }),
  };
  useUnsaved(body);
  useShownCall({ operation: 'restoreBackup', params, body, title: 'Restore' });
  const restore = useWrite(() => api.restoreBackup({ params, body }), {
    quiet: true,
    done: () => `It is being restored into ${target}.`,
    onDone: ({ restore_id: id }) => navigate(to`contracts/restores/${id}`),
  });
  return (
    <WriteForm write={restore} isReady={isSure}>
      <p>
        What {target} holds of contracts is replaced, all or nothing. This environment does not change. The
        copy is inactive: nothing is sent again, and its alert rules do not run.
      </p>
      <Choice
        label="Target environment"
        field="target_environment"
        value={target}
        onChange={setTarget}
        options={targets.map((id) => ({ id, label: words(id) }))}
      />
      <TextInput
        label="Point in time"
        field="point_in_time"
        type="datetime-local"
        value={moment}
        onChange={setMoment}
        hint={`Empty: ${exactTime(backup.covers_until ?? backup.started_at)}, the moment of the backup. Any moment since its full backup can be chosen.`}
      />
      <Check label="Verify every stored byte first" isChecked={isVerified} onChange={setVerified} />
      <TextInput label={`Type “${target}” to confirm`} value={typed} onChange={setTyped} />
      <Refused error={restore.error} />
      <FormActions
        write={restore}
        kind="danger"
        submit={`Replace what ${target} holds`}
        isDisabled={!isSure}
        onClose={onClose}
      />
    </WriteForm>
  );
}
