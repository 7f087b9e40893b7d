import { type Ask, ended, type HostileInput, times } from './hostile-input.ts';

const long = 'a'.repeat(230_000);
const many = Array.from({ length: 5_000 }, (_, i) => i);

const templates: Record<string, { text: string; variables?: object }> = {
  'a filter with an expression over a long text': {
    text: '{{ arr | where_exp: "i", "x contains y" | size }}',
    variables: { arr: many, x: long, y: 'b' },
  },
  'variables above their limit': {
    text: '{{ arr | where_exp: "i", "x contains y" | size }}',
    variables: { arr: many, x: 'a'.repeat(700_000), y: 'b' },
  },
  'loops in loops': {
    text: '{% for a in arr %}{% for b in arr %}{% for c in arr %}{% endfor %}{% endfor %}{% endfor %}',
    variables: { arr: many },
  },
  'a loop over a range without end': { text: '{% for i in (1..100000000) %}{% endfor %}' },
  'a range as a list': { text: '{{ (1..100000000) | size }}' },
  'a text that doubles': {
    text: `{% assign a = "xx" %}${times(30, '{% assign a = a | append: a %}')}{{ a | size }}`,
  },
  'a capture that doubles': {
    text: `{% assign a = "xx" %}${times(30, '{% capture a %}{{ a }}{{ a }}{% endcapture %}')}{{ a | size }}`,
  },
  'replacing each letter': { text: '{{ x | replace: "a", x | size }}', variables: { x: long } },
  'splitting into letters': {
    text: '{{ x | split: "" | join: "-" | split: "" | size }}',
    variables: { x: long },
  },
  'sorting a long list many times': {
    text: `{{ arr ${times(200, '| sort | reverse ')}| size }}`,
    variables: { arr: many },
  },
  'distinct over many': { text: '{{ arr | uniq | size }}', variables: { arr: many.map((i) => ({ i })) } },
  'a list concatenated with itself': {
    text: `{% assign a = arr %}${times(20, '{% assign a = a | concat: a %}')}{{ a | size }}`,
    variables: { arr: many },
  },
  'ten thousand nested conditions': {
    text: `${times(10_000, '{% if true %}')}${times(10_000, '{% endif %}')}`,
  },
  'ten thousand open tags': { text: times(10_000, '{% if true %}') },
  'a hundred thousand filters': { text: `{{ x ${times(12_000, '| upcase ')}}}`, variables: { x: 'a' } },
  'a hundred thousand outputs': { text: times(12_000, '{{ x }}'), variables: { x: 'a'.repeat(100) } },
  'a long expression': { text: `{{ x${times(3_000, '.a')} }}`, variables: { x: {} } },
  'open braces': { text: '{{'.repeat(40_000) },
  'a raw block that is not closed': { text: `{% raw %}${'{{'.repeat(30_000)}` },
  'a comment that is not closed': { text: `{% comment %}${'x'.repeat(80_000)}` },
  'a case of ten thousand': {
    text: `{% case x %}${times(3_000, (i) => `{% when ${i} %}a`)}{% endcase %}`,
    variables: { x: 1 },
  },
  'a cycle in a long loop': { text: '{% for i in (1..3000000) %}{% cycle "a","b" %}{% endfor %}' },
  'a table row of millions': { text: '{% tablerow i in (1..3000000) %}{{ i }}{% endtablerow %}' },
  'a date format that is long': { text: `{{ "now" | date: "${'%Y'.repeat(20_000)}" }}` },
  'stripping markup that does not close': {
    text: '{{ x | strip_html }}',
    variables: { x: '<'.repeat(250_000) },
  },
  'stripping comments that do not close': {
    text: '{{ x | strip_html }}',
    variables: { x: '<!--'.repeat(60_000) },
  },
  'newlines to breaks': {
    text: '{{ x | newline_to_br | strip_newlines | size }}',
    variables: { x: '\n'.repeat(120_000) },
  },
  'truncating by words': { text: '{{ x | truncatewords: 400000 }}', variables: { x: 'a '.repeat(125_000) } },
  'a file of the machine': { text: "{% include '/etc/passwd' %}{% render '../../package.json' %}" },
  'a prototype': { text: '{{ x.constructor.constructor }}{{ x.__proto__ }}', variables: { x: {} } },
  'an increment without end': { text: times(8_000, '{% increment a %}') },
  'a variable that is deep': {
    text: '{{ x }}',
    variables: { x: JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) },
  },
  'an object as JSON, many times': {
    text: '{% for i in (1..2000) %}{{ arr | json }}{% endfor %}',
    variables: { arr: many },
  },
};

async function send(ask: Ask, name: string, text: string, variables: object): Promise<number[]> {
  const body = { channel: 'email', to: 'ann@hostile.example.test', subject: 'Hello', body: text, variables };
  const made = await ask('POST', '/v1/outreach/communications', body);
  if (made.status !== 202) return [made.status];
  await ended(async () => {
    const { body: now } = await ask('GET', `/v1/outreach/communications/${made.body.communication_id}`);
    return now.status !== 'pending';
  }, name);
  return [made.status];
}

export const hostileTemplates: HostileInput[] = Object.entries(templates).map(
  ([name, { text, variables = {} }]) => ({ name, send: (ask) => send(ask, name, text, variables) }),
);
