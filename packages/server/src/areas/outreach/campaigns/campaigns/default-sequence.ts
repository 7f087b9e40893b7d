import type { MessagingStrategy, SequenceStep } from '../../terms/strategy.ts';

/**
 * Three steps that put what a strategy states into plain words. Empty when it states nothing a mail could
 * say.
 */
export function statedSequence(strategy: MessagingStrategy, description: string): SequenceStep[] {
  const offer = textOf(strategy.value_proposition) || textOf(description);
  if (offer === '') return [];
  const ask = textOf(strategy.call_to_action) || 'Would it make sense to talk about this?';
  const greeting = 'Hello {{ first_name | default: "there" }},';
  const end = '{{ sender_name }}';
  return [
    {
      step: 1,
      channel: 'email',
      delay_hours: 0,
      subject: '{{ company | default: "A question" }}',
      body: `${greeting}\n\n${offer}\n\n${ask}\n\n${end}`,
    },
    {
      step: 2,
      channel: 'email',
      delay_hours: 72,
      body: `${greeting}\n\nI wrote a few days ago and did not want it to get lost.\n\n${ask}\n\n${end}`,
    },
    {
      step: 3,
      channel: 'email',
      delay_hours: 120,
      body: `${greeting}\n\nThis is my last message on this. If it is not for you, no answer is needed.\n\n${end}`,
    },
  ];
}

/** The stated text goes into a template, so template marks in it are escaped. */
function textOf(text: unknown): string {
  return typeof text === 'string' ? text.trim().replaceAll('{{', '{ {').replaceAll('{%', '{ %') : '';
}
