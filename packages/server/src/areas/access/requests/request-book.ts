import { cutText } from '../../../kit/cut-text.ts';
import type { AnsweredRequest, RequestBook } from '../../../kit/http/index.ts';
import { uuidOf } from '../../../kit/ids.ts';
import { RepeatedTask } from '../../../kit/repeated-task.ts';
import { actorOf } from '../organization-data-service.ts';
import type { ApiRequest } from './api-request.repository.ts';

export interface RequestBookOptions {
  /** Writes all rows in one statement, including updates to rows written before. */
  write(rows: readonly ApiRequest[]): Promise<void>;
  onError(error: unknown): void;
}

const WRITE_EVERY_MS = 2_000;
/** How often a new combined record starts. */
const SUM_EVERY_MS = 60_000;
/** Individual records per organization between two writes; more are combined. */
const MAX_SINGLES = 200;
/** Across all organizations: bounds the backlog while the database is down. */
const MAX_WAITING = 5_000;
const MAX_SUMS = 2_000;
const ROWS_PER_STATEMENT = 1_000;
const MAX_PATH_LENGTH = 300;
const MAX_FIELD_LENGTH = 200;

/**
 * Collects requests and writes them every two seconds. Failures and changes get a record each; successful
 * reads and published events are combined per key, route, status and minute, with a count. So is anything
 * beyond an organization's individual records, so that the totals stay correct under any load.
 */
export class WrittenRequestBook implements RequestBook {
  readonly #options: RequestBookOptions;
  readonly #task: RepeatedTask;
  #waiting = new Set<ApiRequest>();
  /** By key, then by route. */
  #sums = new Map<string, Map<string, ApiRequest[]>>();
  #sumCount = 0;
  #summedSince = performance.now();
  /** Individual records since the last write, by organization. */
  #singles = new Map<string, number>();

  constructor(options: RequestBookOptions) {
    this.#options = options;
    this.#task = new RepeatedTask({
      everyMs: WRITE_EVERY_MS,
      run: () => this.write(),
      onError: options.onError,
    });
  }

  start(): void {
    this.#task.start();
  }

  /** Writes what is left. Nothing may be recorded afterwards. */
  async stop(): Promise<void> {
    await this.#task.stop();
    await this.write();
  }

  note(request: AnsweredRequest, status: number, durationMs: number): void {
    if (request.isFrequent && status < 400) this.#addToSum(request, status, durationMs);
    else if (!this.#isRecordedAlone(request)) this.#addToSum(request, status, durationMs);
    else this.#wait(rowOf(request, status, durationMs, pathOf(request)));
  }

  /** Writes the backlog. Whatever could not be written stays in it. */
  async write(): Promise<void> {
    const rows = [...this.#waiting];
    this.#waiting = new Set();
    this.#singles.clear();
    const now = performance.now();
    if (now - this.#summedSince >= SUM_EVERY_MS) {
      this.#sums = new Map();
      this.#sumCount = 0;
      this.#summedSince = now;
    }
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
      try {
        await this.#options.write(rows.slice(at, at + ROWS_PER_STATEMENT));
      } catch (error) {
        for (const row of rows.slice(at)) this.#wait(row);
        throw error;
      }
    }
  }

  #isRecordedAlone({ principal }: AnsweredRequest): boolean {
    if (principal === undefined) return false;
    const count = this.#singles.get(principal.orgId) ?? 0;
    if (count >= MAX_SINGLES) return false;
    this.#singles.set(principal.orgId, count + 1);
    return true;
  }

  #wait(row: ApiRequest | undefined): void {
    if (row !== undefined && this.#waiting.size < MAX_WAITING) this.#waiting.add(row);
  }

  #sumsOf(keyId: string, route: string): ApiRequest[] {
    let ofKey = this.#sums.get(keyId);
    if (ofKey === undefined) {
      ofKey = new Map();
      this.#sums.set(keyId, ofKey);
    }
    let ofRoute = ofKey.get(route);
    if (ofRoute === undefined) {
      ofRoute = [];
      ofKey.set(route, ofRoute);
    }
    return ofRoute;
  }

  #addToSum(request: AnsweredRequest, status: number, durationMs: number): void {
    const { principal, route, failure } = request;
    if (principal === undefined) return;
    const ofRoute = this.#sumsOf(principal.keyId, route);
    const method = request.request.method;
    const code = failure?.code ?? null;
    for (const sum of ofRoute) {
      if (sum.status !== status || sum.method !== method || sum.code !== code) continue;
      sum.requests++;
      if (durationMs > sum.durationMs) sum.durationMs = durationMs;
      this.#waiting.add(sum);
      return;
    }
    if (this.#sumCount >= MAX_SUMS) return;
    const sum = rowOf(request, status, durationMs, null);
    if (sum === undefined) return;
    this.#sumCount++;
    ofRoute.push(sum);
    this.#waiting.add(sum);
  }
}

function rowOf(
  { principal, request, requestId, route, failure, clientAddress }: AnsweredRequest,
  status: number,
  durationMs: number,
  path: string | null,
): ApiRequest | undefined {
  if (principal === undefined) return undefined;
  return {
    orgId: principal.orgId,
    id: uuidOf(requestId),
    actor: actorOf(principal),
    environment: principal.environment,
    method: request.method ?? '',
    route,
    path,
    status,
    code: failure?.code ?? null,
    field: failure?.field === undefined ? null : cutText(failure.field.toWellFormed(), MAX_FIELD_LENGTH),
    durationMs,
    requests: 1,
    address: clientAddress ?? null,
  };
}

/** Leaves out the query, which contains search terms. */
function pathOf({ request }: AnsweredRequest): string {
  const url = request.url ?? '';
  const queryAt = url.indexOf('?');
  return (queryAt === -1 ? url : url.slice(0, queryAt)).slice(0, MAX_PATH_LENGTH);
}
