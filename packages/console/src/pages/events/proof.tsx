import { ShieldCheck, ShieldX } from 'lucide-react';
import { useMemo } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { CopyText } from '../../parts/button.tsx';
import { Code } from '../../parts/code.tsx';
import { Section } from '../../parts/page.tsx';
import { Shown } from '../../parts/states.tsx';
import { type ProofStep, verifyProof } from './verify-proof.ts';

/** Verifies in the browser, from the proof, that the log contains the event unchanged. */
export function Proof({ eventId }: { eventId: string }) {
  const proof = useRead('proveEvent', { params: { eventId } });
  return (
    <Section title="Proof">
      <Shown of={proof}>{(found) => <Checked proof={found} />}</Shown>
    </Section>
  );
}

function Checked({ proof }: { proof: Answer<'proveEvent'> }) {
  const { isVerified, steps } = useMemo(() => verifyProof(proof), [proof]);
  const Icon = isVerified ? ShieldCheck : ShieldX;
  return (
    <>
      <p className={isVerified ? 'note good' : 'note bad'} role="status">
        <Icon aria-hidden size={18} />
        {isVerified
          ? `Verified: your browser computed the root of all ${proof.tree_size.toLocaleString('en-US')} events from this record and it matches the checkpoint's.`
          : "Not verified: the computed root differs from the checkpoint's. Keep this page, and compare with the offline verifier."}
      </p>
      <Tree steps={steps} root={proof.root_hash} />
      <details className="nested">
        <summary>Record and checkpoint</summary>
        <Code text={proof.record} label="Record" />
        <p className="pad" />
        <Code text={proof.checkpoint} label="Checkpoint" />
        <p>
          Key of the log: <CopyText text={proof.public_key} label="key of the log" />
        </p>
      </details>
    </>
  );
}

/** The path from the record to the root: each computed hash, and the proof hash it was combined with. */
function Tree({ steps, root }: { steps: ProofStep[]; root: string }) {
  return (
    <ol className="tree" aria-label="From the record to the root">
      {steps.map(({ hash, sibling, side }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the level is the key
        <li key={at}>
          <span className="tree-level">{at === 0 ? 'Record' : `Level ${at}`}</span>
          <code title={hash}>{hash.slice(0, 12)}…</code>
          {sibling !== undefined && (
            <span className="quiet">
              with <code title={sibling}>{sibling.slice(0, 12)}…</code> on the {side}
            </span>
          )}
        </li>
      ))}
      <li>
        <span className="tree-level">Root</span>
        <code title={root}>{root.slice(0, 12)}…</code>
        <span className="quiet">as the checkpoint says</span>
      </li>
    </ol>
  );
}
