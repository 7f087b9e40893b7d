import { useState } from 'react';
import type { Answer, Body } from '../../api/client.ts';
import { useMay } from '../../api/client.ts';
import { useDryRun } from '../../api/dry-run.ts';
import { useRead } from '../../api/read.ts';
import { Choice, Suggest } from '../../parts/fields.tsx';
import { Empty, Loading, Refused, Shown } from '../../parts/states.tsx';
import { Checks } from './checks.tsx';
import { MailFrame } from './mail-frame.tsx';
import { SendTest } from './send-test.tsx';
import { type Lead, nameOf, type Step, type Strategy, type Text } from './words.tsx';

interface PreviewProps {
  strategy: Strategy;
  steps: Step[];
  campaignId?: string | undefined;
  /** The place of the mail that is shown, and who is told of another one; it chooses by itself unless told. */
  mail?: string;
  onMail?: (mail: string) => void;
}

/** A mail of the sequence as a chosen lead gets it, with the verdict of the compliance guard. */
export function PreviewByLead({ strategy, steps, campaignId, mail, onMail }: PreviewProps) {
  const [ownMail, setOwnMail] = useState('0');
  const { lead, found, typed, setTyped, choose, leads, isSearch } = useLeadChoice();
  const mails = mailsOf(steps);
  const chosen = mail ?? ownMail;
  const text = mails[Number(chosen)] ?? mails[0];
  if (text === undefined) return <p className="quiet">Write a step first.</p>;
  return (
    <div className="form">
      <div className="filters">
        <div className="wide">
          <Suggest
            label="Lead"
            value={typed}
            onChange={setTyped}
            onEnter={choose}
            options={found.map((one) => ({ id: labelOf(one).toLowerCase(), label: labelOf(one) }))}
            placeholder={lead === undefined ? '' : labelOf(lead)}
          />
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
              title={isSearch ? 'No lead matches.' : 'There is no lead to preview by.'}
              action={<a href="#/outreach/import">Import leads</a>}
            />
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

function useLeadChoice() {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Lead>();
  const q = chosen && typed === labelOf(chosen) ? '' : typed.trim();
  const leads = useRead('listLeads', { query: { limit: 30, ...(q !== '' && { q }) } });
  const found = leads.data?.leads ?? [];
  // The first one is to show what the texts fill in.
  const lead = chosen ?? found.find((one) => one.first_name !== null && one.company !== null) ?? found[0];
  const choose = (value: string) => {
    const one = found.find((known) => labelOf(known).toLowerCase() === value.toLowerCase());
    if (one === undefined) return;
    setChosen(one);
    setTyped(labelOf(one));
  };
  return { lead, found, typed, setTyped, choose, leads, isSearch: q !== '' };
}

function labelOf(lead: Lead): string {
  const name = nameOf(lead);
  return name === lead.email ? name : `${name}, ${lead.email}`;
}

export interface MailOfSequence extends Text {
  label: string;
  step: number;
  variant: string | undefined;
}

/** Every text of the sequence: each step and each of its variants. */
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
