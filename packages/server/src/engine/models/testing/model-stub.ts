import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../kit/net/listen.fixture.ts';
import { type AskedBody, type ShapeEnd, type ShapeUsage, shapeOf } from './wire-shapes.ts';

/** Token usage in the form of OpenAI's protocol. */
export interface StubUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
  completion_tokens_details?: { reasoning_tokens: number };
}

/**
 * What the stub does with a request: streams an object or a raw text; answers with a status; refuses, hangs,
 * drops the connection, reports an error within the stream, or ends the stream early.
 */
export type StubAnswer =
  | { object: unknown; usage?: StubUsage }
  | { text: string; finishReason?: 'length'; usage?: StubUsage }
  | { refusal: true }
  | { status: number; headers?: Record<string, string> }
  | { hang: true }
  | { cut: true }
  | { streamError: true }
  | { brokenOff: true };

export interface StubRequest extends AskedBody {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}

export interface SeenRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ModelStub {
  /** With the path `/v1`. */
  url: string;
  /** Request bodies, in order. */
  requests: StubRequest[];
  /** Complete requests, in order. */
  seen: SeenRequest[];
  stop(): Promise<void>;
}

/**
 * A loopback server that speaks the protocol of whichever provider is addressed, and answers what `answer`
 * says.
 */
export async function startModelStub(
  answer: (request: StubRequest, count: number) => StubAnswer,
): Promise<ModelStub> {
  const requests: StubRequest[] = [];
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const { url: path = '', headers } = request;
    const parsed = JSON.parse(body) as StubRequest;
    seen.push({ path, headers, body });
    requests.push(parsed);
    respond(response, path.split('?')[0] ?? '', parsed, answer(parsed, requests.length));
  });
  const { origin } = await listen(server);
  return {
    url: `${origin}/v1`,
    requests,
    seen,
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

function respond(response: ServerResponse, path: string, asked: StubRequest, answer: StubAnswer): void {
  const shape = shapeOf(path);
  if ('hang' in answer) return;
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(shape.errorBody(answer.status)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  if ('cut' in answer || 'streamError' in answer || 'brokenOff' in answer) {
    const begun = shape.answer(['{"fin', 'dings"'], 'stop', usageOf(undefined), asked);
    // The first events, up to and including the text; the end is missing.
    const until = begun.findIndex((one) => one.includes('dings'));
    const sent = begun.slice(0, until + 1).join('');
    if ('cut' in answer) response.write(sent, () => response.socket?.destroy());
    else response.end('streamError' in answer ? sent + shape.streamError : sent);
    return;
  }
  const [text, end] = textOf(answer);
  const usage = usageOf('usage' in answer ? answer.usage : undefined);
  const whole = Buffer.from(shape.answer(text.match(/[\s\S]{1,9}/gu) ?? [], end, usage, asked).join(''));
  // Split at fixed offsets, even within a character.
  for (let at = 0; at < whole.length; at += 301) response.write(whole.subarray(at, at + 301));
  response.end();
}

function textOf(
  answer: Extract<StubAnswer, { object: unknown } | { text: string } | { refusal: true }>,
): [string, ShapeEnd] {
  if ('refusal' in answer) return ['I cannot help with that.', 'refusal'];
  if ('text' in answer) return [answer.text, answer.finishReason ?? 'stop'];
  return [JSON.stringify(answer.object), 'stop'];
}

function usageOf(given: StubUsage = { prompt_tokens: 100, completion_tokens: 20 }): ShapeUsage {
  return {
    input: given.prompt_tokens,
    cached: given.prompt_tokens_details?.cached_tokens ?? 0,
    output: given.completion_tokens,
    reasoning: given.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
