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

const crumbs = [...outreachCrumbs, { label: 'Answers', href: '#/outreach/answers' }];

/** One answer: its words, what kind it was taken for and how surely, and what it belongs to. */
export function AnswerPage({ params: { id = '' } }: PageProps) {
  const answer = useRead('getInboundMail', { params: { id } });
  const found = answer.data;
  return (
    <>
      <PageHead
        title={found ? found.subject || `Answer of ${found.from}` : 'Answer'}
        crumbs={crumbs}
        beside={found && <AnswerStatus state={found.classification} />}
        actions={found && <AnswerIt of={found} />}
      />
      <Shown of={answer} lines={6}>
        {(one) => (
          <>
            <Section title="What it says">
              <p className="mail mail-body" dir="auto">
                {one.text || 'It has no text.'}
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

/** Nobody reads what machines are answered. */
const byMachines = new Set([
  'out_of_office',
  'auto_reply',
  'bounce',
  'soft_bounce',
  'complaint',
  'unsubscribe',
]);

function AnswerIt({ of }: { of: Inbound }) {
  const mayChange = useMay('outreach:write');
  const [isOpen, setOpen] = useState(false);
  const { lead_id, communication_id, classification, from, subject } = of;
  if (!mayChange || lead_id === null || communication_id === null || byMachines.has(classification))
    return null;
  return (
    <>
      <Button kind="main" icon={Reply} onPress={() => setOpen(true)}>
        Answer
      </Button>
      <WriteDialog
        to={{ name: from, lead_id, answersTo: { communication_id, subject } }}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function AnswerFacts({ of }: { of: Inbound }) {
  const engine = of.engine === 'llm' ? 'by the language model' : 'by rules';
  return (
    <Facts
      of={{
        From: of.lead_id ? <a href={to`outreach/leads/${of.lead_id}`}>{of.from}</a> : of.from,
        Received: <Time at={of.received_at} withExact />,
        Judged: `${Math.round(of.confidence * 100)} % sure, ${engine}`,
        'Away until': of.away_until && <Time at={of.away_until} withExact />,
        'Answers to': of.communication_id && (
          <a href={to`outreach/mails/${of.communication_id}`}>
            The mail that was sent to {of.recipient ?? of.from}
          </a>
        ),
        Id: <CopyText text={of.id} label="id" />,
      }}
    />
  );
}
