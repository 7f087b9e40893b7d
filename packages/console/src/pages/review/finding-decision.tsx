import { CheckCheck, CircleSlash, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/format.tsx';
import { readReason, type Triage, TriageDialog, useReopen, useSuppression } from './triage.tsx';
import type { Finding } from './use-findings.ts';

/** The decision on a finding and its reason, or the means to decide. */
export function FindingDecision({ of }: { of: Finding }) {
  const [as, setAs] = useState<Triage>();
  const mayDecide = useMay('review:write');
  const reopen = useReopen();
  if (of.status === 'suppressed') {
    return (
      <div className="note decided">
        <Reason of={of} />
        {mayDecide && (
          <Button icon={RotateCcw} isBusy={reopen.isPending} onPress={() => reopen.mutate(of)}>
            Reopen
          </Button>
        )}
      </div>
    );
  }
  if (!mayDecide) return null;
  return (
    <div className="actions">
      <Button icon={CheckCheck} onPress={() => setAs('accepted')}>
        Accept …
      </Button>
      <Button icon={CircleSlash} onPress={() => setAs('false positive')}>
        False positive …
      </Button>
      {as && <TriageDialog of={[of]} as={as} onClose={() => setAs(undefined)} />}
    </div>
  );
}

function Reason({ of }: { of: Finding }) {
  const found = useSuppression(of);
  if (found === undefined) return <span>Suppressed.</span>;
  const { kind, text } = readReason(found.reason);
  return (
    <span>
      <strong>{kind}</strong> <Time at={found.created_at} />
      {found.expires_at !== null && (
        <>
          , until <Time at={found.expires_at} />
        </>
      )}
      : {text}
    </span>
  );
}
