/** A campaign's texts and rules, as the API accepts and stores them. */
export interface MessagingStrategy {
  /** With `body`: shorthand for a one-step sequence. Stored as that sequence. */
  subject?: string;
  body?: string;
  html?: string;
  tone?: string;
  value_proposition?: string;
  call_to_action?: string;
  language?: string;
  sender?: { name?: string; email?: string; mailbox_ids?: string[] };
  sequence?: SequenceStep[];
  send_window?: SendWindow;
  booking_url?: string;
  booking?: {
    sales_rep?: string;
    duration_minutes?: number;
    timezone?: string;
    days?: string[];
    start?: string;
    end?: string;
  };
  legal?: { postal_address?: string; basis?: string; quiet_hours?: { start: string; end: string } };
  frequency_cap?: { max_messages: number; per_hours: number };
  tracking?: { opens?: boolean; clicks?: boolean };
}

export interface SequenceStep {
  step: number;
  channel?: string;
  /** After the previous step was sent; for the first one, after the launch. */
  delay_hours: number;
  subject?: string;
  body?: string;
  html?: string;
  variants?: StepVariant[];
  condition?: StepCondition;
}

export interface StepVariant {
  variant: string;
  weight: number;
  subject?: string;
  body?: string;
  html?: string;
}

/** When a step is sent; a lead that does not meet the condition moves on to the next step. */
export type StepCondition = 'always' | 'if_opened' | 'if_not_opened' | 'if_clicked' | 'if_not_clicked';

export interface SendWindow {
  /** `mon` to `sun`. */
  days?: string[];
  /** `HH:MM`. */
  start?: string;
  end?: string;
  /** `recipient`, or an IANA name. */
  timezone?: string;
}

/** Channels with a real transport. */
export const transports: readonly string[] = ['email'];

/** The steps that can be sent, in order. */
export function stepsOf(strategy: MessagingStrategy): SequenceStep[] {
  const steps = (strategy.sequence ?? []).filter(({ channel = 'email' }) => transports.includes(channel));
  return steps.sort((a, b) => a.step - b.step);
}
