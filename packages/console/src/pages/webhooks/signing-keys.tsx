import { useState } from 'react';
import { useApi, useClient, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button, CopyText } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';

/** Public keys that verify a subscription's deliveries, for the receiver. */
export function SigningKeys({ subId }: { subId: string }) {
  const keys = useRead('readWebhookSigningKeys', { params: { subId } });
  return (
    <Section
      title="Public keys"
      lead="Deliveries are signed by the first one too, as v1a in webhook-signature."
      actions={<Rotate subId={subId} />}
    >
      <Shown of={keys} lines={2}>
        {({ keys: all }) => (
          <ul className="rule-list">
            {all.map(({ public_key: key, created_at: made, expires_at: ends }) => (
              <li key={key}>
                <CopyText text={key} label="public key" />
                <span className="quiet">
                  {ends === null ? (
                    <>
                      made <Time at={made} />
                    </>
                  ) : (
                    <>
                      signs until <Time at={ends} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </Section>
  );
}

function Rotate({ subId }: { subId: string }) {
  const api = useApi();
  const { session } = useClient();
  const mayChange = useMay('webhooks:write');
  const [isAsked, setAsked] = useState(false);
  const params = { subId };
  const rotate = useWrite(() => api.rotateWebhookSigningKey({ params, body: {} }), {
    shows: { operation: 'rotateWebhookSigningKey', params, body: {}, title: 'Create another key' },
    done: () => 'A new key signs. The earlier one also signs for a day.',
  });
  // Portal links are read-only here.
  if (!mayChange || session === undefined) return null;
  return (
    <>
      <Button isBusy={rotate.isPending} onPress={() => setAsked(true)}>
        Create another key …
      </Button>
      <Confirm
        title="Create another key?"
        action="Create it"
        isHarmless
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => rotate.mutate()}
      >
        The earlier key also signs for a day. Receivers switch to the new one by then.
      </Confirm>
    </>
  );
}
