import { Download, ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Answer, useApi } from '../../api/client.ts';
import { useList, useRead, useWrite } from '../../api/read.ts';
import { Button, CopyText } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { download } from '../../parts/download.ts';
import { count, plural, Time } from '../../parts/format.tsx';
import { Facts, PageHead, Section } from '../../parts/page.tsx';
import { Empty, Refused, Shown } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { EventsNav } from './events-nav.tsx';
import { isConsistent, readCheckpointText } from './verify-consistency.ts';

/** Proofs for the whole log: its checkpoints, consistency with an earlier one, and an export. */
export function LogPage() {
  const checkpoint = useRead('readCheckpoint', {});
  return (
    <>
      <PageHead
        title="Event log and proofs"
        crumbs={[{ label: 'Events', href: '#/events' }]}
        lead="All events form one signed Merkle tree. With a checkpoint that you saved, you can detect any later change to the events it covers."
      />
      <EventsNav here="#/events/log" />
      <Shown of={checkpoint}>
        {(found) => (
          <>
            <Present of={found} />
            <CheckKept present={found} />
            <Checkpoints />
            <DownloadLog size={found.tree_size} />
          </>
        )}
      </Shown>
    </>
  );
}

function Present({ of }: { of: Answer<'readCheckpoint'> }) {
  return (
    <Section
      title="Checkpoint"
      lead="Save a copy where nobody who runs this service can change it."
      actions={
        <Button
          icon={Download}
          onPress={() => download(`checkpoint-${of.tree_size}.txt`, of.checkpoint, 'text/plain')}
        >
          Download it
        </Button>
      }
    >
      <Facts
        of={{
          Events: count(of.tree_size),
          Signed: <Time at={of.created_at} withExact />,
          Root: <CopyText text={of.root_hash} label="root" />,
          Log: <CopyText text={of.origin} label="name of the log" />,
          Keys: of.public_keys.map((key) => <CopyText key={key} text={key} label="key of the log" />),
        }}
      />
      <Code text={of.checkpoint} label="Text of the checkpoint" />
    </Section>
  );
}

type Verdict = { isGood: boolean; text: string };

/** The browser's verdict on an older checkpoint, using a proof from the service. */
function useCheck(): [(kept: { size: number; root: string }) => void, Verdict | undefined, Error | null] {
  const api = useApi();
  const [verdict, setVerdict] = useState<Verdict>();
  const prove = useWrite(
    ({ size }: { size: number; root: string }) => api.proveConsistency({ query: { from: size } }),
    {
      quiet: true,
      shows: { operation: 'proveConsistency', query: { from: 0 }, title: 'Check an older checkpoint' },
      onDone: (claim, { size, root }) => {
        const isGood = claim.from_root_hash === root && isConsistent(claim);
        const text = isGood
          ? `The first ${plural(size, 'event')} of the log of ${plural(claim.to, 'event')} match this checkpoint: your browser computed both roots.`
          : `The log does not match this checkpoint: something in its first ${plural(size, 'event')} was changed. Keep the checkpoint.`;
        setVerdict({ isGood, text });
      },
    },
  );
  const check = (kept: { size: number; root: string }) => {
    setVerdict(undefined);
    prove.mutate(kept);
  };
  return [check, verdict, prove.error];
}

function VerdictNote({ of }: { of: Verdict | undefined }) {
  if (of === undefined) return null;
  const Icon = of.isGood ? ShieldCheck : ShieldX;
  return (
    <p className={of.isGood ? 'note good' : 'note bad'} role="status">
      <Icon aria-hidden size={18} />
      {of.text}
    </p>
  );
}

function CheckKept({ present }: { present: Answer<'readCheckpoint'> }) {
  const [text, setText] = useState('');
  const [check, verdict, error] = useCheck();
  const kept = readCheckpointText(text);
  const problem =
    text.trim() === ''
      ? undefined
      : kept === undefined
        ? 'This is not a checkpoint. A checkpoint begins with the name of the log, the size and the root, a line each.'
        : kept.origin !== present.origin
          ? `This is a checkpoint of another log, ${kept.origin}.`
          : undefined;
  return (
    <Section title="Check a checkpoint that you kept">
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (kept !== undefined && problem === undefined) check(kept);
        }}
      >
        <TextInput
          label="Checkpoint"
          value={text}
          onChange={setText}
          rows={5}
          isCode
          isRequired
          error={problem}
          placeholder={`${present.origin}\n1042\n…`}
        />
        <Refused error={error} />
        <VerdictNote of={verdict} />
        <div className="form-actions">
          <Button kind="main" type="submit">
            Check it
          </Button>
        </div>
      </form>
    </Section>
  );
}

function Checkpoints() {
  const list = useList('listCheckpoints', {});
  const [check, verdict, error] = useCheck();
  return (
    <Section title="Checkpoints">
      <Refused error={error} />
      <VerdictNote of={verdict} />
      <DataTable
        label="Checkpoints"
        list={list}
        first={10}
        rowKey={(one) => String(one.tree_size)}
        columns={[
          { title: 'Events', cell: (one) => count(one.tree_size) },
          { title: 'Root', width: '3fr', cell: (one) => <code>{one.root_hash}</code> },
          { title: 'Signed', cell: (one) => <Time at={one.created_at} /> },
        ]}
        rowActions={(one) => (
          <Button
            aria-label={`Check the checkpoint of ${one.tree_size} events`}
            onPress={() => check({ size: one.tree_size, root: one.root_hash })}
          >
            Check
          </Button>
        )}
        say={(total) => plural(total, 'checkpoint')}
        empty={
          <Empty title="There is no checkpoint yet.">
            A checkpoint is signed within a second of each event.
          </Empty>
        }
      />
    </Section>
  );
}

/** More than a browser should hold at once. */
const MAX_COUNT = 100_000;

function DownloadLog({ size }: { size: number }) {
  const api = useApi();
  const [first, setFirst] = useState(String(Math.max(0, size - MAX_COUNT)));
  const [end, setEnd] = useState('');
  const query = {
    from_position: Number(first),
    ...(end !== '' && { to_position: Number(end) }),
  };
  const events = (end === '' ? size : Number(end)) - Number(first);
  useShownCall({ operation: 'exportEvents', query, title: 'Download events' });
  const read = useWrite(() => api.exportEvents({ query }), {
    quiet: true,
    done: () => `${plural(events, 'event')} are in your downloads.`,
    onDone: (text) => download('events.jsonl', text as unknown as string, 'application/x-ndjson'),
  });
  const problem =
    events > MAX_COUNT
      ? `At most ${count(MAX_COUNT)} here. For more, use \`trivium api exportEvents\`.`
      : undefined;
  return (
    <Section
      title="Download events"
      lead={
        <>
          As JSON Lines, which the offline verifier <code>trivium verify-log</code> reads.
        </>
      }
    >
      <form
        className="form narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === undefined) read.mutate();
        }}
      >
        <div className="columns">
          <TextInput
            label="From position"
            type="number"
            value={first}
            onChange={setFirst}
            isRequired
            error={problem}
          />
          <TextInput
            label="Before position"
            type="number"
            value={end}
            onChange={setEnd}
            hint={`Empty: to the end, ${count(size)}.`}
          />
        </div>
        <Refused error={read.error} />
        <div className="form-actions">
          <Button kind="main" type="submit" icon={Download} isBusy={read.isPending}>
            Download
          </Button>
        </div>
      </form>
    </Section>
  );
}
