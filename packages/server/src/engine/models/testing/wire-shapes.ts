// The providers' wire formats, following their references (https://docs.claude.com/en/api/messages-streaming,
// https://platform.openai.com/docs/api-reference, https://ai.google.dev/api/generate-content), as far as
// clients read them.

/** Token usage of an answer; `input` includes cached tokens. */
export interface ShapeUsage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

/** How an answer ends: normally, truncated at the token limit, or with a refusal. */
export type ShapeEnd = 'stop' | 'length' | 'refusal';

export interface WireShape {
  /** The events of an answer as sent over the wire; the last ones are its end. */
  answer(parts: readonly string[], end: ShapeEnd, usage: ShapeUsage, asked: AskedBody): string[];
  /** An error within a stream that has begun. */
  streamError: string;
  /** The body of an answer with this status. */
  errorBody(status: number): object;
}

/** The parts of a request that the stub reads. */
export interface AskedBody {
  tool_choice?: { name?: string };
}

const event = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const anthropic: WireShape = {
  answer(parts, end, usage, { tool_choice: tool }) {
    const stop = { stop: tool ? 'tool_use' : 'end_turn', length: 'max_tokens', refusal: 'refusal' }[end];
    const block = tool
      ? { type: 'tool_use', id: 'toolu_01', name: tool.name, input: {} }
      : { type: 'text', text: '' };
    const delta = (text: string) =>
      tool ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text };
    const input = {
      input_tokens: usage.input - usage.cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: usage.cached,
    };
    const message = {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...input, output_tokens: 1 },
    };
    return [
      event({ type: 'message_start', message } as never),
      event({ type: 'content_block_start', index: 0, content_block: block } as never),
      event({ type: 'ping' }),
      ...parts.map((text) => event({ type: 'content_block_delta', index: 0, delta: delta(text) } as never)),
      event({ type: 'content_block_stop', index: 0 } as never),
      event({
        type: 'message_delta',
        delta: { stop_reason: stop, stop_sequence: null },
        usage: { output_tokens: usage.output },
      } as never),
      event({ type: 'message_stop' }),
    ];
  },
  streamError: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as never),
  errorBody: (status) => ({
    type: 'error',
    error: { type: anthropicTypes[status] ?? 'api_error', message: 'The stub says no.' },
    request_id: 'req_01',
  }),
};

const openAiError = (status: number) => ({
  error: {
    message: 'The stub says no.',
    type: status === 402 ? 'insufficient_quota' : 'stub',
    param: null,
    code: status === 402 ? 'insufficient_quota' : null,
  },
});

const responses: WireShape = {
  answer(parts, end, usage) {
    let number = 0;
    const send = (type: string, more: object) => event({ type, sequence_number: number++, ...more } as never);
    const whole = (status: string, more: object = {}) => ({
      id: 'resp_01',
      object: 'response',
      created_at: 1_790_000_000,
      status,
      error: null,
      incomplete_details: null,
      model: 'gpt-4.1-2025-04-14',
      output: [],
      usage: null,
      ...more,
    });
    const place = { item_id: 'msg_01', output_index: 0, content_index: 0 };
    const kind = end === 'refusal' ? 'response.refusal' : 'response.output_text';
    const item = { id: 'msg_01', type: 'message', role: 'assistant', content: [] };
    const told = {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: usage.input + usage.output,
    };
    const isCut = end === 'length';
    const last = whole(isCut ? 'incomplete' : 'completed', {
      usage: told,
      ...(isCut && { incomplete_details: { reason: 'max_output_tokens' } }),
    });
    return [
      send('response.created', { response: whole('in_progress') }),
      send('response.in_progress', { response: whole('in_progress') }),
      send('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }),
      ...parts.map((text) => send(`${kind}.delta`, { ...place, delta: text })),
      send('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed' } }),
      send(isCut ? 'response.incomplete' : 'response.completed', { response: last }),
    ];
  },
  streamError: event({
    type: 'error',
    sequence_number: 3,
    code: 'server_error',
    message: 'The server had an error.',
    param: null,
  } as never),
  errorBody: openAiError,
};

const chat: WireShape = {
  answer(parts, end, usage) {
    const chunk = (choices: object[], more: object = {}) =>
      data({
        id: 'chatcmpl-01',
        object: 'chat.completion.chunk',
        created: 1_790_000_000,
        model: 'stub-1',
        choices,
        ...more,
      });
    const choice = (delta: object, finish: string | null = null) => ({
      index: 0,
      delta,
      finish_reason: finish,
    });
    const field = end === 'refusal' ? 'refusal' : 'content';
    const finish = { stop: 'stop', length: 'length', refusal: 'stop' }[end];
    return [
      chunk([choice({ role: 'assistant', content: '' })]),
      ': a comment keeps the line open\n\n',
      ...parts.map((text) => chunk([choice({ [field]: text })])),
      chunk([choice({}, finish)]),
      chunk([], {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
          prompt_tokens_details: { cached_tokens: usage.cached },
          completion_tokens_details: { reasoning_tokens: usage.reasoning },
        },
      }),
      'data: [DONE]\n\n',
    ];
  },
  streamError: data({ error: { message: 'The server had an error.', type: 'server_error', code: null } }),
  errorBody: openAiError,
};

const googleStates: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const google: WireShape = {
  answer(parts, end, usage) {
    const usageMetadata = {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cached,
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      totalTokenCount: usage.input + usage.output,
    };
    const shared = { usageMetadata, modelVersion: 'gemini-2.5-flash', responseId: 'r-01' };
    const part = (text: string) =>
      data({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }], ...shared });
    const finishReason = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[end];
    const last = { candidates: [{ content: { parts: [], role: 'model' }, finishReason, index: 0 }] };
    return [...parts.map(part), data({ ...last, ...shared })];
  },
  streamError: data({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  errorBody: (status) => ({
    error: { code: status, message: 'The stub says no.', status: googleStates[status] ?? 'INTERNAL' },
  }),
};

/** The format used at a path. */
export function shapeOf(path: string): WireShape {
  if (path.endsWith('/messages')) return anthropic;
  if (path.endsWith('/responses')) return responses;
  if (path.includes(':streamGenerateContent')) return google;
  return chat;
}
