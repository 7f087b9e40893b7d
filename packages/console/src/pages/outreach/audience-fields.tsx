import { useList, useRead } from '../../api/read.ts';
import { Choice, Many } from '../../parts/fields.tsx';
import { atLeast, count, plural } from '../../parts/format.tsx';
import { clockTime } from '../../parts/moments.ts';
import { Section } from '../../parts/page.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { FieldsProps } from './campaign-editor.tsx';
import type { CampaignForm } from './campaign-form.ts';
import { TagChoice } from './lead-tags.tsx';
import { leadStatuses } from './words.tsx';

const ways = [
  { id: 'filter', label: 'Existing leads that fit a profile' },
  { id: 'import', label: 'The leads of an import' },
  { id: 'profile', label: 'Leads that fit a profile at launch' },
  { id: 'later', label: 'Decide at launch' },
];

/** The campaign's audience. */
export function AudienceFields({ form, set, campaignId }: FieldsProps & { campaignId?: string | undefined }) {
  const own = useRead(
    'listLeads',
    { query: { limit: 1, campaign_id: campaignId ?? '' } },
    { enabled: campaignId !== undefined },
  );
  const total = own.data?.total;
  const keep = {
    id: 'keep',
    label:
      total === undefined
        ? 'As it is'
        : total === 0
          ? 'Unchanged: no leads of its own'
          : `Its ${plural(total, 'lead')}${own.data?.total_is_minimum ? ' or more' : ''}`,
  };
  return (
    <Section title="Audience">
      <div className="form">
        <Choice
          label="Leads"
          value={form.audience}
          onChange={(audience) => set({ audience: audience as CampaignForm['audience'] })}
          options={campaignId === undefined ? ways : [keep, ...ways]}
        />
        {form.audience === 'filter' && <ByFilter form={form} set={set} />}
        {form.audience === 'import' && <ByImport form={form} set={set} />}
        {form.audience === 'profile' && <ByProfile form={form} set={set} />}
      </div>
    </Section>
  );
}

function ByFilter({ form, set }: FieldsProps) {
  const query = {
    limit: 1,
    ...(form.filterStatus !== '' && { status: form.filterStatus as 'new' }),
    ...(form.filterCountry !== '' && { country: form.filterCountry }),
    ...(form.filterTag !== '' && { tag: form.filterTag }),
    ...(form.filterText !== '' && { q: form.filterText }),
  };
  const leads = useRead('listLeads', { query });
  return (
    <>
      <div className="filters">
        <Choice
          label="Status"
          value={form.filterStatus}
          onChange={(filterStatus) => set({ filterStatus })}
          options={leadStatuses}
        />
        <TextInput
          label="Country"
          value={form.filterCountry}
          onChange={(filterCountry) => set({ filterCountry })}
          placeholder="DE"
        />
        <TagChoice value={form.filterTag} onChange={(filterTag) => set({ filterTag })} />
        <TextInput
          label="Search"
          value={form.filterText}
          onChange={(filterText) => set({ filterText })}
          placeholder="Name or company"
        />
      </div>
      {leads.data !== undefined && (
        <p className="quiet" role="status">
          {atLeast(leads.data.total_is_minimum, plural(leads.data.total, 'lead'))} at present.
        </p>
      )}
    </>
  );
}

function ByImport({ form, set }: FieldsProps) {
  const imports = useList('listLeadImports', {});
  const options = imports.items
    .filter(({ dry_run: isTrial }) => !isTrial)
    .map((one) => ({
      id: one.import_job_id,
      label: `${one.file_name ?? 'Import'}, ${clockTime(one.created_at)}`,
      detail: `${count(one.inserted_count + one.updated_count)} leads`,
    }));
  if (options.length === 0) return <p className="quiet">There are no imports yet.</p>;
  return (
    <Choice
      label="Import"
      value={form.importId}
      onChange={(importId) => set({ importId })}
      options={options}
    />
  );
}

function ByProfile({ form, set }: FieldsProps) {
  return (
    <div className="columns">
      <Many
        label="Titles"
        hint="Such as CTO; press Enter after each."
        values={form.titles}
        onChange={(titles) => set({ titles })}
        options={[]}
      />
      <Many
        label="Countries"
        hint="Two letters, such as DE."
        values={form.countries}
        onChange={(countries) => set({ countries: countries.map((one) => one.toUpperCase()) })}
        options={[]}
      />
    </div>
  );
}
