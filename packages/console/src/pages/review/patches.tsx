import { Download } from 'lucide-react';
import { useState } from 'react';
import type { PageProps } from '../../app/router.tsx';
import { Button, CopyButton, LinkButton } from '../../parts/button.tsx';
import { download, fileName } from '../../parts/download.ts';
import { plural } from '../../parts/format.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { findingHref } from './finding-list.tsx';
import { Patch } from './patch.tsx';
import { NextReviewHint } from './review-again.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { SeverityBadge } from './severity.tsx';
import { isUnderWay, keyOf, type Review, useFindings } from './use-findings.ts';

/** All patches of a review, individually and combined. */
export function PatchesPage({ params: { id = '' } }: PageProps) {
  return (
    <ReviewFrame id={id} part="patches">
      {(review, name) => <Patches of={review} name={name} />}
    </ReviewFrame>
  );
}

function Patches({ of, name }: { of: Review; name: string }) {
  const found = useFindings(of);
  const [shown, setShown] = useState(AT_ONCE);
  if (found.error) return <Failure error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading lines={8} />;
  const patched = found.data.findings.flatMap(({ patch, status, ...one }) =>
    patch === null || status === 'suppressed' ? [] : [{ ...one, status, patch }],
  );
  if (patched.length === 0) return <NoPatch of={of} />;
  const whole = asOne(patched);
  return (
    <>
      <div className="patches-head">
        <p>
          {plural(patched.length, 'patch', 'patches')}, each tested on a copy of the code. All as one:{' '}
          <code>git apply {fileName(name, '.patch')}</code>
        </p>
        <div className="actions">
          <CopyButton text={whole} label="Copy all patches as one" />
          <Button icon={Download} onPress={() => download(fileName(name, '.patch'), whole, 'text/x-diff')}>
            Save all as one
          </Button>
        </div>
      </div>
      {patched.slice(0, shown).map((one) => (
        <section className="one-patch" key={keyOf(one)} aria-label={one.title}>
          <div className="section-head">
            <h2>
              <SeverityBadge severity={one.severity} /> {one.title}
            </h2>
            <LinkButton href={findingHref(of.review_id, one)}>The finding</LinkButton>
          </div>
          <Patch
            text={one.patch}
            label={`Patch for ${one.title}`}
            name={fileName(`${one.rule_id}-${one.id.slice(-8)}`, '.patch')}
          />
        </section>
      ))}
      {patched.length > shown && (
        <div className="actions">
          <Button onPress={() => setShown(shown + AT_ONCE)}>
            Show {Math.min(AT_ONCE, patched.length - shown)} more of {patched.length - shown}
          </Button>
        </div>
      )}
    </>
  );
}

/** Each is a diff in colours: hundreds at once would take seconds. */
const AT_ONCE = 20;

/** A patch may fix several findings; it is included once. */
function asOne(findings: readonly { patch: string }[]): string {
  return [...new Set(findings.map(({ patch }) => patch.replace(/\n*$/, '\n')))].join('');
}

function NoPatch({ of }: { of: Review }) {
  if (isUnderWay(of))
    return <Empty title="No patch so far.">Patches are created when the agents have finished.</Empty>;
  if (!of.generate_patches)
    return (
      <Empty title="Patches were not requested." action={<NextReviewHint of={of} />}>
        Review the application again with “Create patches” chosen.
      </Empty>
    );
  return (
    <Empty title="No patch passed all its checks.">
      A patch is shown if it applies, still parses, removes its finding, and brings no new one.
    </Empty>
  );
}
