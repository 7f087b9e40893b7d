import { IANAZone } from 'luxon';
import { addressRefusal, isMailAddress } from '../../../../engine/mail/index.ts';
import { invalidField } from '../../../../kit/errors/index.ts';
import { checkOneLine, checkTemplates, type NamedText } from '../../mail/templates/template-renderer.ts';
import { readWindow } from '../../terms/send-window.ts';
import type { MessagingStrategy, SequenceStep } from '../../terms/strategy.ts';

/** Throws `invalid_request` for invalid steps, texts or windows. */
export async function checkStrategy(orgId: string, strategy: MessagingStrategy): Promise<void> {
  checkZone('send_window', strategy.send_window?.timezone, isZone);
  checkZone('booking', strategy.booking?.timezone, IANAZone.isValidZone);
  const texts = checkSteps(strategy);
  checkSender(strategy.sender?.email);
  checkBookingUrl(strategy.booking_url);
  checkWindow('send_window', strategy.send_window);
  checkWindow('booking', strategy.booking);
  const quiet = strategy.legal?.quiet_hours;
  if (quiet !== undefined && quiet.end >= quiet.start) {
    throw invalidField(
      'messaging_strategy.legal.quiet_hours.end',
      'Quiet hours begin in the evening and end the next morning, as 21:00 to 08:00.',
    );
  }
  await checkTemplates(orgId, texts);
}

/** Returns the texts of the steps, which are templates. */
function checkSteps(strategy: MessagingStrategy): NamedText[] {
  const found: NamedText[] = [];
  const seen = new Set<number>();
  (strategy.sequence ?? []).forEach((step, i) => {
    const field = `messaging_strategy.sequence.${i}`;
    if (seen.has(step.step)) {
      throw invalidField(`${field}.step`, 'Two steps have one number.');
    }
    seen.add(step.step);
    checkVariants(step, field);
    const texts = [step, ...(step.variants ?? [])];
    if (texts.every(({ body }) => body === undefined)) {
      throw invalidField(`${field}.body`, 'A step needs a `body`, or variants that have one.');
    }
    for (const text of texts) {
      if (text.subject !== undefined) checkOneLine(text.subject, `${field}.subject`);
      for (const name of ['subject', 'body', 'html'] as const) {
        if (text[name] !== undefined) found.push({ field: `${field}.${name}`, text: text[name] });
      }
    }
  });
  return found;
}

function checkVariants({ variants = [] }: SequenceStep, field: string): void {
  const names = variants.map(({ variant }) => variant);
  const repeated = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (repeated >= 0) {
    throw invalidField(`${field}.variants.${repeated}.variant`, 'Two variants of a step have one name.');
  }
  if (variants.length > 0 && variants.every(({ weight = 1 }) => weight === 0)) {
    throw invalidField(
      `${field}.variants.0.weight`,
      'Every variant has the weight 0. Give one a weight above it.',
    );
  }
}

function checkSender(email: string | undefined): void {
  if (email === undefined || email === '' || isMailAddress(email.trim())) return;
  throw invalidField('messaging_strategy.sender.email', addressRefusal('email', email));
}

function checkBookingUrl(url: string | undefined): void {
  if (url === undefined || url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw invalidField('messaging_strategy.booking_url', '`booking_url` must be an http or https address.');
}

function checkWindow(
  name: 'send_window' | 'booking',
  window: { start?: string; end?: string } | undefined,
): void {
  if (window === undefined) return;
  const { startMinute, endMinute } = readWindow({
    ...(window.start !== undefined && { start: window.start }),
    ...(window.end !== undefined && { end: window.end }),
  });
  if (startMinute < endMinute) return;
  throw invalidField(
    `messaging_strategy.${name}.end`,
    'The window must end after it starts, on the same day.',
  );
}

function checkZone(
  name: 'send_window' | 'booking',
  zone: string | undefined,
  isValid: (zone: string) => boolean,
): void {
  if (zone === undefined || isValid(zone)) return;
  const choices = name === 'send_window' ? '`recipient` or a name such as' : 'a name such as';
  throw invalidField(
    `messaging_strategy.${name}.timezone`,
    `The time zone must be ${choices} \`Europe/Berlin\`.`,
  );
}

function isZone(name: string): boolean {
  return name === 'recipient' || IANAZone.isValidZone(name);
}

/** Throws `invalid_request` for an empty range. */
export function checkIcp({ employee_min: least, employee_max: most }: Record<string, unknown>): void {
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return;
  throw invalidField('icp.employee_max', '`employee_max` must not be below `employee_min`.');
}
