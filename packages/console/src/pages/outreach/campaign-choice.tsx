import { useRead } from '../../api/read.ts';
import { Choice } from '../../parts/fields.tsx';

/** Filters a list by one of the newest hundred campaigns. */
export function CampaignChoice({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (campaignId: string) => void;
}) {
  const campaigns = useRead('listCampaigns', { query: { limit: 100 } });
  const named = (campaigns.data?.campaigns ?? []).map(({ id, name }) => ({ id, label: name }));
  return (
    <Choice
      label="Campaign"
      value={value ?? ''}
      onChange={onChange}
      options={[{ id: '', label: 'Any campaign' }, ...named]}
    />
  );
}
