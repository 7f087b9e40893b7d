import { useState } from 'react';
import { TriviumError } from '../../../../sdk/src/index.ts';
import type { Answer, Body } from '../../api/client.ts';
import { type DryRun, useDryRun } from '../../api/dry-run.ts';
import { useRead } from '../../api/read.ts';
import { BodyText, Code } from '../../parts/code.tsx';
import { CodeEditor } from '../../parts/code-editor.tsx';
import { fieldPaths, filterPaths } from '../../parts/completions.ts';
import { ConditionFields } from '../../parts/condition-fields.tsx';
import { Choice } from '../../parts/fields.tsx';
import { plainMessage } from '../../parts/refusal.tsx';
import { parseJson } from '../../parts/schema-values.ts';
import { PastEvent } from '../events/past-event.tsx';
import { isFilterWrong, matchingOf } from './subscription-body.ts';
import type { FormPartProps } from './subscription-form.tsx';

const formats = [
  { id: 'standard', label: "The service's own format" },
  { id: 'cloudevents_structured', label: 'CloudEvents 1.0, as one JSON object' },
  { id: 'cloudevents_binary', label: 'CloudEvents 1.0, attributes in headers' },
];

/** Filter and transformation of payloads, tried on a past event. */
export function ContentFields({
  form,
  set,
  problemOf,
  subId,
}: FormPartProps & { subId: string | undefined }) {
  const { filter, transform, format } = form;
  const hasAny = filter !== '' || transform !== '' || format !== 'standard';
  const [isOpen, setOpen] = useState(hasAny);
  return (
    <details className="nested" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Filter and transformation, tried on a past event</summary>
      {isOpen && <OpenFields form={form} set={set} problemOf={problemOf} subId={subId} />}
    </details>
  );
}

type Preview = Answer<'previewWebhookSubscription'>;

function OpenFields({ form, set, problemOf, subId }: FormPartProps & { subId: string | undefined }) {
  const [eventId, setEventId] = useState('');
  const event = useRead('readEvent', { params: { eventId } }, { enabled: eventId !== '' });
  const tried = useTried(form, eventId, subId);
  const refused = tried.error instanceof TriviumError ? tried.error : undefined;
  const problem = (name: string) =>
    problemOf(name) ?? (refused?.field?.split('.')[0] === name ? plainMessage(refused) : undefined);
  return (
    <div className="form">
      <ConditionFields
        label="Filter on the payload (optional)"
        value={form.filter}
        onChange={set('filter')}
        known={filterPaths('', event.data?.data ?? {})}
        placeholder={'{"amount": {"$gte": 100}}'}
        error={isFilterWrong(form) ? 'A filter is an object: { … }.' : problem('filter')}
        hint="Only events whose payload matches are sent. Without a condition, all are."
        jsonHint="Operators: $gte, $lt, $in, $exists, $or, …"
      />
      <CodeEditor
        label="Transformation (optional)"
        value={form.transform}
        onChange={set('transform')}
        language="jsonata"
        placeholder={'{ "text": "Order " & data.order_id }'}
        completions={fieldPaths('', parseJson(tried.answer?.input ?? '') ?? {})}
        error={problem('transform')}
        hint="A JSONata expression over the original body. Its result becomes the body."
      />
      <Choice label="Example of a delivery" value={form.format} onChange={set('format')} options={formats} />
      <PastEvent
        type={form.events.length === 1 ? form.events.join() : ''}
        eventId={eventId}
        onChange={setEventId}
      />
      <Verdict of={tried} />
    </div>
  );
}

function useTried(form: FormPartProps['form'], eventId: string, subId: string | undefined): DryRun<Preview> {
  const isReady = eventId !== '' && !isFilterWrong(form);
  const { events, ...rest } = matchingOf(form) as { events: string[] };
  const body = {
    event_id: eventId,
    ...(events.length > 0 && { events }),
    ...rest,
  } as Body<'previewWebhookSubscription'>;
  const title = 'Try it on a past event';
  const fresh = useDryRun('previewWebhookSubscription', isReady && !subId ? { body } : undefined, title);
  const params = { subId: subId ?? '' };
  const own = useDryRun('previewWebhookDelivery', isReady && subId ? { params, body } : undefined, title);
  return subId ? own : fresh;
}

const reasons: Record<string, string> = {
  pattern: 'it is of another type',
  notice: 'notices of the service must be named in full',
  platform: 'it is of another platform',
  filter: 'its payload does not meet the filter',
};

function Verdict({ of: { answer, error } }: { of: DryRun<Preview> }) {
  if (error !== undefined) {
    return (
      <p className="note bad" role="status">
        It cannot be tried: {error.message}
      </p>
    );
  }
  if (answer === undefined) return null;
  const { not_met, request, error: failed } = answer;
  return (
    <>
      <p
        className={failed !== null ? 'note bad' : not_met === null ? 'note good' : 'note warn'}
        role="status"
      >
        {failed !== null
          ? failed
          : not_met === null
            ? 'This event is sent.'
            : `This event is not sent: ${reasons[not_met] ?? not_met}.`}
      </p>
      {request !== null && (
        <>
          <p className="field-label">
            {not_met === null ? 'The body of the delivery' : 'The body that would be sent'}
          </p>
          <BodyText text={request.body} label="Body of the delivery" />
          <details className="nested">
            <summary>Headers</summary>
            <Code
              text={Object.entries(request.headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
              label="Headers of the delivery"
            />
          </details>
        </>
      )}
    </>
  );
}
