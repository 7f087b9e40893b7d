import { type Ask, ended, type HostileInput, times } from './hostile-input.ts';

const long = 'x'.repeat(1_000_000);
const doubled = (count: number) => `$a:="x";${times(count, '$a:=$a&$a;')}`;

/** Hostile JSONata expressions, and their data. */
const expressions: Record<string, { text: string; data?: object }> = {
  'a payload doubled and split': {
    text: `($a:=event.data.s;${times(8, '$a:=$a&$a;')}$count($split($a,"x"))>0)`,
    data: { s: long },
  },
  'a hundred million letters by $pad': { text: '$length($pad("x",100000000))>0' },
  'a billion letters by $pad': { text: '$length($pad("x",1000000000))>0' },
  'a text doubled thirty times': { text: `(${doubled(30)}$length($a)>0)` },
  'a function that calls itself for ever': { text: '($f:=function($n){$f($n+1)};$f(0))' },
  'a function that calls itself before it ends': { text: '($f:=function($n){1+$f($n+1)};$f(0))' },
  'a range of ten million': { text: '$count([1..10000000])>0' },
  'a range too long to be one': { text: '$count([1..100000000000])>0' },
  'ranges in ranges': { text: '$count([1..3000].([1..3000]))>0' },
  'a product of a list with itself, three times': {
    text: '$count($x.($x.($x)))>0'.replaceAll('$x', 'event.data.xs'),
    data: { xs: Array.from({ length: 400 }, (_, i) => i) },
  },
  'sorting a million': { text: '$count($sort([1..1000000]))>0' },
  'sorting by a function that lies': { text: '$count($sort([1..100000],function($a,$b){true}))>0' },
  'a pattern that backtracks': { text: '$match(event.data.s,/(x+x+)+y/)', data: { s: 'x'.repeat(40) } },
  'a pattern of alternatives that backtracks': {
    text: '$contains(event.data.s,/^(a|a|b?)*$/)',
    data: { s: `${'a'.repeat(60)}!` },
  },
  'replacing each letter by a thousand': {
    text: '$length($replace(event.data.s,"x",$pad("y",1000)))>0',
    data: { s: long },
  },
  'a replacement that is a function over a million matches': {
    text: '$replace(event.data.s,/x/,function($m){$m.match&"y"})',
    data: { s: long },
  },
  'joining a million texts': { text: '$length($join([1..1000000].$string()))>0' },
  'maps in maps': { text: '$count($map([1..2000],function($i){$map([1..2000],function($j){$i*$j})}))>0' },
  'folding a text that grows': { text: '$length($reduce([1..100000],function($a,$b){$a&$b}))>0' },
  'objects without end by $merge': { text: '$merge([1..200000].{"k"&$string($):$})' },
  'grouping by each value': { text: '[1..200000]{$string($):$}' },
  'a number of many digits': { text: '$string($power(9,999))' },
  'formatting with a picture of a million': {
    text: '$formatNumber(1,$pad("0",1000000,"0"))',
  },
  'a date picture that is long': { text: `$toMillis("2026",$pad("[Y]",300000,"[Y]"))` },
  'base 64 of what was doubled': { text: `(${doubled(24)}$length($base64encode($a))>0)` },
  'a list that holds itself, by $append': {
    text: `($a:=[1];${times(26, '$a:=$append($a,$a);')}$count($a)>0)`,
  },
  'deep nesting of parentheses': { text: `${'('.repeat(3_000)}1${')'.repeat(3_000)}` },
  'deep nesting of lists': { text: `${'['.repeat(3_000)}${']'.repeat(3_000)}` },
  'a long chain of sums': { text: times(3_000, (i) => `${i > 0 ? '+' : ''}1`) },
  'a long path': { text: `event.data${times(1_500, '.a')}` },
  'descendants of descendants': {
    text: '$count(event.**.**.**)>0',
    data: JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`),
  },
  'a parent of everything': {
    text: '$count(event.data.xs.%.xs)>0',
    data: { xs: Array.from({ length: 5_000 }, (_, i) => ({ i })) },
  },
  '$eval of what it made': { text: '($f:=function($n){$eval("$f("&$string($n+1)&")")};$f(0))' },
  '$eval of an open bracket': { text: `$eval($pad("(",100000,"("))` },
  'a property that leads out': { text: 'event.constructor.constructor("return process")()' },
  'the prototype': { text: 'event.__proto__.polluted := 1' },
  'a context that leads out': { text: '($x:=$lookup(event,"__proto__");$x.a)' },
  'what is no expression': { text: '(((' },
  'shuffling a million': { text: '$count($shuffle([1..1000000]))>0' },
  'distinct over many objects': { text: '$count($distinct([1..3000].{"a":$}))>0' },
};

const runEnd = new Set(['succeeded', 'failed', 'skipped', 'cancelled']);

/** Runs it as the condition of a workflow's action. */
async function runAsCondition(ask: Ask, name: string, text: string, data: object): Promise<number[]> {
  const type = `hostile.${name.toLowerCase().replace(/[^a-z]+/g, '-')}`.slice(0, 60).replace(/-$/, '');
  const action = {
    action: 'events.publish',
    when: text,
    input: { type: 'hostile.done', source: 'h', data: {} },
  };
  const made = await ask('POST', '/v1/workflows', { name, trigger: { type }, actions: [action] });
  if (made.status !== 201) return [made.status];
  const published = await ask('POST', '/v1/events', { type, source: 'h', data });
  await ended(async () => {
    const { body } = await ask('GET', `/v1/workflows/${made.body.workflow_id}/runs`);
    return runEnd.has(body.runs[0]?.status);
  }, name);
  return [made.status, published.status];
}

/** Runs it as a rule of an ingestion job. */
async function runAsRule(ask: Ask, name: string, text: string, data: object): Promise<number[]> {
  const rule = `r${name.toLowerCase().replace(/[^a-z]+/g, '-')}`.slice(0, 60);
  const made = await ask('POST', '/v1/contracts/ingestion/rules', { name: rule, expression: text });
  if (made.status !== 201) return [made.status];
  return [made.status, ...(await ingest(ask, name, [rule], { event: { data } }))];
}

/** Runs it as the transformation of a delivery's body, and in a preview. */
async function runAsTransform(ask: Ask, name: string, text: string, data: object): Promise<number[]> {
  const type = `transform.${name.toLowerCase().replace(/[^a-z]+/g, '-')}`.slice(0, 60).replace(/-$/, '');
  const transform = text.replaceAll('event.data', 'data');
  const made = await ask('POST', '/v1/webhooks/subscriptions', {
    name: type,
    url: 'http://127.0.0.1:9/',
    events: [type],
    secret: 'whsec_hostile_transform',
    retry: { delays: [0] },
    transform,
  });
  if (made.status !== 201) return [made.status];
  const published = await ask('POST', '/v1/events', { type, source: 'h', data });
  const { eventId } = published.body;
  await ended(async () => {
    const { body } = await ask('GET', `/v1/events/deliveries/${eventId}`);
    return body.deliveries[0]?.status === 'failed';
  }, name);
  const path = `/v1/webhooks/subscriptions/${made.body.subscription_id}/preview`;
  const preview = await ask('POST', path, { event_id: eventId });
  return [made.status, published.status, preview.status];
}

async function ingest(ask: Ask, name: string, rules: string[], data: object): Promise<number[]> {
  const body = { source_id: 'hostile', data, transformation_rules: rules };
  const job = await ask('POST', '/v1/contracts/ingestion/jobs', body);
  if (job.status >= 300) return [job.status];
  await ended(async () => {
    const { body: now } = await ask('GET', `/v1/contracts/ingestion/jobs/${job.body.job_id}`);
    return now.status === 'completed' || now.status === 'failed';
  }, name);
  return [job.status];
}

const manyKeys = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`key${i}`, ` v${i} `]));
const addresses = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, i) => [`a${i}`, `0x${i.toString(16).padStart(40, '0')}`]),
);

type Run = (ask: Ask, name: string, text: string, data: object) => Promise<number[]>;

function asWhat(what: string, run: Run, count?: number): HostileInput[] {
  return Object.entries(expressions)
    .slice(0, count)
    .map(([name, { text, data = {} }]) => ({
      name: `${name}, as ${what}`,
      send: (ask: Ask) => run(ask, name, text, data),
    }));
}

export const hostileConditions = asWhat('a condition', runAsCondition);
/**
 * Expressions that crash their process or exceed its time limit. Errors of the language itself are the same everywhere.
 */
export const hostileRules = asWhat('a rule', runAsRule, 14);
export const hostileTransformations = asWhat('a transformation', runAsTransform, 14);

/** Each takes longer than the serving thread may block; the first has as many rules as a job accepts. */
export const hostileBuiltInRules: HostileInput[] = [
  { name: 'many keys hashed fifty times', rules: Array(50).fill('hash_payload'), data: manyKeys },
  {
    name: 'many addresses checked fifteen times',
    rules: Array(15).fill('to_checksum_address'),
    data: addresses,
  },
  { name: 'many texts trimmed thirty times', rules: Array(30).fill('trim_strings'), data: manyKeys },
  { name: 'many dates', rules: Array(30).fill('normalize_timestamps'), data: manyKeys },
  { name: 'a path of a thousand names', rules: [`pick:${times(300, 'a.')}b`], data: manyKeys },
  { name: 'nesting to the bound', rules: ['lowercase_keys', 'drop_nulls'], data: deep(60) },
].map(({ name, rules, data }) => ({
  name: `${name}, by built-in rules`,
  send: (ask: Ask) => ingest(ask, name, rules, data),
}));

function deep(levels: number): object {
  return JSON.parse(`${'{"a":'.repeat(levels)}{}${'}'.repeat(levels)}`);
}
