import { useState } from 'react';
import { Section } from '../../parts/page.tsx';
import type { FieldsProps } from './campaign-editor.tsx';
import { type CampaignForm, stepsOfForm, strategyOfForm } from './campaign-form.ts';
import type { LeadQuery } from './lead-choice.tsx';
import { mailsOf, PreviewByLead } from './preview.tsx';
import { SequenceEditor } from './sequence-editor.tsx';

/** The texts, next to a preview of the one being written. */
export function Composer({ form, set, campaignId }: FieldsProps & { campaignId: string | undefined }) {
  const [mail, setMail] = useState('0');
  const steps = stepsOfForm(form);
  const follow = (step: number, variant?: string) => {
    const mails = mailsOf(steps);
    const exact = mails.findIndex((one) => one.step === step && one.variant === variant);
    const at = exact < 0 ? mails.findIndex((one) => one.step === step) : exact;
    if (at >= 0) setMail(String(at));
  };
  return (
    <div className="composer">
      <SequenceEditor form={form} set={set} onWrite={follow} />
      <div className="composer-preview">
        <Section title="Preview" lead="A live preview for one of your leads.">
          <PreviewByLead
            strategy={strategyOfForm(form)}
            steps={steps}
            campaignId={campaignId}
            among={leadsOf(form, campaignId)}
            mail={mail}
            onMail={setMail}
          />
        </Section>
      </div>
    </div>
  );
}

/** The form's audience, as far as it is known before saving. */
function leadsOf(form: CampaignForm, campaignId: string | undefined): LeadQuery {
  if (form.audience === 'keep' && campaignId !== undefined) return { campaign_id: campaignId };
  if (form.audience !== 'filter') return {};
  const { filterStatus: status, filterCountry: country, filterTag: tag, filterText: q } = form;
  const given = { status, country: country.toUpperCase(), tag, q };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
