import type { Lead, Strategy } from './words.tsx';

/** A lead's values for a text sent to somebody else: everything a text can refer to, except links. */
export function valuesOf(lead: Lead, { sender = {} }: Strategy): Record<string, unknown> {
  const { custom_fields: custom, email, first_name, last_name, title, company, domain, country } = lead;
  const known = filled({
    ...(custom as Record<string, unknown>),
    email,
    first_name,
    last_name,
    title,
    company,
    domain,
    country,
    full_name: [first_name, last_name].filter(Boolean).join(' '),
  });
  return { ...known, ...filled({ sender_name: sender.name, sender_email: sender.email }), lead: known };
}

function filled(values: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(given);
}
