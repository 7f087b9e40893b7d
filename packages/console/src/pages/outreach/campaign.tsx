import { useApi } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { money, plural, Time } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { RecordFacts } from '../../parts/record.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Status } from '../../parts/status.tsx';

/** One campaign with its figures, its money and its messages. */
export function CampaignPage({ params: { id = '' } }: PageProps) {
  const api = useApi();
  const params = { id };
  const campaign = useRead('getCampaign', { params });
  const pause = useWrite(() => api.pauseCampaign({ params }), { done: () => 'The campaign is paused.' });
  const resume = useWrite(() => api.resumeCampaign({ params }), { done: () => 'The campaign goes on.' });
  const status = campaign.data?.status;
  return (
    <>
      <PageHead
        title={campaign.data?.name ?? 'Campaign'}
        crumbs={[{ label: 'Outreach', href: '#/outreach' }]}
        beside={status && <Status state={status} />}
        lead={campaign.data?.pause_reason ?? undefined}
        actions={
          <>
            {status === 'active' && (
              <Button isBusy={pause.isPending} onPress={() => pause.mutate()}>
                Pause
              </Button>
            )}
            {status === 'paused' && (
              <Button isBusy={resume.isPending} onPress={() => resume.mutate()}>
                Resume
              </Button>
            )}
          </>
        }
      />
      <Shown of={campaign}>
        {({ budget, metrics }) => (
          <>
            <p>
              {money(budget.spent_usd)} spent{' '}
              {budget.limit_usd === null ? 'without a limit' : `of ${money(budget.limit_usd)}`}
            </p>
            <RecordFacts of={metrics} label="campaign" />
          </>
        )}
      </Shown>
      <Messages id={id} />
    </>
  );
}

function Messages({ id }: { id: string }) {
  const messages = useList('listCommunications', { query: { campaign_id: id } });
  return (
    <Section title="Messages">
      <DataTable
        label="Messages"
        list={messages}
        rowKey={(one) => one.id}
        columns={[
          { title: 'To', width: '2fr', cell: (one) => one.to },
          { title: 'Subject', width: '2fr', cell: (one) => one.subject },
          { title: 'Status', cell: (one) => <Status state={one.status} /> },
          { title: 'Why', cell: (one) => one.failure_detail ?? one.waiting_for },
          { title: 'Scheduled', cell: (one) => <Time at={one.scheduled_send_time} /> },
          { title: 'Sent', cell: (one) => <Time at={one.sent_at} /> },
        ]}
        say={(total) => plural(total, 'message')}
        empty={<Empty title="There is no message yet." />}
      />
    </Section>
  );
}
