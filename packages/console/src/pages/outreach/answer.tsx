import { Reply } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { type PageProps, to } from '../../app/router.tsx';
import { Button, CopyText } from '../../parts/button.tsx';
import { Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { outreachCrumbs } from './outreach-nav.tsx';
import { AnswerStatus, type Inbound } from './words.tsx';
import { WriteDialog } from './write-dialog.tsx';

const crumbs = [...outreachCrumbs, { label: 'Replies', href: '#/outreach/answers' }];

/** One answer: its text, its class and confidence, and what it belongs to. */
export function AnswerPage({ params: { id = '' } }: PageProps) {
  const answer = useRead('getInboundMail', { params: { id } });
  const found = answer.data;
  return (
    <>
      <PageHead
        title={found ? found.subject || `Reply from ${found.from}` : 'Reply'}
        crumbs={crumbs}
        beside={found && <AnswerStatus state={found.classification} />}
        actions={found && <AnswerIt of={found} />}
      />
      <Shown of={answer} lines={6}>
        {(one) => (
          <>
            <Section title="Text">
              <p className="mail mail-body" dir="auto">
                {one.text || 'No text.'}
              </p>
            </Section>
            <Section title="About it">
              <AnswerFacts of={one} />
            </Section>
          </>
        )}
      </Shown>
    </>
  );
}

/** Replies to machines are read by nobody. */
const byMachines = new Set([
  'out_of_office',
  'auto_reply',
  'bounce',
  'soft_bounce',
  'complaint',
  'unsubscribe',
]);

/** The sender: from the mail being answered, else from the address. */
function useSender({ lead_id: known, from }: Inbound): string | undefined {
  const found = useRead('listLeads', { query: { q: from, limit: 5 } }, { enabled: known === null });
  const address = from.toLowerCase();
  return known ?? found.data?.leads.find(({ email }) => email.toLowerCase() === address)?.id;
}

function AnswerIt({ of }: { of: Inbound }) {
  const mayChange = useMay('outreach:write');
  const [isOpen, setOpen] = useState(false);
  const lead_id = useSender(of);
  const { communication_id, classification, from, subject } = of;
  if (!mayChange || lead_id === undefined || byMachines.has(classification)) return null;
  return (
    <>
      <Button kind="main" icon={Reply} onPress={() => setOpen(true)}>
        {communication_id === null ? 'Write back' : 'Reply'}
      </Button>
      <WriteDialog
        to={{
          name: from,
          lead_id,
          ...(communication_id !== null && { answersTo: { communication_id, subject } }),
        }}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function AnswerFacts({ of }: { of: Inbound }) {
  const lead = useSender(of);
  const engine = of.engine === 'llm' ? 'by the language model' : 'by rules';
  return (
    <Facts
      of={{
        From: lead === undefined ? of.from : <a href={to`outreach/leads/${lead}`}>{of.from}</a>,
        Received: <Time at={of.received_at} withExact />,
        Judged: `${Math.round(of.confidence * 100)} % sure, ${engine}`,
        'Away until': of.away_until && <Time at={of.away_until} withExact />,
        'Answers to':
          of.communication_id === null ? (
            'It does not refer to any of your mails'
          ) : (
            <a href={to`outreach/mails/${of.communication_id}`}>The mail to {of.recipient ?? of.from}</a>
          ),
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}
