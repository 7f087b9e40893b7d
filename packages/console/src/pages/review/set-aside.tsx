import type { ItemOf } from '../../../../sdk/src/index.ts';
import { useApi, useMay } from '../../api/client.ts';
import { useList, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural, Time } from '../../parts/format.tsx';
import { PageHead } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { ReviewNav } from './review-nav.tsx';
import { readReason } from './triage.tsx';
import { announceDecision } from './use-findings.ts';

/** Suppressed findings with their reasons, across all applications. */
export function SuppressedFindingsPage() {
  const api = useApi();
  const mayChange = useMay('review:write');
  const list = useList('listFindingSuppressions', {});
  const reopen = useWrite((id: string) => api.deleteFindingSuppression({ params: { id } }), {
    shows: { operation: 'deleteFindingSuppression', title: 'Reopen a finding' },
    done: () => 'The finding is open again, wherever its code is.',
    onDone: announceDecision,
  });
  return (
    <>
      <PageHead
        title="Suppressed"
        crumbs={[{ label: 'Review', href: '#/review' }]}
        lead="Accepted findings and false positives. They do not count in reviews until they are reopened or expire."
      />
      <ReviewNav here="#/review/set-aside" />
      <DataTable<ItemOf<'listFindingSuppressions'>>
        label="Suppressed findings"
        list={list}
        rowKey={(one) => one.id}
        columns={[
          { title: 'Reason', width: '2.4fr', cell: (one) => readReason(one.reason).text },
          { title: 'As', cell: (one) => readReason(one.reason).kind },
          {
            title: 'Finding',
            cell: (one) => <code title={one.fingerprint}>{one.fingerprint.slice(0, 12)}</code>,
          },
          { title: 'Since', width: '0.8fr', cell: (one) => <Time at={one.created_at} /> },
          {
            title: 'Until',
            width: '0.8fr',
            cell: (one) => (one.expires_at === null ? 'For good' : <Time at={one.expires_at} />),
          },
        ]}
        {...(mayChange && {
          rowActions: (one) => (
            <Button
              aria-label={`Reopen ${one.fingerprint.slice(0, 12)}`}
              isBusy={reopen.isPending && reopen.variables === one.id}
              onPress={() => reopen.mutate(one.id)}
            >
              Reopen
            </Button>
          ),
        })}
        say={(total) => plural(total, 'finding')}
        empty={
          <Empty title="There are no suppressed findings.">
            On a finding's page, accept it or mark it as a false positive, with a reason.
          </Empty>
        }
      />
    </>
  );
}
