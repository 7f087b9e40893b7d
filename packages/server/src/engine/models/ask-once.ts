import type { JSONSchema7, LanguageModelV4, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { z } from 'zod';
import { ModelError } from './model-error.ts';
import type { TokenUsage } from './model-settings.ts';
import { toModelError } from './to-model-error.ts';
import { wireSchema } from './wire-schema.ts';

/** The schema library, loaded when a model is first asked. */
export type Zod = typeof z;

export interface ObjectRequest<T> {
  schema(z: Zod): z.ZodType<T>;
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

/**
 * The result of one request: the object or the error, its usage if the provider reported it, and whether the
 * model reasoned.
 */
export type Asked<T> = { usage: TokenUsage | undefined; hasReasoned: boolean } & (
  | { object: T }
  | { failure: ModelError }
);

interface ModelAnswer {
  text: string;
  finish: string | undefined;
  usage: TokenUsage | undefined;
  hasReasoned: boolean;
  error: unknown;
}

/** Asks once, streaming, and validates the answer against the schema. Never rejects. */
export async function askOnce<T>(
  model: LanguageModelV4,
  request: ObjectRequest<T>,
  { temperature, signal }: { temperature: number | undefined; signal: AbortSignal | undefined },
): Promise<Asked<T>> {
  let told: ModelAnswer | undefined;
  try {
    const { z: library } = await import('zod');
    const schema = request.schema(library);
    const { stream } = await model.doStream({
      prompt: [
        { role: 'system', content: request.instructions },
        { role: 'user', content: [{ type: 'text', text: request.prompt }] },
      ],
      maxOutputTokens: request.maxOutputTokens,
      responseFormat: { type: 'json', name: 'answer', schema: wireSchema(library, schema) as JSONSchema7 },
      // Prompts contain other people's code and mail: the provider is asked not to store them.
      providerOptions: { openai: { store: false } },
      ...(temperature !== undefined && { temperature }),
      ...(signal && { abortSignal: signal }),
    });
    told = await readStream(stream);
    return { ...tokensOf(told), object: read(told, schema) };
  } catch (error) {
    const failure = signal?.aborted
      ? new ModelError('aborted', 'The call to the model was stopped.', { cause: error })
      : toModelError(error);
    return { ...tokensOf(told), failure };
  }
}

function tokensOf(told: ModelAnswer | undefined): Pick<Asked<unknown>, 'usage' | 'hasReasoned'> {
  const usage = told?.usage;
  return { usage, hasReasoned: told?.hasReasoned === true || (usage?.reasoningTokens ?? 0) > 0 };
}

type Stream = Awaited<ReturnType<LanguageModelV4['doStream']>>['stream'];

async function readStream(stream: Stream): Promise<ModelAnswer> {
  const told: ModelAnswer = {
    text: '',
    finish: undefined,
    usage: undefined,
    hasReasoned: false,
    error: undefined,
  };
  for await (const part of stream) {
    if (part.type === 'text-delta') told.text += part.delta;
    else if (part.type === 'reasoning-delta') told.hasReasoned = true;
    else if (part.type === 'error') told.error ??= part.error ?? new Error('The stream reported an error.');
    else if (part.type === 'finish') {
      told.finish = part.finishReason.unified;
      told.usage = usageOf(part.usage);
    }
  }
  return told;
}

/** Undefined when the provider did not report it: zero tokens are no answer. */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage | undefined {
  if (!inputTokens.total || outputTokens.total === undefined) return undefined;
  return {
    inputTokens: inputTokens.total,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
    outputTokens: outputTokens.total,
    reasoningTokens: outputTokens.reasoning ?? 0,
  };
}

function read<T>({ text, finish, error }: ModelAnswer, schema: z.ZodType<T>): T {
  if (error !== undefined) throw toModelError(error, 'unavailable');
  if (finish === 'content-filter') throw new ModelError('refused', 'The model does not want to answer this.');
  if (finish === 'length') throw new ModelError('truncated', 'The answer of the model was cut off.');
  const checked = schema.safeParse(parseJson(text));
  if (checked.success) return checked.data;
  if (finish !== 'stop') throw new ModelError('unavailable', 'The answer of the model broke off.');
  if (text.trim() === '') throw new ModelError('bad_answer', 'The answer of the model is empty.');
  throw new ModelError('bad_answer', 'The answer of the model is not of the form that was asked for.');
}

/** Undefined when it is not JSON. Small models wrap their JSON in Markdown fences. */
function parseJson(text: string): unknown {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}
