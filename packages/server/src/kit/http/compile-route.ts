import { actAs } from '../acting.ts';
import { cutText } from '../cut-text.ts';
import { readFor } from '../db/index.ts';
import { invalidField } from '../errors/index.ts';
import { formatId, newId } from '../ids.ts';
import { ownTurn } from '../own-turn.ts';
import type { Entry } from './admission.ts';
import type { Exchange, RequestHead } from './exchange.ts';
import type { FieldSizes } from './field-sizes.ts';
import { idempotencyKeyOf, runIdempotent } from './idempotent.ts';
import { parseQuery, refuseNul } from './parse-query.ts';
import { runPlaced } from './placed-reads.ts';
import type { IdempotencyStore, Principal, Reads } from './ports.ts';
import type { Reply } from './reply.ts';
import { hashRequest } from './request-hashes.ts';
import { type AnyRoute, acceptsBody, keepsAnswers, type RequestContext } from './route.ts';
import { compileBody, type RouteBody, requireJson } from './route-body.ts';
import { checkUploadHead } from './upload.ts';
import type { ReceivedUpload, UploadedFile } from './upload-column.ts';
import { compileCheck, compileValidator } from './validation.ts';

export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

export interface RouteOptions {
  idempotency: IdempotencyStore;
  /** Checks every JSON answer against its schema and throws on a mismatch. */
  checkResponses?: boolean;
  /** Unset: reads go to the primary. */
  reads?: Reads | undefined;
}

/** The validated target of a request: path parameters and query. */
export interface Target {
  params: unknown;
  query: unknown;
}

type Check = (value: unknown) => void;

/** A row of the route table, ready to serve: schemas compiled, defaults filled in. */
export class ServedRoute {
  readonly row: AnyRoute;
  readonly entry: Entry;
  readonly takesBody: boolean;
  /** Neither request nor answer needs a stream: both are at most JSON, and complete. */
  readonly isDirect: boolean;
  readonly limitBytes: number;
  /** Called all the time: it only reads, or handles the client's own data. */
  readonly isFrequent: boolean;
  readonly #idempotency: IdempotencyStore;
  readonly #reads: Reads | undefined;
  readonly #keepsAnswers: boolean;
  readonly #checkParams: Check | undefined;
  readonly #checkQuery: Check | undefined;
  readonly #body: RouteBody;
  readonly #checkReply: ((answer: Reply) => void) | undefined;

  constructor(row: AnyRoute, { idempotency, checkResponses, reads }: RouteOptions) {
    const tells = row.tellsActor !== false && row.method !== 'GET' && row.access !== 'public';
    this.row = tells ? withCallerContext(row) : row;
    this.entry = {
      access: row.access,
      limits: row.limits ?? [],
      portal: row.portal ?? false,
      environments: row.environments === true,
    };
    this.takesBody = acceptsBody(row);
    this.isFrequent = row.method === 'GET' || row.tellsActor === false;
    this.isDirect = this.takesBody && row.upload === undefined && row.produces === undefined;
    this.limitBytes = row.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES;
    this.#idempotency = idempotency;
    this.#reads = reads;
    this.#keepsAnswers = keepsAnswers(row);
    this.#checkParams = row.params && compileValidator('params', row.params);
    this.#checkQuery = row.query && compileValidator('query', row.query);
    this.#body = compileBody(row);
    this.#checkReply = checkResponses ? compileReplyCheck(row) : undefined;
  }

  /** Validates path parameters and query, plus fields taken from a form. Throws the error. */
  readTarget(
    queryText: string,
    params: Record<string, string>,
    fields: ReceivedUpload['fields'] = NO_QUERY,
  ): Target {
    if (this.#checkParams !== undefined) {
      refuseNul('path', params);
      this.#checkParams(params);
    }
    if (queryText === '' && this.#checkQuery === undefined && fields === NO_QUERY) {
      return { params, query: NO_QUERY };
    }
    const query = Object.assign(parseQuery(queryText), fields);
    if (this.#checkQuery === undefined) refuseQuery(query);
    else this.#checkQuery(query);
    return { params, query };
  }

  /** Body fields with their own size limits. */
  get fieldSizes(): FieldSizes | undefined {
    return this.#body.sizes;
  }

  /** Throws the error for an announced body before any of it is read. */
  checkBodyHead(request: RequestHead): void {
    if (this.row.upload !== undefined) {
      checkUploadHead(request, this.row.upload);
      return;
    }
    const length = request.headers['content-length'];
    if (length !== undefined && length !== '0') requireJson(request.headers);
  }

  /** Parses the body and runs the handler. Throws or rejects with the error. */
  run(
    exchange: Exchange,
    target: Target,
    bytes: Buffer | undefined,
    file?: UploadedFile,
  ): Reply | Promise<Reply> {
    const run = () => this.#runPlaced(exchange, target, bytes, file);
    const { principal } = exchange;
    return this.row.method === 'GET' && principal !== undefined ? readFor(principal.orgId, run) : run();
  }

  #runPlaced(
    exchange: Exchange,
    target: Target,
    bytes: Buffer | undefined,
    file?: UploadedFile,
  ): Reply | Promise<Reply> {
    if (this.#reads === undefined) return this.#run(exchange, target, bytes, file);
    return runPlaced(this.#reads, this.row, exchange, () => this.#run(exchange, target, bytes, file));
  }

  #run(
    exchange: Exchange,
    target: Target,
    bytes: Buffer | undefined,
    file?: UploadedFile,
  ): Reply | Promise<Reply> {
    if (bytes !== undefined && bytes.length > LARGE_BYTES) return this.#runLarge(exchange, target, bytes);
    const body = bytes && this.#body.read(bytes, exchange.request.headers);
    return this.#handle(exchange, target, { bytes, body, file });
  }

  /** Processing a large body takes turns with other requests. */
  async #runLarge(exchange: Exchange, target: Target, bytes: Buffer): Promise<Reply> {
    await ownTurn();
    const body = await this.#body.readLong(bytes, exchange.request.headers);
    await ownTurn();
    return this.#handle(exchange, target, { bytes, body, file: undefined });
  }

  #handle(
    exchange: Exchange,
    { params, query }: Target,
    { bytes, body, file }: Sent,
  ): Reply | Promise<Reply> {
    const { headers } = exchange.request;
    const key = this.#keepsAnswers ? idempotencyKeyOf(headers) : undefined;
    const logFields: Record<string, unknown> = {};
    exchange.logFields = logFields;
    const { principal, requestId } = exchange;
    const clientAddress = () => exchange.clientAddress;
    const asked = { params, query, body, file, principal, requestId, headers };
    const context = { ...asked, logFields, newId, clientAddress };
    if (key !== undefined) return this.#runKeyed(exchange, context as RequestContext, key, bytes);
    const answer = this.row.handler(context as RequestContext);
    return this.#checkReply === undefined ? answer : checked(answer, this.#checkReply);
  }

  async #runKeyed(
    exchange: Exchange,
    context: RequestContext,
    key: string,
    bytes: Buffer | undefined,
  ): Promise<Reply> {
    const { row } = this;
    const { file } = context;
    // For idempotency a file is identified by its hash, and the options beside it by their values.
    const sent =
      file === undefined ? '' : `${(file as UploadedFile).stored.sha256}${JSON.stringify(context.query)}`;
    const hashes = await hashRequest({
      asked: `${exchange.request.url}\0${sent}`,
      bytes,
      body: context.body,
    });
    const { answer, replayed } = await runIdempotent(this.#idempotency, row, context, {
      claimant: context.principal.keyId,
      key,
      hashes,
    });
    if (replayed) exchange.headers.push('idempotent-replayed', 'true');
    else this.#checkReply?.(answer);
    return answer;
  }
}

/** Attributes what the handler writes to the caller. */
function withCallerContext(row: AnyRoute): AnyRoute {
  return {
    ...row,
    handler: (context) => actAs(actorOf(context.principal), () => row.handler(context)),
  };
}

function actorOf({ orgId, keyId, role }: Principal): { orgId: string; actor: string } {
  return { orgId, actor: role === undefined ? formatId('key', keyId) : formatId('usr', keyId) };
}

const NO_QUERY = Object.freeze({});
/** Larger bodies take more than a fraction of a millisecond to parse. */
const LARGE_BYTES = 32_768;

/** What came with the request. */
interface Sent {
  bytes: Buffer | undefined;
  body: unknown;
  file: UploadedFile | undefined;
}

async function checked(answer: Reply | Promise<Reply>, check: (answer: Reply) => void): Promise<Reply> {
  const settled = await answer;
  check(settled);
  return settled;
}

function refuseQuery(query: object): void {
  const [name] = Object.keys(query);
  if (name === undefined) return;
  const shown = cutText(name, 200);
  throw invalidField(shown, `\`${shown}\` is not a known parameter here. Remove it.`);
}

function compileReplyCheck(row: AnyRoute): (answer: Reply) => void {
  const checks = new Map(
    Object.entries(row.responses).map(([status, schema]) => [Number(status), schema && compileCheck(schema)]),
  );
  return (answer) => {
    const check = checks.get(answer.status);
    if (check === undefined)
      throw new Error(`${row.operationId} answered an undocumented status ${answer.status}`);
    if (check === null || answer.stream) return;
    if (row.produces !== undefined) return;
    const value = answer.json === undefined ? jsonCopy(answer.body) : JSON.parse(answer.json);
    const problem = check(value);
    if (problem) throw new Error(`${row.operationId} answered what its schema does not allow: ${problem}`);
  };
}

function jsonCopy(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
