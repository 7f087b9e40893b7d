import { onItText } from '../../parts/acknowledged.ts';
import { exactTime } from '../../parts/format.tsx';
import { clockTime } from '../../parts/moments.ts';
import { Status, type Tone } from '../../parts/status.tsx';
import { lastRunsText } from './last-runs-text.ts';
import type { Workflow } from './workflow-form.ts';

type Health = Pick<Workflow, 'health'>;

const tones: Record<string, Tone> = { healthy: 'good', failing: 'bad', idle: 'plain', disabled: 'warn' };

/** A workflow's health in words: `Failing since 09:12`. */
export function WorkflowHealth({ of: { health } }: { of: Health }) {
  const { state, failing_since, runs, acknowledged } = health;
  const seen = acknowledged === null ? '' : `, ${onItText(acknowledged)}`;
  const words: Record<string, string> = {
    healthy: 'Healthy',
    failing: `${failing_since === null ? 'Failing' : `Failing since ${clockTime(failing_since)}`}${seen}`,
    idle: runs.queued > 0 ? 'First run waits' : 'Has not run yet',
    disabled: 'Disabled',
  };
  const title =
    state === 'failing' && failing_since !== null ? `Since ${exactTime(failing_since)}` : undefined;
  const tone = tones[state];
  return <Status state={state} label={words[state] ?? state} title={title} {...(tone && { tone })} />;
}

/** Failures among the latest runs, with a bar. */
export function LastRuns({ of: { health } }: { of: Health }) {
  const { succeeded, failed, queued } = health.runs;
  const total = succeeded + failed + queued;
  if (total === 0) return <span className="quiet">None yet</span>;
  return (
    <span className="last-runs">
      <span className="run-bar" aria-hidden>
        {succeeded > 0 && <i className="good" style={{ width: share(succeeded, total) }} />}
        {failed > 0 && <i className="bad" style={{ width: share(failed, total) }} />}
        {queued > 0 && <i className="busy" style={{ width: share(queued, total) }} />}
      </span>
      {lastRunsText(health.runs)}
    </span>
  );
}

function share(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}
