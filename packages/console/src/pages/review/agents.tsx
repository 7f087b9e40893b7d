import { ProgressBar } from 'react-aria-components/ProgressBar';
import type { PageProps } from '../../app/router.tsx';
import { count, duration, money, plural, Time, words } from '../../parts/format.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { ReviewFrame } from './review-frame.tsx';
import { agentName } from './review-words.tsx';
import { SeverityBar, sumOf } from './severity.tsx';
import { isUnderWay, type Review } from './use-findings.ts';

type Agent = Review['agents'][number];
type Usage = NonNullable<Agent['llm']>;

/** What each agent of a review did. */
export function AgentsPage({ params: { id = '' } }: PageProps) {
  return (
    <ReviewFrame id={id} part="agents">
      {(review) => (
        <>
          {isUnderWay(review) && <Bar of={review} />}
          {byCategory(review.agents).map(([category, agents]) => (
            <Section key={category} title={categoryTitle(category)}>
              <ul className="agents-full">
                {agents.map((agent) => (
                  <OneAgent key={agent.id} of={agent} />
                ))}
              </ul>
            </Section>
          ))}
          {review.llm && <Model of={review.llm} />}
        </>
      )}
    </ReviewFrame>
  );
}

/** A running review: its progress, and each agent with its findings so far. */
export function AgentProgress({ of }: { of: Review }) {
  return (
    <section className="at-work" aria-label="Agents running">
      <Bar of={of} />
      {of.status !== 'queued' && (
        <div className="agent-groups">
          {byCategory(of.agents).map(([category, agents]) => (
            <div key={category}>
              <h3>{categoryTitle(category)}</h3>
              <ul className="agent-chips">
                {agents.map((agent) => (
                  <li key={agent.id} className={`agent-chip ${tones[agent.status] ?? 'plain'}`}>
                    <span>{agentName(agent.id)}</span>
                    <span className="agent-says">{soFar(agent)}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

function Bar({ of: { status, progress } }: { of: Review }) {
  const { completed, failed, total, running } = progress;
  const text =
    status === 'queued'
      ? 'Queued: no agent has started yet.'
      : status === 'verifying'
        ? 'What the agents found is being verified.'
        : `${completed + failed} of ${plural(total, 'agent')} done, ${running} at work`;
  return (
    <ProgressBar
      className="progress-line"
      value={completed + failed}
      maxValue={Math.max(total, 1)}
      aria-label="Agents done"
      valueLabel={text}
    >
      {({ percentage = 0 }) => (
        <>
          <span role="status">
            {text}
            {failed > 0 && `, ${failed} failed`}
          </span>
          <span className="progress-track">
            <span className="progress-fill" style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
}

const tones: Record<string, Tone> = { running: 'busy', completed: 'good', failed: 'bad', skipped: 'warn' };
const labels: Record<string, string> = {
  pending: 'Waits',
  running: 'At work',
  completed: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
};

function soFar(agent: Agent): string {
  if (agent.status !== 'completed') return labels[agent.status] ?? agent.status;
  const found = sumOf(agent.findings);
  return found === 0 ? 'nothing' : `${found} found`;
}

function byCategory(agents: Agent[]): [string, Agent[]][] {
  return [...Map.groupBy(agents, ({ category }) => category)];
}

function categoryTitle(category: string): string {
  return category === 'meta' ? 'Verifiers' : words(category);
}

function OneAgent({ of }: { of: Agent }) {
  return (
    <li>
      <span>
        <strong>{agentName(of.id)}</strong>{' '}
        {of.driver === 'llm' && <span className="quiet">with a language model</span>}
        {of.llm && <p className="quiet">{modelLine(of.llm)}</p>}
        {(of.error ?? of.reason) && (
          <p className={of.error ? 'bad-text' : 'quiet'}>
            {of.error?.message ?? reasonText(of.reason ?? '')}
          </p>
        )}
      </span>
      <Status state={of.status} tone={tones[of.status] ?? 'plain'} label={labels[of.status] ?? of.status} />
      <span>
        {of.status === 'completed' && <SeverityBar of={of.findings} none="Nothing" />}
        {of.dropped > 0 && <span className="quiet">, {of.dropped} rejected</span>}
      </span>
      <span className="quiet">
        {of.duration_ms === null ? <Time at={of.started_at} /> : duration(of.duration_ms)}
      </span>
    </li>
  );
}

function modelLine({ requests, input_tokens: read, output_tokens: written, cost_usd: cost }: Usage): string {
  const price = cost === null ? '' : `, ${money(cost)}`;
  return `${plural(requests, 'call')} of the model, ${count(read)} tokens in, ${count(written)} out${price}`;
}

/** Why a model did not take part, or only partly; the rules' findings are there in any case. */
const modelReasons: Record<string, string> = {
  model_rate_limited: "The model refused further requests. The rules' findings are here.",
  model_unavailable: "The model could not be reached. The rules' findings are here.",
  model_timeout: "The model did not answer in time. The rules' findings are here.",
  model_bad_answer: "The model did not answer in the form that was asked for. The rules' findings are here.",
  model_truncated: "The answer of the model was cut off. The rules' findings are here.",
  model_refused: "The model or its server refused to answer. The rules' findings are here.",
  model_budget_spent: "The budget of the review was spent. The rules' findings are here.",
  model_organization_budget_spent: "The budget of the month was spent. The rules' findings are here.",
  model_interrupted: 'The service was stopped during a model call, and the call was not repeated.',
};

function reasonText(reason: string): string {
  return modelReasons[reason] ?? words(reason);
}

function Model({ of: llm }: { of: NonNullable<Review['llm']> }) {
  return (
    <Section title="Language model">
      <Facts
        of={{
          Model: `${llm.model} of ${llm.provider}`,
          Requests: count(llm.requests),
          Tokens: `${count(llm.input_tokens)} in, ${count(llm.output_tokens)} out`,
          Cost: llm.cost_usd === null ? 'The price is not known' : money(llm.cost_usd),
        }}
      />
    </Section>
  );
}
