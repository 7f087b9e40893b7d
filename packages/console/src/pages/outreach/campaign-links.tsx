import { useList } from '../../api/read.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { count, plural, Time } from '../../parts/format.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import type { Campaign } from './words.tsx';

/** Clicks per link, if clicks are tracked. */
export function CampaignLinks({ campaign }: { campaign: Campaign }) {
  const list = useList('listCampaignLinks', { params: { id: campaign.id } });
  return (
    <Section title="Links" lead="Links that readers clicked. Clicks by machines are not counted.">
      <DataTable
        label="Links"
        list={list}
        rowKey={(one) => one.url}
        columns={[
          { title: 'Link', width: '3fr', cell: (one) => <code>{one.url}</code> },
          { title: 'Clicks', align: 'end', cell: (one) => count(one.clicks) },
          { title: 'Mails', align: 'end', cell: (one) => count(one.messages) },
          { title: 'First', cell: (one) => <Time at={one.first_clicked_at} /> },
          { title: 'Last', cell: (one) => <Time at={one.last_clicked_at} /> },
        ]}
        say={(total) => plural(total, 'link')}
        empty={<Empty title="No link has been clicked yet." />}
      />
    </Section>
  );
}
