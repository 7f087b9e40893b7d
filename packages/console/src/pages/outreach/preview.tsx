import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useApi, useMay } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Suggest } from '../../parts/fields.tsx';
import { Empty, Shown } from '../../parts/states.tsx';
import { Checks, type GuardCheck } from './checks.tsx';
import { fillIn, UNSUBSCRIBE, valuesOf, withFooter } from './fill-in.ts';
import { MailFrame } from './mail-frame.tsx';
import { SendTest } from './send-test.tsx';
import { type Lead, nameOf, type Step, type Strategy, type Text } from './words.tsx';

interface PreviewProps {
  strategy: Strategy;
  steps: Step[];
  campaignId?: string;
}

/** A mail of the sequence as a chosen lead gets it, with the verdict of the compliance guard. */
export function PreviewByLead({ strategy, steps, campaignId }: PreviewProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Lead>();
  const [mail, setMail] = useState('0');
  const q = chosen && typed === labelOf(chosen) ? '' : typed.trim();
  const leads = useRead('listLeads', { query: { limit: 30, ...(q !== '' && { q }) } });
  const mails = mailsOf(steps);
  const text = mails[Number(mail)] ?? mails[0];
  const found = leads.data?.leads ?? [];
  // The first one is to show what the texts fill in.
  const lead = chosen ?? found.find((one) => one.first_name !== null && one.company !== null) ?? found[0];
  const choose = (value: string) => {
    const one = found.find((known) => labelOf(known).toLowerCase() === value.toLowerCase());
    if (one === undefined) return;
    setChosen(one);
    setTyped(labelOf(one));
  };
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
          value={mail}
          onChange={setMail}
          options={mails.map(({ label }, at) => ({ id: String(at), label }))}
        />
      </div>
      <Shown of={leads}>
        {() =>
          lead === undefined ? (
            <Empty
              title={q === '' ? 'There is no lead to preview by.' : 'No lead matches.'}
              action={<a href="#/outreach/import">Import leads</a>}
            />
          ) : (
            <Mail
              key={`${lead.id} ${mail}`}
              text={text}
              lead={lead}
              strategy={strategy}
              campaignId={campaignId}
            />
          )
        }
      </Shown>
    </div>
  );
}

function labelOf(lead: Lead): string {
  const name = nameOf(lead);
  return name === lead.email ? name : `${name}, ${lead.email}`;
}

interface Labelled extends Text {
  label: string;
}

/** Every text of the sequence: each step and each of its variants. */
function mailsOf(steps: Step[]): Labelled[] {
  let thread: string | undefined;
  return steps.flatMap((step) => {
    const { variants = [], ...own } = step;
    const subject = own.subject || (thread === undefined ? undefined : `Re: ${thread}`);
    thread = own.subject || thread;
    const base = { ...own, ...(subject !== undefined && { subject }) };
    if (variants.length === 0) return [{ ...base, label: `Step ${step.step}` }];
    return variants.map((one) => ({
      ...base,
      ...Object.fromEntries(Object.entries(one).filter(([, value]) => value)),
      label: `Step ${step.step}, variant ${one.variant}`,
    }));
  });
}

interface MailProps {
  text: Labelled;
  lead: Lead;
  strategy: Strategy;
  campaignId: string | undefined;
}

function Mail({ text, lead, strategy, campaignId }: MailProps) {
  const mayWrite = useMay('outreach:write');
  const values = valuesOf(lead, strategy.sender ?? {});
  const subject = fillIn(text.subject ?? '', values);
  const body = fillIn(text.body ?? '', values);
  const html = text.html === undefined ? undefined : fillIn(text.html, values);
  const missing = [...new Set([...subject.missing, ...body.missing, ...(html?.missing ?? [])])];
  const hasMore = subject.hasMore || body.hasMore || html?.hasMore;
  const sent = withFooter(body.text, strategy.legal?.postal_address);
  const asked = withFooter(body.unfilled, strategy.legal?.postal_address);
  return (
    <div className="columns">
      <article className="mail" aria-label={`${text.label} to ${nameOf(lead)}`}>
        <p className="mail-head">
          <span className="quiet">To</span> {lead.email}
        </p>
        <p className="mail-subject">{subject.text || 'No subject'}</p>
        {html === undefined ? (
          <p className="mail-body">{sent}</p>
        ) : (
          <MailFrame html={html.text} title={`${text.label} as rendered`} />
        )}
        {hasMore && (
          <p className="quiet">Tags and filters are shown as written; the service fills them in.</p>
        )}
      </article>
      <div className="form">
        {missing.length > 0 && (
          <p className="note warn" role="status">
            {nameOf(lead)} has no value for {missing.map((name) => `“${name}”`).join(', ')}: this mail would
            be held back. Give a default, such as {`{{ ${missing[0]} | default: "…" }}`}.
          </p>
        )}
        <Verdict
          lead={lead}
          subject={subject.text}
          text={asked}
          strategy={strategy}
          campaignId={campaignId}
        />
        {mayWrite && <SendTest text={text} values={values} strategy={strategy} />}
      </div>
    </div>
  );
}

interface VerdictProps {
  lead: Lead;
  subject: string;
  text: string;
  strategy: Strategy;
  campaignId: string | undefined;
}

/** Asks the guard that every mail passes. */
function Verdict({ lead, subject, text, strategy, campaignId }: VerdictProps) {
  const api = useApi();
  const agents = useRead('listAgents', { query: { limit: 20 } });
  const guard = agents.data?.agents.find(({ role }) => role === 'compliance_guard');
  const { legal, sender, value_proposition: offer } = strategy;
  const input = {
    ...{
      subject: subject || '(none)',
      text,
      from: sender?.email || 'nobody@invalid.example',
      to: lead.email,
    },
    ...{ unsubscribe_url: UNSUBSCRIBE },
    ...(lead.country && { country: lead.country }),
    ...(lead.timezone && { timezone: lead.timezone }),
    ...(legal?.postal_address && { postal_address: legal.postal_address }),
    ...(legal?.basis && { legal_basis: legal.basis }),
    ...(offer && { evidence: [offer] }),
  };
  const body = { input, engine: 'rules' as const, ...(campaignId && { campaign_id: campaignId }) };
  const ask = useWrite(
    async () => {
      if (guard === undefined) throw new Error('There is no guard to ask.');
      return api.executeAgent({ params: { id: guard.id }, body });
    },
    {
      shows: {
        operation: 'executeAgent',
        ...(guard && { params: { id: guard.id } }),
        body,
        title: 'Ask the guard',
      },
    },
  );
  const mayAsk = useMay('outreach:write');
  const output = ask.data?.output as { checks?: GuardCheck[] } | null | undefined;
  return (
    <>
      {mayAsk && (
        <div>
          <Button
            icon={ShieldCheck}
            isDisabled={guard === undefined}
            isBusy={ask.isPending}
            onPress={() => ask.mutate()}
          >
            Check compliance
          </Button>
        </div>
      )}
      {output?.checks !== undefined && <Checks of={output.checks} />}
    </>
  );
}
