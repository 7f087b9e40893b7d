import { useRef, useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { plural } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import { announceDecision, type Finding } from './use-findings.ts';

export type Triage = 'accepted' | 'false positive';

const titles: Record<Triage, string> = { accepted: 'Accepted', 'false positive': 'False positive' };

// The API stores a single text per suppression, so it starts with the decision.
function writeReason(as: Triage, reason: string): string {
  return `${titles[as]}: ${reason}`;
}

/** The decision and its reason. A reason not written here has only the latter. */
export function readReason(reason: string): { kind: string; text: string } {
  const as = (Object.keys(titles) as Triage[]).find((one) => reason.startsWith(`${titles[one]}: `));
  if (as === undefined) return { kind: 'Suppressed', text: reason };
  return { kind: titles[as], text: reason.slice(titles[as].length + 2) };
}

const PAGE = 100;

/** Why a finding was suppressed, if it was. */
export function useSuppression({ fingerprint, status }: Pick<Finding, 'fingerprint' | 'status'>) {
  const list = useRead(
    'listFindingSuppressions',
    { query: { limit: PAGE } },
    { enabled: status === 'suppressed' },
  );
  return list.data?.suppressions.find((one) => one.fingerprint === fingerprint);
}

/** Makes a finding count again. */
export function useReopen(onDone = () => {}) {
  const api = useApi();
  return useWrite(
    async ({ fingerprint }: Pick<Finding, 'fingerprint' | 'title'>) => {
      for (let offset = 0; ; offset += PAGE) {
        const page = await api.listFindingSuppressions({ query: { limit: PAGE, offset } });
        const found = page.suppressions.find((one) => one.fingerprint === fingerprint);
        if (found !== undefined) return api.deleteFindingSuppression({ params: { id: found.id } });
        if (!page.has_more) throw new Error('It was reopened by somebody else meanwhile.');
      }
    },
    {
      shows: { operation: 'deleteFindingSuppression', title: 'Reopen it' },
      done: (_answer, { title }) => `“${title}” is open again.`,
      onDone: () => {
        announceDecision();
        onDone();
      },
    },
  );
}

interface TriageDialogProps {
  /** One, or several for the same reason. */
  of: readonly [Finding, ...Finding[]];
  as: Triage;
  onDone?: () => void;
  onClose: () => void;
}

interface TriageMessage {
  done: () => string;
  onDone: () => void;
}

/** Suppresses all of them, and can undo that. */
function useSuppressAll(
  of: readonly Finding[],
  bodyOf: (one: Finding) => Body<'suppressFinding'>,
  told: TriageMessage,
) {
  const api = useApi();
  const made = useRef<string[]>([]);
  return useWrite(
    // The API takes one at a time; those done before an error stay suppressed, and repeating them does no
    // harm.
    async () => {
      for (const one of of) made.current.push((await api.suppressFinding({ body: bodyOf(one) })).id);
    },
    {
      done: told.done,
      onDone: () => {
        announceDecision();
        told.onDone();
      },
      undo: async () => {
        for (const id of made.current) await api.deleteFindingSuppression({ params: { id } });
        announceDecision();
      },
      quiet: true,
    },
  );
}

/** Suppresses findings, with a reason. */
export function TriageDialog({ of, as, onDone, onClose }: TriageDialogProps) {
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const bodyOf = ({ fingerprint }: Finding) => ({
    fingerprint,
    reason: writeReason(as, reason.trim()),
    ...(until !== '' && { expires_at: new Date(until).toISOString() }),
  });
  const [first] = of;
  const name = of.length === 1 ? `“${first.title}”` : plural(of.length, 'finding');
  useShownCall({ operation: 'suppressFinding', body: bodyOf(first), title: 'Suppress' });
  const decide = useSuppressAll(of, bodyOf, {
    done: () => `${name} ${of.length === 1 ? 'is' : 'are'} suppressed: ${titles[as].toLowerCase()}.`,
    onDone: () => {
      onDone?.();
      onClose();
    },
  });
  return (
    <Dialog title={dialogTitle(as, of.length)} isOpen onClose={onClose}>
      <WriteForm write={decide}>
        <p>
          <strong>{name}</strong>
          <br />
          No longer counted in any review of yours, wherever the same code is, until reopened.
        </p>
        <TextInput
          label="Reason"
          field="reason"
          value={reason}
          onChange={setReason}
          rows={3}
          isRequired
          placeholder={
            as === 'accepted'
              ? 'The port is reachable from the office alone.'
              : 'The value is checked in middleware.js.'
          }
        />
        {as === 'accepted' && (
          <TextInput
            label="Until"
            field="expires_at"
            type="datetime-local"
            value={until}
            onChange={setUntil}
            hint="It counts again after this date. Empty: never."
          />
        )}
        <Refused error={decide.error} />
        <FormActions
          write={decide}
          submit={as === 'accepted' ? 'Accept' : 'Mark as false positive'}
          onClose={onClose}
        />
      </WriteForm>
    </Dialog>
  );
}

function dialogTitle(as: Triage, count: number): string {
  if (as === 'accepted') return count === 1 ? 'Accept this finding' : `Accept ${count} findings`;
  return count === 1 ? 'Mark as false positive' : `Mark ${count} findings as false positives`;
}
