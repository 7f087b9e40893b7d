import { useState } from 'react';
import { useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { History } from '../../parts/deeds.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { Erasure } from './erasure.tsx';
import { Exports } from './exports.tsx';
import { type Organization, StateOf } from './organizations.tsx';
import { Quotas } from './quotas.tsx';

/** One organization, as the operator sees it. */
export function OrganizationPage({ params }: PageProps) {
  const id = params.id ?? '';
  const organization = useRead(
    'getOperatedOrganization',
    { params: { id } },
    { every: (one) => one?.erasure === 'running' && 1_000 },
  );
  const found = organization.data;
  return (
    <>
      <PageHead
        title={found?.name ?? 'Organization'}
        crumbs={[{ label: 'Organizations', href: '#/organizations' }]}
        beside={found && <StateOf of={found} />}
        actions={found && <Suspension of={found} />}
      />
      <Shown of={organization} lines={8}>
        {(one) => (
          <>
            <Facts
              of={{
                Id: <CopyText text={one.id} label="id of the organization" />,
                Created: <Time at={one.created_at} withExact />,
                'Suspended since': one.suspended_at && <Time at={one.suspended_at} withExact />,
                Erased: one.erased_at && <Time at={one.erased_at} withExact />,
              }}
            />
            {one.erasure === null && <Quotas of={one} />}
            {one.erasure === null && <Exports of={one} />}
            {one.is_operator ? <Own /> : <Erasure of={one} />}
            <History of={one.id} />
          </>
        )}
      </Shown>
    </>
  );
}

function Own() {
  return (
    <Section title="Erase">
      <p className="quiet">This organization runs the service. It is neither suspended nor erased.</p>
    </Section>
  );
}

function Suspension({
  of: { id, name, is_operator: isOperator, suspended_at: at, erasure },
}: {
  of: Organization;
}) {
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const suspend = useWrite(() => api.suspendOrganization({ params: { id } }), {
    shows: { operation: 'suspendOrganization', params: { id }, title: 'Suspend it' },
    done: () => `${name} is suspended. Its keys and people are refused.`,
  });
  const resume = useWrite(() => api.resumeOrganization({ params: { id } }), {
    shows: { operation: 'resumeOrganization', params: { id }, title: 'Reactivate' },
    done: () => `${name} is active again.`,
  });
  if (isOperator || erasure !== null) return null;
  if (at !== null) {
    return (
      <Button isBusy={resume.isPending} onPress={() => resume.mutate()}>
        Reactivate
      </Button>
    );
  }
  return (
    <>
      <Button onPress={() => setAsking(true)}>Suspend …</Button>
      <Confirm
        title={`Suspend ${name}?`}
        action="Suspend"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => suspend.mutate()}
      >
        Its keys and people are refused at once. Deliveries, mails and workflows in progress still finish. You
        can reactivate it.
      </Confirm>
    </>
  );
}
