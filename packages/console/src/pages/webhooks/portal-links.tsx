import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { CopyText } from '../../parts/button.tsx';
import { Time } from '../../parts/format.tsx';

/** Makes links for the owner of the receiver, and shows the last one. */
export function usePortalLinks(subId: string) {
  const api = useApi();
  const params = { subId };
  const make = useWrite(
    (mayChange: boolean) => api.createPortalLink({ params, body: { may_change: mayChange } }),
    {
      shows: {
        ...{ operation: 'createPortalLink', params, title: 'Make a portal link' },
        body: { may_change: false },
      },
    },
  );
  const revoke = useWrite(() => api.revokePortalLinks({ params }), {
    shows: { operation: 'revokePortalLinks', params, title: 'End its portal links' },
    done: () => 'Its portal links work no more.',
    onDone: () => make.reset(),
  });
  const { url, expires_at: until, may_change: mayChange } = make.data ?? {};
  const shown = url !== undefined && (
    <p className="note good full" role="status">
      <span>
        For the owner of the receiver, until <Time at={until} withExact />
        {mayChange && ', also to change the address and the secret'}:{' '}
        <CopyText text={url} label="portal link" />
      </span>
    </p>
  );
  return { make, revoke, shown };
}
