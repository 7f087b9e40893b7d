import { count, percent, words } from '../../parts/format.tsx';

/** Descriptions by span name. */
const steps: Record<string, string> = {
  outreach: 'Everything done for the lead',
  'outbox.enqueue': 'A mail was written and queued',
  'compliance.check': 'The compliance guard checked the mail',
  'smtp.send': 'The mail was handed to the mail server',
  'reply.classify': 'A reply was read',
  'track.open': 'The mail was opened',
  'track.click': 'A link in the mail was followed',
  'meeting.book': 'A meeting was booked',
  'meeting.cancel': 'The meeting was cancelled',
  score: 'The lead was scored',
  enrich: 'The lead was enriched',
};

/** Span names whose second part says who did it. */
const stepsBy: [begin: string, say: (by: string) => string][] = [
  ['invoke_agent ', (role) => `The agent for ${words(role).toLowerCase()} worked`],
  ['chat ', (model) => `The language model ${model} was asked`],
  ['enrich.', (provider) => `${words(provider)} was asked`],
];

/** A span in words: `smtp.send` is `The mail was handed to the mail server`. */
export function stepText(name: string): string {
  const by = stepsBy.find(([begin]) => name.startsWith(begin));
  if (by !== undefined) return by[1](name.slice(by[0].length));
  return steps[name] ?? words(name.replaceAll('.', ' '));
}

type Describe = (value: unknown) => string;

const named =
  (label: string): Describe =>
  (value) =>
    `${label}: ${typeof value === 'number' ? count(value) : String(value)}`;
const describers =
  (label: string): Describe =>
  (value) =>
    `${label}: ${words(String(value)).toLowerCase()}`;

/** How to describe span attributes; undefined for those the name already covers. */
const facts: Record<string, Describe | undefined> = {
  'gen_ai.operation.name': undefined,
  'gen_ai.agent.name': undefined,
  'gen_ai.request.model': undefined,
  'gen_ai.provider.name': named('provider'),
  'gen_ai.usage.input_tokens': named('tokens read'),
  'gen_ai.usage.cache_read.input_tokens': named('of them from the cache'),
  'gen_ai.usage.output_tokens': named('tokens written'),
  'agent.engine': describers('by'),
  'agent.status': describers('state'),
  'agent.fallback_reason': named('without a model because'),
  'lead.score': named('score'),
  'lead.tier': describers('tier'),
  'provider.status': describers('found'),
  'messaging.message.id': named('Message-ID'),
  'server.address': named('mail server'),
  'trivium.attempt': named('attempt'),
  'trivium.channel': describers('sent by'),
  'trivium.decision': describers('decision'),
  'trivium.rule': describers('rule'),
  'trivium.source': describers('asked for by'),
  'trivium.classification': describers('read as'),
  'trivium.confidence': (value) => `${percent(Number(value), 1)} sure`,
  'trivium.matched_by': describers('known by'),
  'trivium.engine': describers('read by'),
  'trivium.machine': (value) => (value === true ? 'by a scanner or a mail proxy' : 'by a person'),
};

/** A span's attributes in words. */
export function factsOf(attributes: Record<string, unknown>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (value === null || value === '' || (name in facts && facts[name] === undefined)) return [];
    const say = facts[name] ?? named(words(name.split('.').at(-1) ?? name).toLowerCase());
    return [say(value)];
  });
}
