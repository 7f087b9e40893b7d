import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type AnyRoute, errorCodesOf, isTimestamp } from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';
import { describeApi } from '../describe-api.ts';
import { errorCatalog } from '../error-catalog.ts';

/** An answer of a test request. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
}

let loading: Promise<DocumentedAnswers> | undefined;

/** Checks answers against the OpenAPI document of this code, and the rules that hold for every answer. */
export class DocumentedAnswers {
  readonly #ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': isTimestamp },
    // Most checks run only a few times, so optimizing their code costs more than it saves.
    code: { optimize: false },
  });
  readonly #checks = new Map<string, ValidateFunction>();
  // biome-ignore lint/suspicious/noExplicitAny: the document is read by path
  readonly #document: any;

  /** Shared by all test files of a worker, because compiling the schemas takes seconds. */
  static load(): Promise<DocumentedAnswers> {
    loading ??= describeApi().then((text) => new DocumentedAnswers(JSON.parse(text)));
    return loading;
  }

  private constructor(document: object) {
    this.#document = document;
    this.#ajv.addSchema(document, 'openapi');
  }

  /** The problems of an answer of this route; empty if there are none. */
  problemsOf(route: AnyRoute, answer: Answer): string[] {
    const problems: string[] = [];
    // Some failures of the outside world are documented as 500 or higher; a route lists its own.
    const isNamed = route.errors?.includes(answer.body?.error?.code) ?? false;
    if (answer.status >= 500 && !isNamed) problems.push(`it is ${answer.status}`);
    if (!/^req_[0-9a-f]{32}$/.test(answer.headers.get('x-request-id') ?? '')) {
      problems.push('it has no X-Request-Id');
    }
    if (route.access !== 'public' && answer.status !== 401 && answer.status !== 405) {
      problems.push(...limitProblems(answer));
    }
    if (answer.status >= 400 && !Object.hasOwn(route.responses, answer.status)) {
      problems.push(...refusalProblems(route, answer));
    }
    // A 405 belongs to the path and not to one of its operations.
    if (answer.status !== 405) problems.push(...this.#schemaProblems(route, answer));
    return problems;
  }

  #schemaProblems(route: AnyRoute, answer: Answer): string[] {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const method = route.method.toLowerCase();
    let at = ['paths', path, method, 'responses', String(answer.status)];
    let described = this.#document.paths[path][method].responses[answer.status];
    if (described === undefined) return [`${answer.status} is not documented`];
    if (described.$ref !== undefined) {
      at = described.$ref.slice(2).split('/');
      described = this.#document.components.responses[required(at.at(-1), 'at.at(-1)')];
    }
    const [type] = Object.keys(described.content ?? {});
    const sent = answer.headers.get('content-type')?.split(';')[0] ?? undefined;
    if (type === undefined) return answer.text === '' ? [] : ['it has a body, which is not documented'];
    if (sent !== type) return [`its type is ${sent}, not ${type}`];
    if (type !== 'application/json') return [];
    const check = this.#checkAt([...at, 'content', type, 'schema']);
    return check(answer.body) ? [] : [this.#ajv.errorsText(check.errors)];
  }

  #checkAt(path: string[]): ValidateFunction {
    const pointer = path
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let check = this.#checks.get(pointer);
    if (check === undefined) {
      check = this.#ajv.compile({ $ref: `openapi#/${pointer}` });
      this.#checks.set(pointer, check);
    }
    return check;
  }
}

function limitProblems({ headers, status }: Answer): string[] {
  const wholeNumbers = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  if (status === 429) wholeNumbers.push('retry-after');
  const problems = wholeNumbers
    .filter((name) => !/^\d+$/.test(headers.get(name) ?? ''))
    .map((name) => `it has no ${name}`);
  for (const name of ['ratelimit', 'ratelimit-policy']) {
    if (!/^"\w+";\w=\d+;\w=\d+/.test(headers.get(name) ?? '')) problems.push(`it has no ${name}`);
  }
  return problems;
}

function refusalProblems(route: AnyRoute, { status, headers, body }: Answer): string[] {
  const { code, message, request_id } = body?.error ?? {};
  const known = Object.hasOwn(errorCatalog, code)
    ? errorCatalog[code as keyof typeof errorCatalog]
    : undefined;
  const problems: string[] = [];
  if (known?.status !== status) problems.push(`its code ${code} is not one of ${status}`);
  if (status !== 405 && !errorCodesOf(route).includes(code)) problems.push(`${code} is not documented`);
  if (!/\w+ .*\.$/s.test(message ?? '')) problems.push(`its message is no sentence: ${message}`);
  if (request_id !== headers.get('x-request-id')) problems.push('its request ids differ');
  return problems;
}
