import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OpenDatabase, openDatabase } from '../../kit/db/testing/open-database.ts';
import { required } from '../../kit/required.ts';
import { ModelError } from './model-error.ts';
import { type ModelLimits, ModelSession } from './model-session.ts';
import type { ModelSourceOptions } from './model-source.ts';
import { costMicros, parseModelPrice, priceIn } from './prices.ts';
import { type ModelStub, type StubAnswer, startModelStub } from './testing/model-stub.ts';
import { newWork, testModel } from './testing/test-model.ts';

const schema = () => z.object({ colour: z.string() });
const request = { schema, instructions: 'Name a colour.', prompt: 'Which?', maxOutputTokens: 100 };
const good: StubAnswer = { object: { colour: 'grün' } };

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openDatabase();
});
afterAll(() => opened?.close());

let stub: ModelStub | undefined;
afterEach(async () => {
  await stub?.stop();
  stub = undefined;
});

const limits: ModelLimits = { maxTokens: 100_000, retryDelayMs: 1 };

async function open(
  answers: readonly StubAnswer[],
  {
    source = {},
    ...more
  }: Partial<ModelLimits> & { source?: Partial<ModelSourceOptions> & { allowLoopback?: boolean } } = {},
): Promise<ModelSession> {
  stub = await startModelStub((_request, count) =>
    required(answers[Math.min(count, answers.length) - 1], 'an answer'),
  );
  const model = testModel({ pool: opened.pool, baseUrl: stub.url, ...source });
  return new ModelSession(model, newWork(), { ...limits, ...more });
}

async function failureOf(session: ModelSession): Promise<ModelError> {
  const error = await session.generateObject(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

const price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };

describe.each([
  ['local', 'stub-1', '/v1/chat/completions'],
  ['anthropic', 'claude-sonnet-4-5', '/v1/messages'],
  ['openai', 'gpt-4.1', '/v1/responses'],
  ['azure', 'a-deployment', '/v1/responses'],
  ['google', 'gemini-2.5-flash', '/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse'],
])('a session with the protocol of %s', (provider, model, path) => {
  const source = { provider, model, price };

  it('asks for an object of the schema over a stream, and counts the tokens', async () => {
    const usage = {
      prompt_tokens: 1_000,
      completion_tokens: 100,
      prompt_tokens_details: { cached_tokens: 800 },
    };
    const session = await open([{ ...good, usage } as StubAnswer], { source });
    expect(await session.generateObject(request)).toEqual({ colour: 'grün' });
    expect(session.usage).toMatchObject({
      requests: 1,
      inputTokens: 1_000,
      cachedInputTokens: 800,
      outputTokens: 100,
      costUsd: 0.00234,
    });
    const [seen] = required(stub, 'the stub').seen;
    expect(seen?.path).toBe(path);
    const sent = required(seen, 'a request');
    expect(JSON.parse(sent.body).stream ?? sent.path.includes('alt=sse')).toBe(true);
    expect(sent.body).toContain('colour');
    expect(sent.headers['user-agent']).toBe('Trivium-Models/test');
    const {
      authorization,
      'x-api-key': anthropic,
      'x-goog-api-key': google,
      'api-key': azure,
    } = sent.headers;
    expect([authorization?.replace('Bearer ', ''), anthropic, google, azure]).toContain('sk-key');
  });

  it.each<[string, StubAnswer]>([
    ['429', { status: 429 }],
    ['529', { status: 529 }],
    ['500', { status: 500 }],
    ['a cut line', { cut: true }],
    ['a stream without its end', { brokenOff: true }],
    ['an error inside of the stream', { streamError: true }],
    ['no JSON', { text: 'Certainly! Here you go' }],
    ['another shape', { object: { color: 1 } }],
    ['nothing', { text: '' }],
    ['an object that was cut off', { text: '{"colour":"gr', finishReason: 'length' }],
  ])('retries after %s and succeeds', async (_name, fault) => {
    const session = await open([fault, good], { source });
    expect(await session.generateObject(request)).toEqual({ colour: 'grün' });
    expect(session.usage.requests).toBe(2);
  });

  it.each<[string, string, StubAnswer, number]>([
    ['rate_limited', '429', { status: 429 }, 3],
    ['unavailable', '503', { status: 503 }, 3],
    ['unavailable', '529', { status: 529 }, 3],
    ['unavailable', 'a stream without its end', { brokenOff: true }, 3],
    ['unavailable', 'an error inside of the stream', { streamError: true }, 3],
    ['bad_answer', 'another shape', { object: {} }, 3],
    ['bad_answer', 'nothing', { text: '' }, 3],
    ['truncated', 'the end of its tokens', { text: '{"colour":"gr', finishReason: 'length' }, 2],
    ['refused', 'a wrong key', { status: 401 }, 1],
    ['refused', "the model's no", { refusal: true }, 1],
    ['timeout', 'a server that hangs', { hang: true }, 1],
  ])('ends as %s if there is only %s', async (kind, _name, fault, requests) => {
    const timeoutMs = 'hang' in fault ? 200 : 10_000;
    const session = await open([fault], { source: { ...source, timeoutMs } });
    expect((await failureOf(session)).kind).toBe(kind);
    expect(session.usage.requests).toBe(requests);
    expect(required(stub, 'the stub').seen).toHaveLength(requests);
  });
});

describe('a model session', () => {
  const roomOf = () => required(stub, 'the stub').seen.map(({ body }) => JSON.parse(body).max_tokens);

  it('repeats a truncated answer with twice the space, once', async () => {
    const session = await open([{ text: '{"colo', finishReason: 'length' }]);
    await failureOf(session);
    expect(roomOf()).toEqual([100, 200]);
  });

  it('gives every answer space for reasoning once this has truncated one', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 100,
      completion_tokens_details: { reasoning_tokens: 90 },
    };
    const session = await open([{ text: '{"colo', finishReason: 'length', usage }, good]);
    await session.generateObject(request);
    await session.generateObject({ ...request, prompt: 'And then?' });
    expect(roomOf()).toEqual([100, 8_100, 8_100]);
  });

  it.each([
    ['retry-after-ms', '40'],
    ['retry-after', '0.04'],
  ])('waits as long as %s asks, and so do concurrent requests', async (header, value) => {
    const session = await open([{ status: 429, headers: { [header]: value } }, good]);
    const beganAt = performance.now();
    await session.generateObject(request);
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(39);
  });

  it('waits at most a minute, and then fails so that rules can answer', async () => {
    const session = await open([{ status: 429, headers: { 'retry-after': '3600' } }, good]);
    expect((await failureOf(session)).kind).toBe('rate_limited');
    expect(required(stub, 'the stub').seen).toHaveLength(1);
  });

  it('removes Markdown fences around JSON', async () => {
    const session = await open([{ text: '```json\n{"colour":"red"}\n```' }]);
    expect(await session.generateObject(request)).toEqual({ colour: 'red' });
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const session = await open([{ hang: true }], { signal: stop.signal });
    const failure = failureOf(session);
    setImmediate(() => stop.abort());
    expect((await failure).kind).toBe('aborted');
  });

  it('sends no request beyond its token limit', async () => {
    const session = await open([good], { maxTokens: 220 });
    await session.generateObject(request);
    const failure = await session.generateObject({ ...request, prompt: 'And now?' }).catch((error) => error);
    expect(failure.kind).toBe('budget_spent');
    expect(required(stub, 'the stub').requests).toHaveLength(1);
  });

  it('sends no request that may exceed its budget', async () => {
    const worst = testModel({ pool: opened.pool, price }).worstCostMicros(request);
    const poor = await open([good], { source: { price }, maxCostMicros: worst - 1 });
    expect((await failureOf(poor)).kind).toBe('budget_spent');
    expect(required(stub, 'the stub').requests).toHaveLength(0);
    await required(stub, 'the stub').stop();
    const able = await open([good], { source: { price }, maxCostMicros: worst });
    await able.generateObject(request);
    expect(able.costMicros).toBeLessThanOrEqual(worst);
  });

  it('calls no address that the service may not reach, and says so', async () => {
    const session = await open([good], { source: { allowLoopback: false } });
    const failure = await failureOf(session);
    expect([failure.kind, failure.isFree]).toEqual(['refused', true]);
    expect(failure.message).toContain('ALLOWED_PRIVATE_NETWORKS');
    expect(required(stub, 'the stub').seen).toHaveLength(0);
  });

  it('keeps the key and the prompt out of its errors', async () => {
    const session = await open([{ status: 400 }]);
    expect((await failureOf(session)).message).not.toMatch(/Which|sk-key/);
  });

  it('asks OpenAI not to store the requests', async () => {
    const session = await open([good], { source: { provider: 'openai', model: 'gpt-4.1' } });
    await session.generateObject(request);
    const [sent] = required(stub, 'the stub').seen;
    expect(JSON.parse(required(sent, 'a request').body).store).toBe(false);
  });

  it('keeps the query of an address, as for older Azure endpoints', async () => {
    stub = await startModelStub(() => good);
    const baseUrl = `${stub.url}/openai/deployments/d?api-version=2024-10-21`;
    const model = testModel({ pool: opened.pool, baseUrl });
    await new ModelSession(model, newWork(), limits).generateObject(request);
    expect(stub.seen[0]?.path).toBe('/v1/openai/deployments/d/chat/completions?api-version=2024-10-21');
  });
});

describe('the price of tokens', () => {
  const tokens = {
    inputTokens: 1_000,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  };
  const of = (provider: string, model: string, baseUrl?: string) => priceIn({ provider, model, baseUrl });

  it('is that of the longest matching name, zero at a custom address, and otherwise unknown', () => {
    expect(of('openai', 'gpt-4o-mini-2024-07-18')).toMatchObject({ input: 0.15, output: 0.6 });
    expect(of('local', 'my-own')).toMatchObject({ input: 0, output: 0 });
    expect(of('openai', 'my-own', 'http://127.0.0.1:8000/v1')).toMatchObject({ input: 0, output: 0 });
    expect(of('azure', 'a-deployment', 'https://name.openai.azure.com/openai/v1')).toBeUndefined();
    expect(of('google', 'gemini-unheard-of')).toBeUndefined();
  });

  it('counts tokens read from or written to the cache at their own price', () => {
    expect(costMicros(price, { ...tokens, cachedInputTokens: 800, outputTokens: 100 })).toBe(
      600 + 240 + 1_500,
    );
    expect(costMicros(price, { ...tokens, cacheWriteTokens: 1_000 })).toBe(3_750);
  });

  it('is read in the operator’s notation', () => {
    expect(parseModelPrice('3,15')).toEqual({ input: 3, output: 15, cachedInput: 3, cacheWrite: 3 });
    expect(parseModelPrice('3,15,0.3,3.75')).toEqual(price);
  });

  it.each(['', '3', '3,x', '3,,1', '-1,2', '1,2,3,4,5'])('does not accept %j as a price', (text) => {
    expect(() => parseModelPrice(text)).toThrow('USD for a million tokens');
  });
});
