import { IANAZone } from 'luxon';
import { Type } from 'typebox';
import { strictObject, textField, timestampField, toMoment } from '../../../../kit/http/index.ts';
import { findSlots } from '../../answers/meetings/find-slots.ts';
import {
  isInWindow,
  type LocalWindow,
  nextInWindow,
  readWindow,
  weekdays,
  zoneOf,
} from '../../terms/send-window.ts';
import { defineAgent } from '../agent/agent.ts';
import { unfitInput } from '../agent/agent-errors.ts';
import { UnfitAnswer } from '../agent/model-task.ts';
import { type Wishes, wishesTask } from '../model/wishes-task.ts';

const days = Type.Optional(
  Type.Array(Type.String({ enum: [...weekdays] }), { minItems: 1, uniqueItems: true }),
);
const time = (description: string) =>
  Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description }));
const zone = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }));
const HOUR_MS = 3_600_000;
const wishes = Type.Optional(
  textField(5_000, 'Times that somebody wishes for, in their words. Only a language model reads it.'),
);
const understood = Type.Unsafe<Wishes | null>({
  type: ['object', 'null'],
  description: 'What was read from `wishes`, with the words that say it; null when nothing was.',
});

interface SequencerInput {
  steps: { step: number; delay_hours: number }[];
  send_window?: { days?: string[]; start?: string; end?: string; timezone?: string };
  recipient_timezone?: string;
  start_at?: string;
  wishes?: string;
}

/** When each step of a sequence would be sent, using the sequencer's own windows. */
export const sequencer = defineAgent<SequencerInput>({
  role: 'sequencer',
  name: 'Sequencer',
  description: "Plans when the steps of a sequence go out, in the window of the recipient's clock.",
  input: strictObject({
    steps: Type.Array(
      strictObject({
        step: Type.Integer({ minimum: 1, maximum: 100 }),
        delay_hours: Type.Number({ minimum: 0, maximum: 8_760 }),
      }),
      { minItems: 1, maxItems: 50 },
    ),
    send_window: Type.Optional(
      strictObject({
        days,
        start: time('Opens.'),
        end: time('Closes.'),
        timezone: zone('`recipient` or an IANA name.'),
      }),
    ),
    recipient_timezone: zone('IANA name.'),
    start_at: Type.Optional(timestampField('When the sequence begins. Default: now.')),
    wishes,
  }),
  output: Type.Object({
    understood,
    timezone: Type.String(),
    plan: Type.Array(
      Type.Object({ step: Type.Integer(), scheduled_at: timestampField('When it goes out.') }),
    ),
  }),
  run: async ({ clock }, { input }) => ({ output: planSteps(input, clock.now(), undefined) }),
  ask: async ({ clock }, { input }) =>
    input.wishes === undefined
      ? undefined
      : wishesTask(input.wishes, (found) => ({ output: planSteps(input, clock.now(), found) })),
});

function planSteps(input: SequencerInput, nowMs: number, wished: Wishes | undefined) {
  const { send_window: given, recipient_timezone: recipient } = input;
  checkZone('recipient_timezone', recipient);
  if (given?.timezone !== 'recipient') checkZone('send_window.timezone', given?.timezone);
  const window = readWindow(given ?? {});
  if (window.endMinute <= window.startMinute)
    throw unfitInput('send_window.end', 'The window must end after it begins.');
  const timezone = zoneOf(given, recipient ?? null);
  const both = wished && wishedWindow(wished, timezone);
  let at = input.start_at === undefined ? nowMs : toMoment(input.start_at).getTime();
  const plan = [...input.steps]
    .sort((a, b) => a.step - b.step)
    .map(({ step, delay_hours }) => {
      at += delay_hours * HOUR_MS;
      at =
        both === undefined
          ? nextInWindow(window, timezone, at)
          : nextInBoth({ window, zone: timezone }, both, at);
      return { step, scheduled_at: new Date(at).toISOString() };
    });
  return { timezone, plan, understood: wished ?? null };
}

interface SchedulerInput {
  sales_rep: string;
  duration_minutes?: number;
  timezone?: string;
  days?: string[];
  start?: string;
  end?: string;
  busy?: { from: string; to: string }[];
  wishes?: string;
}

/** Free times of a sales rep in the next two weeks. */
export const meetingScheduler = defineAgent<SchedulerInput>({
  role: 'meeting_scheduler',
  name: 'Meeting scheduler',
  description: 'Offers times for a meeting that are free in the next two weeks.',
  input: strictObject({
    sales_rep: Type.String({ minLength: 1, maxLength: 254, description: 'Who would be met.' }),
    duration_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 480 })),
    timezone: zone('IANA name. Default: UTC.'),
    days,
    start: time('First hour.'),
    end: time('Last hour.'),
    busy: Type.Optional(
      Type.Array(strictObject({ from: timestampField('Begins.'), to: timestampField('Ends.') }), {
        maxItems: 500,
      }),
    ),
    wishes,
  }),
  output: Type.Object({ understood, timezone: Type.String(), slots: Type.Array(timestampField('Begins.')) }),
  run: async ({ clock }, { input }) => ({ output: offerSlots(input, clock.now(), undefined) }),
  ask: async ({ clock }, { input }) =>
    input.wishes === undefined
      ? undefined
      : wishesTask(input.wishes, (found) => ({ output: offerSlots(input, clock.now(), found) })),
});

function offerSlots(input: SchedulerInput, nowMs: number, wished: Wishes | undefined) {
  const {
    sales_rep,
    duration_minutes = 30,
    timezone = 'UTC',
    start = '09:00',
    end = '17:00',
    busy = [],
  } = input;
  checkZone('timezone', timezone);
  if (end <= start) throw unfitInput('end', 'The day must end after it begins.');
  const both = wished && wishedWindow(wished, timezone);
  const slots = findSlots(
    {
      salesRep: sales_rep,
      durationMinutes: duration_minutes,
      timezone,
      days: input.days ?? ['mon', 'tue', 'wed', 'thu', 'fri'],
      start,
      end,
    },
    busy.map(({ from, to }) => ({ from: toMoment(from).getTime(), to: toMoment(to).getTime() })),
    nowMs,
    both && ((at) => isInWindow(both.window, both.zone, at)),
  );
  if (wished !== undefined && slots.length === 0) throw new UnfitAnswer('no free time is wished for');
  return { timezone, slots: slots.map((slot) => slot.toISOString()), understood: wished ?? null };
}

/** The wishes as a time window; whatever they leave open is unrestricted. */
function wishedWindow(found: Wishes, zone: string): { window: LocalWindow; zone: string } {
  const { days = [...weekdays], start = '00:00', end = '23:59', timezone = zone } = found;
  const window = readWindow({ days, start, end });
  if (window.endMinute <= window.startMinute) throw new UnfitAnswer('the times are no window');
  return { window, zone: timezone };
}

/** The first time inside both windows. */
function nextInBoth(one: { window: LocalWindow; zone: string }, other: typeof one, fromMs: number): number {
  let at = fromMs;
  for (let tries = 0; tries < 60; tries++) {
    const first = nextInWindow(one.window, one.zone, at);
    at = nextInWindow(other.window, other.zone, first);
    if (at === first) return at;
  }
  throw new UnfitAnswer('the wished times never lie in the window');
}

function checkZone(field: string, name: string | undefined): void {
  if (name !== undefined && !IANAZone.isValidZone(name)) {
    throw unfitInput(field, `\`${field}\` must be an IANA time zone such as Europe/Berlin.`);
  }
}
