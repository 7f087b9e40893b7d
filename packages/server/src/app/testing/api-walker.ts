import type { AnyRoute } from '../../kit/http/index.ts';
import { describedRoutes } from '../describe-api.ts';
import { type Answer, DocumentedAnswers } from './documented-answers.ts';
import { sampleFile } from './sample-file.ts';

export interface WalkedRequest {
  /** Sent as the bearer token, if present. */
  key?: string | undefined;
  params?: Record<string, string>;
  /** With the question mark. */
  query?: string;
  /** Sent as JSON; a string or bytes are sent unchanged. By default, a route that takes a file gets a sample. */
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
}

/** Calls the routes of the table as a client. Every answer is checked against its documentation. */
export class ApiWalker {
  readonly routes: AnyRoute[] = describedRoutes();
  readonly guarded = this.routes.filter(({ access }) => access !== 'public');
  readonly #address: string;
  readonly #answers: DocumentedAnswers;

  static async open(address: string): Promise<ApiWalker> {
    return new ApiWalker(address, await DocumentedAnswers.load());
  }

  private constructor(address: string, answers: DocumentedAnswers) {
    this.#address = address;
    this.#answers = answers;
  }

  /** Sends a request to a route; throws if the answer differs from the documentation. */
  async ask(route: AnyRoute, asked: WalkedRequest = {}): Promise<Answer> {
    const { key, query = '', headers = {}, method = route.method } = asked;
    const path = pathOf(route, asked.params ?? {}) + query;
    const sent = asked.body ?? (method === route.method ? sampleFile(route) : undefined);
    const contentType = route.upload?.mediaTypes[0] ?? 'application/json';
    const controller = new AbortController();
    const response = await fetch(this.#address + path, {
      method,
      signal: controller.signal,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(sent !== undefined && { 'content-type': contentType }),
        ...headers,
      },
      ...(sent !== undefined && { body: bytesOf(sent) }),
    });
    const answer = await readAnswer(response, controller);
    const problems = this.#answers.problemsOf(route, answer);
    if (problems.length > 0) {
      const body = sent === undefined ? '' : ` ${Buffer.from(bytesOf(sent)).toString().slice(0, 500)}`;
      throw new Error(
        `${method} ${path.slice(0, 500)}${body} was answered ${answer.status} ${answer.text.slice(0, 500)}: ${problems.join('; ')}`,
      );
    }
    return answer;
  }

  route(operationId: string): AnyRoute {
    const route = this.routes.find((row) => row.operationId === operationId);
    if (route === undefined) throw new Error(`there is no route ${operationId}`);
    return route;
  }
}

/** A well-formed id that does not exist, for parameters that do not matter in a test. */
export const NOBODYS_ID = `evt_${'0'.repeat(31)}1`;

function pathOf(route: AnyRoute, params: Record<string, string>): string {
  return route.path.replace(/:([A-Za-z]+)/g, (_all, name) => encodeURIComponent(params[name] ?? NOBODYS_ID));
}

function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return JSON.stringify(body);
}

async function readAnswer(response: Response, controller: AbortController): Promise<Answer> {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) {
    // A stream does not end on its own.
    controller.abort();
    return { status, headers, text: '', body: undefined };
  }
  const text = await response.text();
  const isJson = type.startsWith('application/json') && text !== '';
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
