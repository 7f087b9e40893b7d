import type { Answer } from '../../api/client.ts';
import { BodyText, Code } from '../../parts/code.tsx';
import { Diff } from '../../parts/diff.tsx';
import { bytes, duration, Time } from '../../parts/format.tsx';
import { Empty } from '../../parts/states.tsx';
import { reasonText } from './delivery-status.tsx';

type Attempt = Answer<'getWebhookDelivery'>['attempts'][number];

/** The attempts, newest first, each with request, response, and differences from the previous one. */
export function Attempts({ of }: { of: Attempt[] }) {
  if (of.length === 0)
    return (
      <Empty title="No attempt has finished yet.">The first one is under way, or waits for its turn.</Empty>
    );
  const newest = of.toReversed();
  return (
    <ol className="timeline" aria-label="Attempts, newest first">
      {newest.map((attempt, at) => (
        <li
          key={`${attempt.attempt} ${attempt.last_attempt_at}`}
          className={attempt.status === 'success' ? 'good' : 'bad'}
        >
          <OneAttempt of={attempt} before={newest[at + 1]} isOpen={at === 0} />
        </li>
      ))}
    </ol>
  );
}

function OneAttempt({ of, before, isOpen }: { of: Attempt; before: Attempt | undefined; isOpen: boolean }) {
  const { attempt, request, response, error, last_attempt_at, response_time_ms } = of;
  const name = `Attempt ${attempt}`;
  const size = new TextEncoder().encode(request.body).length;
  return (
    <details open={isOpen}>
      <summary>
        <strong>{name}</strong>: {response === null ? 'no response' : `responded ${response.status}`} after{' '}
        {duration(response_time_ms)}, <Time at={last_attempt_at} withExact />
      </summary>
      {error !== undefined && <p className="note bad">{reasonText(error)}</p>}
      <div className="columns">
        <section className="one-call" aria-label={`${name}, sent`}>
          <h3>
            Sent to <code>{request.url}</code>, {bytes(size)}
          </h3>
          <BodyText text={request.body} label={`${name}, body sent`} />
          <Headers of={request.headers} label={`${name}, headers sent`} />
          <details className="nested">
            <summary>As a curl command</summary>
            <Code text={curlOf(request)} label={`${name}, as a curl command`} />
          </details>
        </section>
        <section className="one-call" aria-label={`${name}, response`}>
          <h3>{response === null ? 'No response' : `Response ${response.status}`}</h3>
          {response !== null && (
            <>
              <BodyText text={response.body} label={`${name}, response body`} />
              <Headers of={response.headers} label={`${name}, response headers`} />
            </>
          )}
        </section>
      </div>
      {before !== undefined && (
        <details className="nested">
          <summary>Differences from attempt {before.attempt}</summary>
          <Diff
            before={textOf(before)}
            after={textOf(of)}
            label={`Attempt ${before.attempt} to ${attempt}`}
          />
        </details>
      )}
    </details>
  );
}

function Headers({ of, label }: { of: Record<string, unknown>; label: string }) {
  return (
    <details className="nested">
      <summary>Headers</summary>
      <Code text={headerText(of)} label={label} />
    </details>
  );
}

function headerText(headers: Record<string, unknown>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Headers curl sets itself. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'transfer-encoding']);

/** The same request byte for byte, to try a receiver from a terminal. */
function curlOf({ url, headers, body }: Attempt['request']): string {
  const given = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  return [
    `curl -X POST ${quoted(url)}`,
    ...given.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** Quoted for a shell: nothing is expanded. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** An attempt as text, for comparison. */
function textOf({ request, response, error }: Attempt): string {
  const answer =
    response === null
      ? (error ?? 'no response')
      : `${response.status}\n${headerText(response.headers)}\n\n${response.body}`;
  return `POST ${request.url}\n${headerText(request.headers)}\n\n${request.body}\n\n--- response ---\n${answer}\n`;
}
