import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tokens as OpenAI's protocol tells of them. */
export interface StubUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
  completion_tokens_details?: { reasoning_tokens: number };
}

/** What the stub does with one request: it answers an object, a text as it is, a status, refuses, hangs, or cuts the line. */
export type StubAnswer =
  | { object: unknown; usage?: StubUsage }
  | { text: string; finishReason?: string }
  | { refusal: true }
  | { status: number }
  | { hang: true }
  | { cut: true };

export interface StubRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}

export interface ModelStub {
  url: string;
  /** The bodies that arrived, in order. */
  requests: StubRequest[];
  stop(): Promise<void>;
}

/** A server on loopback that speaks OpenAI's chat protocol and answers what `answer` says. */
export async function startModelStub(
  answer: (request: StubRequest, count: number) => StubAnswer,
): Promise<ModelStub> {
  const requests: StubRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readBody(request)) as StubRequest;
    requests.push(body);
    respond(response, answer(body, requests.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function respond(response: ServerResponse, answer: StubAnswer): void {
  if ('hang' in answer) return;
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'The stub says no.', type: 'stub' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('cut' in answer) {
    response.write('{"id":"1","choices":[{"message":{"role":"assistant","content":"{\\"fin');
    response.socket?.destroy();
    return;
  }
  const content = 'refusal' in answer ? null : 'text' in answer ? answer.text : JSON.stringify(answer.object);
  const finished =
    'refusal' in answer ? 'content_filter' : 'text' in answer ? answer.finishReason : undefined;
  const usage = ('object' in answer && answer.usage) || { prompt_tokens: 100, completion_tokens: 20 };
  response.end(
    JSON.stringify({
      id: 'stub-1',
      object: 'chat.completion',
      created: 1,
      model: 'stub',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finished ?? 'stop' }],
      usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
    }),
  );
}
