import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/index.ts';
import { newId } from '../ids.ts';
import { idempotencyKeyOf, keyedId, runIdempotent } from './idempotent.ts';
import { parseJson, readBody } from './json-body.ts';
import type { IdempotencyStore } from './ports.ts';
import type { AnyRoute, Reply, RequestContext } from './route.ts';
import { compileCheck, compileValidator } from './validation.ts';

export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

interface RouteOptions {
  idempotency: IdempotencyStore;
  checkResponses?: boolean;
}

/** Turns a row of the route table into the function that serves it: read, check, run, answer. */
export function compileRoute(route: AnyRoute, options: RouteOptions) {
  const checkParams = route.params && compileValidator('params', route.params);
  const checkQuery = route.query && compileValidator('query', route.query);
  const readRequestBody = bodyReader(route);
  const checkReply = options.checkResponses ? replyChecker(route) : undefined;
  const keepsAnswers = route.method === 'POST' && route.idempotent !== false && route.access !== 'public';

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    checkParams?.(request.params);
    if (checkQuery) checkQuery(request.query);
    else refuseQuery(request.query as object);
    const bytes = await readRequestBody.read(request);
    const body = readRequestBody.parse(bytes, request);

    const key = keepsAnswers ? idempotencyKeyOf(request.headers) : undefined;
    const context: RequestContext = {
      params: request.params,
      query: request.query,
      body,
      principal: request.principal!,
      requestId: request.id,
      headers: request.headers,
      logFields: {},
      newId: key === undefined ? newId : keyedId(request.principal!.orgId, route, key),
    };
    request.logFields = context.logFields;
    if (key === undefined) {
      const answer = await route.handler(context);
      checkReply?.(answer);
      return send(reply, answer);
    }
    const bodyHash = createHash('sha256')
      .update(request.url)
      .update('\0')
      .update(bytes ?? '')
      .digest();
    const { answer, replayed } = await runIdempotent(options.idempotency, route, context, key, bodyHash);
    if (replayed) reply.header('idempotent-replayed', 'true');
    else checkReply?.(answer);
    return send(reply, answer);
  };
}

function bodyReader(route: AnyRoute) {
  const check = route.body && compileValidator('body', route.body, route.fieldErrors);
  const limitBytes = route.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES;
  const takesBody = route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH';
  return {
    async read(request: FastifyRequest): Promise<Buffer | undefined> {
      if (!takesBody) return undefined;
      return await readBody(request.raw, limitBytes);
    },
    parse(bytes: Buffer | undefined, request: FastifyRequest): unknown {
      if (bytes === undefined) return undefined;
      if (bytes.length === 0) {
        if (check === undefined || route.bodyOptional) return undefined;
        throw new AppError('invalid_request', { message: 'The body is empty. Send a JSON object.' });
      }
      requireJson(request.headers['content-type']);
      const value = parseJson(bytes, route.exactNumbers);
      if (check) check(value);
      else refuseUnusedBody(value);
      return value;
    },
  };
}

function requireJson(contentType: string | undefined): void {
  if (contentType !== undefined && /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(contentType)) return;
  throw new AppError('unsupported_media_type', {
    message: 'Send the body as JSON, with the header `Content-Type: application/json`.',
  });
}

/** A route without a body takes `{}`, since many clients always send one, and nothing else. */
function refuseUnusedBody(value: unknown): void {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return;
  throw new AppError('invalid_request', { message: 'This route takes no body. Leave it out.' });
}

function refuseQuery(query: object): void {
  const [name] = Object.keys(query);
  if (name === undefined) return;
  throw new AppError('invalid_request', {
    message: `\`${name.slice(0, 200)}\` is not a known parameter here. Remove it.`,
    field: name.slice(0, 200),
  });
}

function replyChecker(route: AnyRoute): (answer: Reply) => void {
  const checks = new Map(
    Object.entries(route.responses).map(([status, schema]) => [
      Number(status),
      schema && compileCheck(schema),
    ]),
  );
  return (answer) => {
    const check = checks.get(answer.status);
    if (check === undefined)
      throw new Error(`${route.operationId} answered an undocumented status ${answer.status}`);
    if (check === null || answer.stream) return;
    if (route.produces !== undefined) return;
    const value = answer.json === undefined ? structuredCloneJson(answer.body) : JSON.parse(answer.json);
    const problem = check(value);
    if (problem) throw new Error(`${route.operationId} answered what its schema does not allow: ${problem}`);
  };
}

function structuredCloneJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function send(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.stream) return reply.send(answer.stream);
  const json = answer.json ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  if (json === undefined) return reply.send();
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(json);
}
