import { type Ask, type HostileInput, times } from './hostile-input.ts';

const fill = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const TEXT = 190_000;

const texts: Record<string, string> = {
  'open braces': '{{',
  'open braces and blanks': '{{ ',
  'open tags': '{%',
  'open brackets': '[',
  'open angles': '<<',
  'one word': 'x',
  digits: '1',
  'blank lines': '\n',
  'lines of one blank': ' \n',
  attributions: 'On Monday at 10:00 2026 Ann <a@b.example> wrote\n',
  quotes: '> > > >\n',
  refusals: 'not remove the delete my please do never stop your list ',
  dates: 'until 1.2. 3/4 5-6 12. Mai ',
  claims: 'increase by 1 % more ',
  links: 'http://a.b/c ',
  addresses: 'a@b.',
  'letters beyond ASCII': 'ü',
};

/** Lets an agent process the text. Agents are code, and process texts from anybody. */
async function askAgent(ask: Ask, role: string, input: object): Promise<number[]> {
  const found = await ask('GET', '/v1/outreach/agents?limit=100');
  const { id } = found.body.agents.find((agent: { role: string }) => agent.role === role);
  return [found.status, (await ask('POST', `/v1/outreach/agents/${id}/execute`, { input })).status];
}

/** Sends a mail with the text as the value of a variable, so that no template changes it. */
async function send(ask: Ask, text: string): Promise<number[]> {
  const body = { channel: 'email', to: 'ann@hostile.example.test', subject: 'Hello', body: '{{ text }}' };
  const made = await ask('POST', '/v1/outreach/communications', { ...body, variables: { text } });
  return [made.status];
}

const guarded = (text: string) => ({
  subject: 'Hello',
  text,
  from: 'ann@own.example.test',
  to: 'bob@own.example.test',
  unsubscribe_url: 'https://own.example.test/u',
});

export const hostileMessages: HostileInput[] = [
  ...Object.entries(texts).flatMap(([name, piece]) => {
    const text = fill(piece, TEXT);
    return [
      { name: `${name}, as an answer`, send: (ask: Ask) => askAgent(ask, 'reply_classifier', { text }) },
      {
        name: `${name}, before the guard`,
        send: (ask: Ask) => askAgent(ask, 'compliance_guard', guarded(text)),
      },
      { name: `${name}, in a mail`, send: (ask: Ask) => send(ask, text) },
    ];
  }),
  {
    name: 'an answer with headers without end',
    send: (ask) =>
      askAgent(ask, 'reply_classifier', {
        text: 'Yes.',
        headers: Object.fromEntries(
          times(9_000, 'x ')
            .split(' ')
            .map((_, i) => [`x-${i}`, 'a']),
        ),
      }),
  },
];
