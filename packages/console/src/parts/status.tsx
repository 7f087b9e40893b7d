import { words } from './format.tsx';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';

/** What a state of the API means for people. What is not here is plain. */
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

/** A state in a word, coloured by what it means. The word alone says it, for those who see no colour. */
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
  /** Under the pointer, such as the exact time of what the label says. */
  title?: string | undefined;
}

/** How a state of the API is called, and its colour. */
export type StateWord = [label: string, tone: Tone];

/** A status whose states are called as the table says; others by their own names. */
export function statusIn(table: Record<string, StateWord>) {
  return ({ state }: { state: string }) => {
    const [label, tone] = table[state] ?? [words(state), 'plain'];
    return <Status state={state} label={label} tone={tone} />;
  };
}
