import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { required } from '../../kit/required.ts';
import { ModelError } from './model-error.ts';
import { ModelSession, type ModelSessionOptions } from './model-session.ts';
import { noTokens, type TokenUsage } from './model-settings.ts';
import { openModel } from './open-model.ts';
import { costUsd, parseModelPrice } from './prices.ts';
import { type ModelStub, type StubAnswer, startModelStub } from './testing/model-stub.ts';

const schema = () => z.object({ colour: z.string() });
const request = { schema, instructions: 'Name a colour.', prompt: 'Which?', maxOutputTokens: 100 };
const good: StubAnswer = { object: { colour: 'green' } };

let stub: ModelStub | undefined;
afterEach(async () => {
  await stub?.stop();
  stub = undefined;
});

async function open(
  answers: readonly StubAnswer[],
  options: Partial<ModelSessionOptions> = {},
): Promise<ModelSession> {
  stub = await startModelStub((_request, count) =>
    required(answers[Math.min(count, answers.length) - 1], 'an answer'),
  );
  const model = await openModel({ provider: 'stub', model: 'stub-1', baseUrl: stub.url, apiKey: 'k' });
  return new ModelSession({
    model,
    modelName: 'stub-1',
    maxTokens: 100_000,
    timeoutMs: 5_000,
    retryDelayMs: 1,
    ...options,
  });
}

async function failureOf(session: ModelSession): Promise<ModelError> {
  const error = await session.generateObject(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('a model session', () => {
  it('brings an object of the schema and counts what it took', async () => {
    const session = await open([good]);
    expect(await session.generateObject(request)).toEqual({ colour: 'green' });
    expect(session.usage).toEqual({
      requests: 1,
      inputTokens: 100,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 20,
      reasoningTokens: 0,
      costUsd: null,
    });
    expect(stub?.requests[0]?.response_format?.type).toBe('json_schema');
  });

  it.each([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['a cut line', { cut: true }],
    ['no JSON', { text: 'Certainly! Here you go' }],
    ['another shape', { object: { color: 1 } }],
    ['nothing', { text: '' }],
    ['an object that was cut off', { text: '{"colour":"gr', finishReason: 'length' }],
  ] satisfies [string, StubAnswer][])('tries again after %s and succeeds', async (_name, fault) => {
    const session = await open([fault, good]);
    expect(await session.generateObject(request)).toEqual({ colour: 'green' });
    expect(session.usage.requests).toBe(2);
  });

  it.each([
    ['rate_limited', { status: 429 }, 3],
    ['unavailable', { status: 503 }, 3],
    ['bad_answer', { object: {} }, 3],
    ['refused', { status: 401 }, 1],
    ['refused', { refusal: true }, 1],
    ['refused', { text: 'I cannot help with that.', finishReason: 'content_filter' }, 1],
  ] satisfies [string, StubAnswer, number][])(
    'ends as %s when it stays so',
    async (kind, fault, requests) => {
      const session = await open([fault]);
      expect((await failureOf(session)).kind).toBe(kind);
      expect(session.usage.requests).toBe(requests);
    },
  );

  it('gives up on a server that hangs, once, within its time', async () => {
    const session = await open([{ hang: true }], { timeoutMs: 150 });
    expect((await failureOf(session)).kind).toBe('timeout');
    expect(session.usage.requests).toBe(1);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const session = await open([{ hang: true }], { signal: stop.signal });
    const failure = failureOf(session);
    setImmediate(() => stop.abort());
    expect((await failure).kind).toBe('aborted');
  });

  it('sends nothing beyond its budget', async () => {
    const session = await open([good], { maxTokens: 220 });
    await session.generateObject(request);
    expect((await failureOf(session)).kind).toBe('budget_spent');
    expect(stub?.requests).toHaveLength(1);
  });

  it('keeps the key and the prompt out of its errors', async () => {
    const session = await open([{ status: 400 }]);
    expect((await failureOf(session)).message).not.toMatch(/Which|\bk\b/);
  });
});

describe('the price of tokens', () => {
  const tokens = (inputTokens: number, outputTokens: number, more: Partial<TokenUsage> = {}) => ({
    ...noTokens,
    inputTokens,
    outputTokens,
    ...more,
  });

  it('is that of the longest name that fits, and unknown for other models', () => {
    expect(costUsd('gpt-4o-mini-2024-07-18', tokens(1_000_000, 1_000_000))).toBe(0.75);
    expect(costUsd('claude-sonnet-4-5', tokens(1_000, 1_000))).toBe(0.018);
    expect(costUsd('my-own', tokens(1, 1))).toBeNull();
  });

  it('counts what came from the cache at its own price, and never twice', async () => {
    const usage = {
      prompt_tokens: 1_000,
      completion_tokens: 100,
      prompt_tokens_details: { cached_tokens: 800 },
      completion_tokens_details: { reasoning_tokens: 40 },
    };
    const session = await open([{ object: { colour: 'green' }, usage }], {
      price: { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 },
    });
    await session.generateObject(request);
    // 200 at 3, 800 at 0.3, 100 at 15: reasoning is part of the output.
    expect(session.costMicros).toBe(600 + 240 + 1_500);
    expect(session.usage).toMatchObject({ cachedInputTokens: 800, reasoningTokens: 40, costUsd: 0.00234 });
    expect(costUsd('claude-sonnet-4-5', tokens(1_000, 0, { cacheWriteTokens: 1_000 }))).toBe(0.00375);
  });

  it('is bounded before a request is sent: what the money may not hold is not asked', async () => {
    const price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3 };
    const worst = ModelSession.worstCostMicros(price, request);
    const poor = await open([good], { price, maxCostMicros: worst - 1 });
    expect((await failureOf(poor)).kind).toBe('budget_spent');
    expect(stub?.requests).toHaveLength(0);
    await stub?.stop();
    const able = await open([good], { price, maxCostMicros: worst });
    await able.generateObject(request);
    expect(able.costMicros).toBeLessThanOrEqual(worst);
    // What the first request took is gone, and so a second one may not fit.
    expect((await failureOf(able)).kind).toBe('budget_spent');
  });

  it('is read as the operator writes it', () => {
    expect(parseModelPrice('3,15')).toEqual({ input: 3, output: 15, cachedInput: 3, cacheWrite: 3 });
    expect(parseModelPrice('3,15,0.3,3.75')).toEqual({
      input: 3,
      output: 15,
      cachedInput: 0.3,
      cacheWrite: 3.75,
    });
  });

  it.each(['', '3', '3,x', '3,,1', '-1,2', '1,2,3,4,5'])('does not take %j for a price', (text) => {
    expect(() => parseModelPrice(text)).toThrow('USD for a million tokens');
  });
});
