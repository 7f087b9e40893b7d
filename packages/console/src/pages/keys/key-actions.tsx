import { type ReactNode, useState } from 'react';
import { navigate, withSearch } from '../../app/router.tsx';
import type { MenuAction } from '../../parts/menu.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import type { Key } from './keys.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

type Doing = 'change' | 'rotate' | 'revoke';

/** A key's actions, and their dialogs. */
export function useKeyActions(): { actionsOf: (key: Key) => MenuAction[]; dialogs: ReactNode } {
  const [doing, setDoing] = useState<{ what: Doing; of: Key }>();
  const close = () => setDoing(undefined);
  const of = (what: Doing) => (doing?.what === what ? doing.of : undefined);
  return {
    actionsOf: (key) => [
      { label: 'Change it …', run: () => setDoing({ what: 'change', of: key }) },
      { label: 'Rotate the secret …', run: () => setDoing({ what: 'rotate', of: key }) },
      {
        label: 'Requests',
        run: () => navigate(withSearch('#/requests', { actor: key.id })),
      },
      { label: 'Activity', run: () => navigate(withSearch('#/audit', { actor: key.id })) },
      { label: 'Revoke …', run: () => setDoing({ what: 'revoke', of: key }), isDanger: true },
    ],
    dialogs: (
      <>
        <ChangeDialog of={of('change')} onClose={close} />
        <RotateDialog of={of('rotate')} onClose={close} />
        <RevokeDialog of={of('revoke')} onClose={close} />
      </>
    ),
  };
}
