import { useMemo, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { plural } from '../../parts/format.tsx';
import type { Selection } from '../../parts/selection.ts';
import type { Triage } from './triage.tsx';
import { type Finding, keyOf } from './use-findings.ts';

const MAX_AT_ONCE = 100;

export interface BulkRequest {
  of: readonly [Finding, ...Finding[]];
  as: Triage;
}

interface DecideProps {
  /** The filtered findings. */
  findings: Finding[];
  ask: (asked: BulkRequest) => void;
}

/** One decision for all filtered findings, if any filter is set. */
export function DecideOnAll({ findings, ask }: DecideProps) {
  const [first, ...others] = findings.filter(isOpen);
  if (first === undefined || others.length === 0 || others.length >= MAX_AT_ONCE) return null;
  const open = [first, ...others] as const;
  return (
    <p className="actions above-table">
      <span>{plural(open.length, 'open finding')} of these filters, all at once:</span>
      <Button onPress={() => ask({ of: open, as: 'accepted' })}>Accept …</Button>
      <Button onPress={() => ask({ of: open, as: 'false positive' })}>False positives …</Button>
    </p>
  );
}

export interface Chosen {
  of: Finding[];
  selection: Selection<Finding>;
  clear: () => void;
}

/** The selected open findings; ones hidden by a filter since are no longer selected. */
export function useChosen(findings: Finding[]): Chosen {
  const [keys, change] = useState<ReadonlySet<string>>(new Set());
  const of = useMemo(
    () => (keys.size === 0 ? [] : findings.filter((one) => isOpen(one) && keys.has(keyOf(one)))),
    [findings, keys],
  );
  const selection = useMemo(() => ({ keys, change, nameOf }), [keys]);
  return { of, selection, clear: () => change(new Set()) };
}

/** One decision for the selected findings, visible however far the list is scrolled. */
export function DecideOnChosen({ of, findings, selection, clear, ask }: Chosen & DecideProps) {
  const [first, ...others] = of;
  if (first === undefined) return null;
  const chosen = [first, ...others] as const;
  const open = findings.filter(isOpen);
  const isTooMany = chosen.length > MAX_AT_ONCE;
  return (
    <section className="actions chosen-bar" aria-label="Selected findings">
      <strong role="status">{chosen.length.toLocaleString('en-US')} selected</strong>
      {isTooMany && <span>At most {MAX_AT_ONCE} at once.</span>}
      <Button isDisabled={isTooMany} onPress={() => ask({ of: chosen, as: 'accepted' })}>
        Accept …
      </Button>
      <Button isDisabled={isTooMany} onPress={() => ask({ of: chosen, as: 'false positive' })}>
        {chosen.length === 1 ? 'False positive …' : 'False positives …'}
      </Button>
      {open.length > chosen.length && open.length <= MAX_AT_ONCE && (
        <Button kind="quiet" onPress={() => selection.change(new Set(open.map(keyOf)))}>
          Select all {open.length}
        </Button>
      )}
      <Button kind="quiet" onPress={clear}>
        Clear selection
      </Button>
    </section>
  );
}

function isOpen({ status }: Finding): boolean {
  return status !== 'suppressed';
}

function nameOf(one: Finding): string | undefined {
  return isOpen(one) ? `Select ${one.title}, ${one.file}:${one.line}` : undefined;
}
