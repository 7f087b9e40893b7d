import { useState } from 'react';
import type { Answer, Body } from '../../api/client.ts';
import { useMay } from '../../api/client.ts';
import { useDryRun } from '../../api/dry-run.ts';
import { Choice } from '../../parts/fields.tsx';
import { Empty, Loading, Refused, Shown } from '../../parts/states.tsx';
import { Checks } from './checks.tsx';
import { LeadChoice, type LeadQuery, labelOf, useLeadChoice } from './lead-choice.tsx';
import { MailFrame } from './mail-frame.tsx';
import { SendTest } from './send-test.tsx';
import { type Lead, nameOf, type Step, type Strategy, type Text } from './words.tsx';

interface PreviewProps {
  strategy: Strategy;
  steps: Step[];
  campaignId?: string | undefined;
  /** The audience: the preview uses one of these leads, if there is one. */
  among?: LeadQuery;
  /** Index of the mail shown, and the callback for changing it; uncontrolled by default. */
  mail?: string;
  onMail?: (mail: string) => void;
}

/** A mail of the sequence as a chosen lead would receive it, with the compliance guard's verdict. */
export function PreviewByLead({ strategy, steps, campaignId, among, mail, onMail }: PreviewProps) {
  const [ownMail, setOwnMail] = useState('0');
  const choice = useLeadChoice(among);
  const { found, leads, isSearch } = choice;
  // Prefers a lead with values for what texts commonly fill in.
  const lead =
    choice.chosen ?? found.find((one) => one.first_name !== null && one.company !== null) ?? found[0];
  const mails = mailsOf(steps);
  const chosen = mail ?? ownMail;
  const text = mails[Number(chosen)] ?? mails[0];
  if (text === undefined) return <p className="quiet">Write a step first.</p>;
  return (
    <div className="form">
      <div className="filters">
        <div className="wide">
          <LeadChoice of={choice} placeholder={lead && labelOf(lead)} />
        </div>
        <Choice
          label="Mail"
          value={String(mails.indexOf(text))}
          onChange={onMail ?? setOwnMail}
          options={mails.map(({ label }, at) => ({ id: String(at), label }))}
        />
      </div>
      <Shown of={leads}>
        {() =>
          lead === undefined ? (
            <Empty
              title={isSearch ? 'No lead matches.' : 'There is no lead for the preview.'}
              action={<a href="#/outreach/import">Import leads</a>}
            />
          ) : isBlank(text) ? (
            <p className="quiet">Write a subject and a text to see the mail as this lead receives it.</p>
          ) : (
            <Mail
              text={text}
              lead={lead}
              strategy={{ ...strategy, sequence: steps }}
              campaignId={campaignId}
            />
          )
        }
      </Shown>
    </div>
  );
}

export interface MailOfSequence extends Text {
  label: string;
  step: number;
  variant: string | undefined;
}

/** All texts of the sequence: each step and each of its variants. */
export function mailsOf(steps: Step[]): MailOfSequence[] {
  return steps.flatMap(({ variants = [], ...step }): MailOfSequence[] => {
    const own = { ...step, label: `Step ${step.step}`, variant: undefined };
    if (variants.length === 0) return [own];
    return variants.map((one) => ({
      ...own,
      ...Object.fromEntries(Object.entries(one).filter(([, value]) => value)),
      label: `Step ${step.step}, variant ${one.variant}`,
      variant: one.variant,
    }));
  });
}

function isBlank({ subject = '', body = '', html = '' }: Text): boolean {
  return `${subject}${body}${html}`.trim() === '';
}

interface MailProps {
  text: MailOfSequence;
  lead: Lead;
  strategy: Strategy;
  campaignId: string | undefined;
}

function Mail({ text, lead, strategy, campaignId }: MailProps) {
  const mayWrite = useMay('outreach:write');
  const body = {
    messaging_strategy: strategy,
    step: text.step,
    ...(text.variant !== undefined && { variant: text.variant }),
    ...(campaignId && { campaign_id: campaignId }),
  } as Body<'previewMail'>;
  const { answer, error } = useDryRun('previewMail', { params: { id: lead.id }, body }, 'Preview the mail');
  return (
    <>
      {error && <Refused error={error} />}
      {answer === undefined && error === undefined && <Loading />}
      {answer !== undefined && (
        <>
          <Seen of={answer} title={`${text.label} to ${nameOf(lead)}`} />
          <Checks of={answer.compliance.checks} />
        </>
      )}
      {mayWrite && <SendTest text={text} lead={lead} strategy={strategy} />}
    </>
  );
}

const views = [
  { id: 'rendered', label: 'As rendered' },
  { id: 'phone', label: 'On a phone' },
  { id: 'text', label: 'As text' },
];

function Seen({ of, title }: { of: Answer<'previewMail'>; title: string }) {
  const [view, setView] = useState('rendered');
  return (
    <article className="mail" aria-label={title}>
      <div className="mail-top">
        <div className="mail-head">
          <p>
            <span className="quiet">From</span> {of.from}
          </p>
          <p>
            <span className="quiet">To</span> {of.to}
          </p>
          <p className="mail-subject" dir="auto">
            {of.subject || 'No subject'}
          </p>
        </div>
        <Choice label="Shown" value={view} onChange={setView} options={views} />
      </div>
      {view === 'text' ? (
        <p className="mail-body" dir="auto">
          {of.body}
        </p>
      ) : (
        <div className={view === 'phone' ? 'mail-phone' : undefined}>
          <MailFrame html={of.html} title={`${title} as rendered`} />
        </div>
      )}
    </article>
  );
}
