import { Type } from 'typebox';
import { strictObject, textField } from '../../../../kit/http/index.ts';
import { required } from '../../../../kit/required.ts';
import {
  fillPlainTemplate,
  type Rendered,
  readPlainTemplate,
  type TemplateVariables,
} from '../../mail/templates/plain-template.ts';
import { defineAgent } from '../agent/agent.ts';
import { type CopyFacts, type CopyParts, copywriterTask } from '../model/copywriter-task.ts';
import type { CopyRow } from './copy.repository.ts';
import { readRow } from './copy.repository.ts';

export interface CopyInput {
  value_proposition?: string;
  call_to_action?: string;
  sender_name?: string;
}

const DEFAULT_ASK = 'Would a short call next week suit you?';

/** Openings based on the strongest signal that cites a source; without one, no claim is made. */
const openings: Record<
  string,
  { subject: string; line: string; detail?: { of: 'from' | 'role'; line: string } }
> = {
  recent_funding: {
    subject: 'Congratulations on the {{ signal.round | default: "new" }} round',
    line: 'I read that {{ company }} raised its {{ signal.round | default: "latest" }} round: congratulations.',
  },
  technology_migration: {
    subject: 'Your move to {{ signal.to }}',
    line: 'I read about the move of {{ company }} to {{ signal.to }}.',
    detail: {
      of: 'from',
      line: 'I read about the move of {{ company }} from {{ signal.from }} to {{ signal.to }}.',
    },
  },
  hiring_activity: {
    subject: 'Growing the team at {{ company }}',
    line: 'I saw that {{ company }} is hiring.',
    detail: { of: 'role', line: 'I saw that {{ company }} is hiring, a {{ signal.role }} among others.' },
  },
  none: {
    subject: 'A question for {{ company }}',
    line: 'I am writing to you as {{ title | default: "one who may decide this" }} at {{ company }}.',
  },
};

/** Writes a first mail by rules; it makes no claim without a source. */
export const copywriter = defineAgent<CopyInput>({
  role: 'copywriter',
  name: 'Copywriter',
  description: 'Writes a first mail to a lead by its strongest cited signal.',
  input: strictObject({
    value_proposition: Type.Optional(textField(2_000, "What is offered. Default: the campaign's.")),
    call_to_action: Type.Optional(textField(500, "What is asked for. Default: the campaign's.")),
    sender_name: Type.Optional(textField(200, "Who writes. Default: the campaign's sender.")),
  }),
  output: Type.Object({
    subject: Type.String(),
    body: Type.String(),
    signal: Type.String(),
    evidence: Type.Array(Type.String()),
    unresolved: Type.Array(Type.String()),
  }),
  async run({ db }, call) {
    const row = await readRow(db, call);
    return { output: write(row, call.input), toolCalls: 1 };
  },
  async ask({ db }, call, rules) {
    const row = await readRow(db, call);
    const { facts, parts } = copyOf(row, call.input);
    return copywriterTask(facts, parts, rules);
  },
});

/** What a model may state, and the fixed text around it. */
function copyOf(row: CopyRow, input: CopyInput): { facts: CopyFacts; parts: CopyParts } {
  const { intent, strategy } = row;
  const offer = input.value_proposition ?? strategy?.value_proposition;
  const sender = input.sender_name ?? strategy?.sender?.name;
  const facts = {
    first_name: row.first_name,
    company: row.company,
    title: row.title,
    offer,
    sender,
    ...Object.fromEntries(
      Object.entries(intent ?? {}).map(([name, { detected, evidence }]) => [
        name,
        detected ? evidence : undefined,
      ]),
    ),
  };
  return {
    facts: Object.fromEntries(
      Object.entries(facts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    parts: {
      greeting: row.first_name === null ? 'Hello,' : `Hello ${row.first_name},`,
      ask: input.call_to_action ?? strategy?.call_to_action ?? DEFAULT_ASK,
      sender,
      unsubscribe: '{{ unsubscribe_url }}',
      tone: strategy?.tone,
      language: strategy?.language,
    },
  };
}

function write(row: CopyRow, input: CopyInput) {
  const { intent, strategy } = row;
  const strongest =
    ['recent_funding', 'technology_migration', 'hiring_activity'].find((name) => intent?.[name]?.detected) ??
    'none';
  const signal = intent?.[strongest];
  const opening = required(openings[strongest], 'the opening of a signal');
  const offer = input.value_proposition ?? strategy?.value_proposition;
  const ask = input.call_to_action ?? strategy?.call_to_action ?? DEFAULT_ASK;
  const sender = input.sender_name ?? strategy?.sender?.name;
  const facts = {
    round: signal?.round ?? null,
    from: signal?.from ?? null,
    to: signal?.to ?? null,
    role: signal?.roles?.[0] ?? null,
  };
  const { detail } = opening;
  const body = [
    row.first_name === null ? 'Hello,' : 'Hello {{ first_name }},',
    detail !== undefined && facts[detail.of] !== null ? detail.line : opening.line,
    ...(offer === undefined ? [] : ['{{ offer }}']),
    '{{ ask }}',
    ...(sender === undefined ? [] : ['{{ sender }}']),
    '{{ unsubscribe }}',
  ].join('\n\n');
  const variables = {
    first_name: row.first_name,
    ...(row.company !== null && { company: row.company }),
    title: row.title,
    signal: facts,
    offer,
    ask,
    sender,
    // Filled in when the message is queued, which is when its link is created.
    unsubscribe: '{{ unsubscribe_url }}',
  };
  const [subject, text] = [fill(opening.subject, variables), fill(body, variables)];
  return {
    subject: subject.text,
    body: text.text,
    signal: strongest,
    evidence: signal?.evidence ? [signal.evidence] : [],
    unresolved: [...new Set([...subject.unresolved, ...text.unresolved])],
  };
}

/** Our own texts contain only plain placeholders, so they are filled in here. */
function fill(text: string, variables: TemplateVariables): Rendered {
  const filled = fillPlainTemplate(required(readPlainTemplate(text), 'a plain template'), variables);
  if (filled === undefined) throw new Error('What is known of the lead is too long for a mail.');
  return filled;
}
