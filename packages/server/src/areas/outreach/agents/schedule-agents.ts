import { IANAZone } from 'luxon';
import { Type } from 'typebox';
import { parseTimestamp, strictObject, timestampField } from '../../../kit/http/index.ts';
import { findSlots } from '../meetings/find-slots.ts';
import { nextInWindow, readWindow, weekdays, zoneOf } from '../sequences/send-window.ts';
import { defineAgent } from './agent.ts';
import { unfitInput } from './agent-errors.ts';

const days = Type.Optional(
  Type.Array(Type.String({ enum: [...weekdays] }), { minItems: 1, uniqueItems: true }),
);
const time = (description: string) =>
  Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description }));
const zone = (description: string) => Type.Optional(Type.String({ maxLength: 64, description }));
const HOUR_MS = 3_600_000;

interface SequencerInput {
  steps: { step: number; delay_hours: number }[];
  send_window?: { days?: string[]; start?: string; end?: string; timezone?: string };
  recipient_timezone?: string;
  start_at?: string;
}

/** When each step of a sequence would go out, by the sequencer's own windows. */
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
    start_at: Type.Optional(timestampField('When the sequence begins; now unless told.')),
  }),
  output: Type.Object({
    timezone: Type.String(),
    plan: Type.Array(
      Type.Object({ step: Type.Integer(), scheduled_at: timestampField('When it goes out.') }),
    ),
  }),
  async run({ clock }, { input }) {
    const { send_window: given, recipient_timezone: recipient } = input;
    checkZone('recipient_timezone', recipient);
    if (given?.timezone !== 'recipient') checkZone('send_window.timezone', given?.timezone);
    const window = readWindow(given ?? {});
    if (window.endMinute <= window.startMinute)
      throw unfitInput('send_window.end', 'The window must end after it begins.');
    const timezone = zoneOf(given, recipient ?? null);
    let at = input.start_at === undefined ? clock.now() : parseTimestamp(input.start_at)!;
    const plan = [...input.steps]
      .sort((a, b) => a.step - b.step)
      .map(({ step, delay_hours }) => {
        at = nextInWindow(window, timezone, at + delay_hours * HOUR_MS);
        return { step, scheduled_at: new Date(at).toISOString() };
      });
    return { output: { timezone, plan } };
  },
});

interface SchedulerInput {
  sales_rep: string;
  duration_minutes?: number;
  timezone?: string;
  days?: string[];
  start?: string;
  end?: string;
  busy?: { from: string; to: string }[];
}

/** Free times of a sales person in the next two weeks. */
export const meetingScheduler = defineAgent<SchedulerInput>({
  role: 'meeting_scheduler',
  name: 'Meeting scheduler',
  description: 'Offers times for a meeting that are free in the next two weeks.',
  input: strictObject({
    sales_rep: Type.String({ minLength: 1, maxLength: 254, description: 'Who would be met.' }),
    duration_minutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 480 })),
    timezone: zone('IANA name; UTC unless told.'),
    days,
    start: time('First hour.'),
    end: time('Last hour.'),
    busy: Type.Optional(
      Type.Array(strictObject({ from: timestampField('Begins.'), to: timestampField('Ends.') }), {
        maxItems: 500,
      }),
    ),
  }),
  output: Type.Object({ timezone: Type.String(), slots: Type.Array(timestampField('Begins.')) }),
  async run({ clock }, { input }) {
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
    const slots = findSlots(
      {
        salesRep: sales_rep,
        durationMinutes: duration_minutes,
        timezone,
        days: input.days ?? ['mon', 'tue', 'wed', 'thu', 'fri'],
        start,
        end,
      },
      busy.map(({ from, to }) => ({ from: parseTimestamp(from)!, to: parseTimestamp(to)! })),
      clock.now(),
    );
    return { output: { timezone, slots: slots.map((slot) => slot.toISOString()) } };
  },
});

function checkZone(field: string, name: string | undefined): void {
  if (name !== undefined && !IANAZone.isValidZone(name)) {
    throw unfitInput(field, `\`${field}\` must be an IANA time zone such as Europe/Berlin.`);
  }
}
