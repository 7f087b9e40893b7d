import { words } from './format.tsx';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';

/** The tone of an API state; neutral by default. */
const tones: Record<string, Tone> = {
  ...tone(
    'good',
    'active success succeeded completed confirmed deployed delivered sent healthy analyzed approved enabled',
  ),
  ...tone(
    'bad',
    'failed failing dead analysis_failed timed_out rejected critical high unhealthy blocked bounced reverted',
  ),
  ...tone('warn', 'disabled paused cancelled medium degraded suspended loop_stopped expired archived'),
  ...tone('busy', 'running pending queued analyzing verifying sending uploading processing launching'),
};

function tone(name: Tone, states: string): Record<string, Tone> {
  return Object.fromEntries(states.split(' ').map((state) => [state, name]));
}

/** A state as a word, coloured by meaning. The word alone conveys it, too. */
export function Status({ state, label, tone: given, title }: StatusProps) {
  return (
    <span className={`status ${given ?? tones[state] ?? 'plain'}`} {...(title !== undefined && { title })}>
      {label ?? words(state)}
    </span>
  );
}

interface StatusProps {
  state: string;
  label?: string;
  tone?: Tone;
  /** Tooltip, such as the exact time of what the label says. */
  title?: string | undefined;
}

/** Label and colour of an API state. */
export type StateLabel = [label: string, tone: Tone];

/** A status component with labels from the table; other states use their own names. */
export function statusIn(table: Record<string, StateLabel>) {
  return ({ state }: { state: string }) => {
    const [label, tone] = table[state] ?? [words(state), 'plain'];
    return <Status state={state} label={label} tone={tone} />;
  };
}
