import { useApi, useClient } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Time } from '../../parts/format.tsx';
import type { Key } from './keys.tsx';

/** Asks for confirmation by name before revoking a key. */
export function RevokeDialog({ of, onClose }: { of: Key | undefined; onClose: () => void }) {
  const api = useApi();
  const { session } = useClient();
  const revoke = useWrite((id: string) => api.revokeKey({ params: { id } }), {
    shows: { operation: 'revokeKey', title: 'Revoke a key' },
    done: () => 'The key is revoked.',
  });
  return (
    <Confirm
      title={`Revoke ${of?.name ?? ''}?`}
      action="Revoke key"
      {...(of && { name: of.name })}
      isOpen={of !== undefined}
      onClose={onClose}
      onConfirm={() => of && revoke.mutate(of.id)}
    >
      {of?.id === session?.key_id && 'You are signed in with it: this ends your session too. '}
      {of?.last_used_at != null && (
        <>
          It was last used <Time at={of.last_used_at} />.{' '}
        </>
      )}
      Programs that use it are refused at once. This cannot be undone.
    </Confirm>
  );
}
