import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ModelError } from './model-error.ts';
import { ModelSession, type ModelSessionOptions } from './model-session.ts';
import { openModel } from './open-model.ts';
import { costUsd } from './prices.ts';
import { type ModelStub, type StubAnswer, startModelStub } from './testing/model-stub.ts';

const schema = z.object({ colour: z.string() });
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
  stub = await startModelStub((_request, count) => answers[Math.min(count, answers.length) - 1]!);
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
    expect(session.usage).toEqual({ requests: 1, inputTokens: 100, outputTokens: 20, costUsd: null });
    expect(stub?.requests[0]?.response_format?.type).toBe('json_schema');
  });

  it.each([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['a cut line', { cut: true }],
    ['no JSON', { text: 'Certainly! Here you go' }],
    ['another shape', { object: { color: 1 } }],
    ['nothing', { text: '' }],
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
  it('is that of the longest name that fits, and unknown for other models', () => {
    expect(costUsd('gpt-4o-mini-2024-07-18', { inputTokens: 1_000_000, outputTokens: 1_000_000 })).toBe(0.75);
    expect(costUsd('claude-sonnet-4-5', { inputTokens: 1_000, outputTokens: 1_000 })).toBe(0.018);
    expect(costUsd('my-own', { inputTokens: 1, outputTokens: 1 })).toBeNull();
  });
});
