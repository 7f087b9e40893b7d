import type { Lead } from './words.tsx';

export interface FilledIn {
  text: string;
  /** The same with such names as they were written, as the guard wants them. */
  unfilled: string;
  /** Names that have no value for this lead: such a mail is held back. */
  missing: string[];
  /** Tags and filters that only the service fills in; they stand as they were written. */
  hasMore: boolean;
}

type Sender = { name?: string | undefined; email?: string | undefined };

const VALUE = /\{\{-?\s*([\p{L}_][\p{L}\p{N}_.]*)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)')\s*)?-?\}\}/gu;

/** A text as a lead gets it. It knows plain values and `default`; the service knows all of Liquid. */
export function fillIn(text: string, values: Record<string, string>): FilledIn {
  const missing = new Set<string>();
  const fill = (instead: (name: string) => string) =>
    text.replaceAll(VALUE, (_all, name: string, double: string | undefined, single: string | undefined) => {
      const value = values[name.replace(/^lead\./, '')] ?? double ?? single;
      if (value === undefined) missing.add(name);
      return value ?? instead(name);
    });
  const filled = fill((name) => `[${name}?]`);
  const unfilled = fill((name) => `{{ ${name} }}`);
  return { text: filled, unfilled, missing: [...missing], hasMore: /\{\{|\{%/.test(filled) };
}

export const UNSUBSCRIBE = 'https://your-service.example/unsubscribe';

/** What a text can name, as the service fills it in. */
export function valuesOf(lead: Lead, sender: Sender): Record<string, string> {
  const { custom_fields: custom, first_name, last_name } = lead;
  const known = {
    ...(custom as Record<string, unknown>),
    ...{ email: lead.email, first_name, last_name, title: lead.title, company: lead.company },
    ...{ domain: lead.domain, country: lead.country },
    full_name: [first_name, last_name].filter(Boolean).join(' '),
    ...{ sender_name: sender.name, sender_email: sender.email },
    ...{ 'sender.name': sender.name, 'sender.email': sender.email },
    booking_url: 'https://your-service.example/book',
    unsubscribe_url: UNSUBSCRIBE,
  };
  const given = Object.entries(known).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** What the service adds where the text has none of it. */
export function withFooter(text: string, postalAddress: string | undefined): string {
  const lines = [];
  if (postalAddress && !text.includes(postalAddress)) lines.push(postalAddress);
  if (!text.includes(UNSUBSCRIBE)) lines.push(`Unsubscribe: ${UNSUBSCRIBE}`);
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n-- \n${lines.join('\n')}`;
}
