import type { Operations } from './api.generated.ts';
import type { Api, CallInput, CallOptions, OperationId, Pages } from './call-types.ts';
import { TriviumTimeoutError } from './errors.ts';
import { type StreamedEvent, type TailOptions, tailEvents } from './event-stream.ts';
import { type AnyInput, keyHeader, pathOf, type Row, rows } from './operation-row.ts';
import { readRecords } from './read-records.ts';
import { pause } from './signals.ts';
import { Transport, type TransportOptions } from './transport.ts';
import type { UploadProgress } from './upload.ts';

export interface UploadOptions extends CallOptions {
  onProgress?: (progress: UploadProgress) => void;
}

export interface WaitOptions {
  /** How long to wait; 120 s by default. After that a TriviumTimeoutError is thrown. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

type Body<Id extends OperationId> = NonNullable<Operations[Id]['body']>;
type Answer<Id extends OperationId> = Operations[Id]['response'];

type Finding = Answer<'getReviewResults'>['findings'][number];

const MAX_PAGE = 100;
const IMPORTING = new Set(['queued', 'uploading', 'processing']);
const REVIEWING = new Set(['queued', 'running', 'verifying']);
const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 2_000;

/** A client of one service with one API key. */
export class Trivium {
  readonly #transport: Transport;

  /** Every operation of the OpenAPI document, by its id. */
  readonly api: Api;
  /** Every list operation as an iterable of all its items: pages are fetched as they are needed. */
  readonly pages: Pages;

  constructor(options: TransportOptions) {
    this.#transport = new Transport(options);
    const all = Object.entries(rows);
    this.api = Object.fromEntries(
      all.map(([id, row]) => [id, (given: AnyInput = {}) => this.#call(row, given)]),
    ) as unknown as Api;
    this.pages = Object.fromEntries(
      all.flatMap(([id, { items, ...row }]) =>
        items === undefined ? [] : [[id, (given: AnyInput = {}) => this.#list({ ...row, items }, given)]],
      ),
    ) as unknown as Pages;
  }

  /** Base URL of the service. */
  get url(): string {
    return this.#transport.url;
  }

  /** Calls any route: for those without an operation here, such as those of a newer service. */
  request(
    route: { method: string; path: string },
    input: CallOptions & { query?: Record<string, unknown>; body?: unknown } = {},
  ): Promise<unknown> {
    return this.#call({ ...route, keyed: route.method === 'POST' }, input);
  }

  async #call(row: Row, given: AnyInput): Promise<unknown> {
    const ask = {
      method: row.method,
      path: pathOf(row, given),
      headers: { ...keyHeader(row, given), ...given.headers },
      body: given.body,
      signal: given.signal,
    };
    if (row.isFile) return this.#transport.file(ask);
    const text = await this.#transport.text(ask);
    return text === '' ? undefined : this.#parse(text);
  }

  #parse(text: string): unknown {
    try {
      return this.#transport.parse(text);
    } catch {
      // A report or an export.
      return text;
    }
  }

  async *#list(row: Row & { items: string }, given: AnyInput): AsyncGenerator<unknown> {
    const { offset: first, ...query } = { limit: MAX_PAGE, ...given.query } as Record<string, unknown>;
    let place: Record<string, unknown> = query.cursor === undefined ? { offset: Number(first ?? 0) } : {};
    for (;;) {
      const page = (await this.#transport.json({
        method: row.method,
        path: pathOf(row, { ...given, query: { ...query, ...place } }),
        signal: given.signal,
      })) as Record<string, unknown>;
      const items = page[row.items] as unknown[];
      yield* items;
      if (page.has_more !== true) return;
      if (page.next_cursor !== undefined) {
        // A search may have covered only part of the data and found nothing there.
        place = { cursor: page.next_cursor, as_of: undefined };
      } else if (items.length === 0) return;
      else place = { offset: Number(place.offset ?? 0) + items.length };
    }
  }

  /** Calls an operation that takes a file, with the file itself as the body. */
  async upload<Id extends 'uploadApplication' | 'importLeads' | 'importSarif'>(
    id: Id,
    source: Blob | Uint8Array,
    mediaType: string,
    input: Omit<CallInput<Id>, 'body'> & UploadOptions,
  ): Promise<Answer<Id>> {
    const row = rows[id];
    const given = input as AnyInput & UploadOptions;
    const { onProgress, signal } = given;
    return (await this.#transport.json({
      method: row.method,
      path: pathOf(row, given),
      headers: keyHeader(row, given),
      upload: { source, mediaType, ...(onProgress && { onProgress }) },
      signal,
    })) as Answer<Id>;
  }

  /** Polls, less often each time, until the answer is as wanted. */
  async waitFor<T>(
    read: () => Promise<T>,
    isDone: (answer: T) => boolean,
    options: WaitOptions = {},
  ): Promise<T> {
    const { timeoutMs = 120_000, signal } = options;
    const until = Date.now() + timeoutMs;
    for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(delayMs * 1.5, MAX_POLL_MS)) {
      const answer = await read();
      if (isDone(answer)) return answer;
      if (Date.now() > until) throw new TriviumTimeoutError(timeoutMs);
      await pause(delayMs, signal);
    }
  }

  readonly events = {
    /** Publishes one event. Resolves once it is in the log and queued for every subscription that matches. */
    publish: (event: Body<'publishEvent'>, options: CallOptions = {}) =>
      this.api.publishEvent({ body: event, ...options }),
    /** Publishes up to 500 events in their order, all of them or none. */
    publishAll: (events: Body<'publishEventBatch'>['events'], options: CallOptions = {}) =>
      this.api.publishEventBatch({ body: { events }, ...options }),
    /** Every event in the log that matches the query, newest first. */
    list: (query: Operations['queryEvents']['query'] = {}) => this.pages.queryEvents({ query }),
    /** Every event from now on, or from a position, as it is committed. */
    tail: (options: TailOptions = {}): AsyncGenerator<StreamedEvent> => tailEvents(this.#transport, options),
  };

  readonly webhooks = {
    /** Delivers every matching event to a URL from now on. */
    subscribe: (subscription: Body<'createWebhookSubscription'>, options: CallOptions = {}) =>
      this.api.createWebhookSubscription({ body: subscription, ...options }),
    /** Every subscription. */
    list: (query: Operations['listWebhookSubscriptions']['query'] = {}) =>
      this.pages.listWebhookSubscriptions({ query }),
    /** Deliveries that were given up after their last attempt. */
    deadLetters: (query: Operations['listDeadLetters']['query'] = {}) =>
      this.pages.listDeadLetters({ query }),
  };

  readonly workflows = {
    /** Runs its actions for every matching event from now on. */
    create: (workflow: Body<'createWorkflow'>, options: CallOptions = {}) =>
      this.api.createWorkflow({ body: workflow, ...options }),
    /** Every workflow. */
    list: () => this.pages.listWorkflows({}),
    /** The runs of a workflow, newest first. */
    runs: (workflowId: string, query: Operations['listWorkflowRuns']['query'] = {}) =>
      this.pages.listWorkflowRuns({ params: { workflowId }, query }),
  };

  readonly contracts = {
    /** Registers a contract: from a template, from source code that is compiled, or from ABI and bytecode. */
    create: (contract: Body<'createContract'>, options: CallOptions = {}) =>
      this.api.createContract({ body: contract, ...options }),
    /** Resolves once the deployment is confirmed or has failed; `status` says which. */
    deploy: async (
      id: string,
      deployment: Body<'deployContract'>,
      options: CallOptions & WaitOptions = {},
    ) => {
      const { deployment_id } = await this.api.deployContract({
        params: { id },
        body: deployment,
        ...options,
      });
      const read = () => this.api.getDeployment({ params: { id: deployment_id } });
      return this.waitFor(read, ({ status }) => status !== 'pending', options);
    },
    /** Resolves once the execution is confirmed or has failed; `status` says which. */
    execute: async (
      id: string,
      execution: Body<'executeContract'>,
      options: CallOptions & WaitOptions = {},
    ) => {
      const { execution_id } = await this.api.executeContract({
        params: { id },
        body: execution,
        ...options,
      });
      const read = () => this.api.getExecution({ params: { id: execution_id } });
      return this.waitFor(read, ({ status }) => status !== 'pending', options);
    },
    /** Reads from a contract, without a transaction. */
    call: (id: string, call: Body<'callContract'>) => this.api.callContract({ params: { id }, body: call }),
  };

  readonly leads = {
    /** Imports a CSV file; resolves with its counts once every lead has been merged. */
    import: async (
      file: Blob | Uint8Array,
      options: Operations['importLeads']['query'] &
        UploadOptions &
        WaitOptions & { onImport?: (state: Answer<'getLeadImport'>) => void } = {},
    ) => {
      const { onProgress, onImport, idempotencyKey, signal, timeoutMs, ...query } = options;
      const given = { query, ...definedOf({ onProgress, idempotencyKey, signal }) };
      const started = await this.upload('importLeads', file, 'text/csv', given);
      const read = async () => {
        const now = await this.api.getLeadImport({ params: { id: started.import_job_id } });
        onImport?.(now);
        return now;
      };
      return this.waitFor(read, ({ status }) => !IMPORTING.has(status), {
        ...definedOf({ timeoutMs, signal }),
      });
    },
    /** Every lead that matches the query. */
    list: (query: Operations['listLeads']['query'] = {}) => this.pages.listLeads({ query }),
  };

  readonly reviews = {
    /** Uploads an application as a ZIP archive; resolves once it has been analysed. */
    upload: async (
      zip: Blob | Uint8Array,
      options: { name?: string; revision?: string } & UploadOptions & WaitOptions = {},
    ) => {
      const { name, revision, timeoutMs, ...upload } = options;
      const given = { query: definedOf({ name, revision }), ...upload };
      const { id } = await this.upload('uploadApplication', zip, 'application/zip', given);
      const read = () => this.api.getApplication({ params: { id } });
      return this.waitFor(read, ({ status }) => status !== 'analyzing', {
        ...definedOf({ timeoutMs, signal: options.signal }),
      });
    },
    /** Reviews an application; resolves once the review has finished. */
    run: async (
      applicationId: string,
      review: Body<'requestReview'>,
      options: CallOptions & WaitOptions & { onProgress?: (review: Answer<'getReview'>) => void } = {},
    ) => {
      const { onProgress, ...rest } = options;
      const { review_id } = await this.api.requestReview({
        params: { id: applicationId },
        body: review,
        ...rest,
      });
      const read = async () => {
        const now = await this.api.getReview({ params: { id: review_id } });
        onProgress?.(now);
        return now;
      };
      return this.waitFor(read, ({ status }) => !REVIEWING.has(status), rest);
    },
    /** All findings as SARIF 2.1.0, for other tools' code scanning. */
    sarif: async (reviewId: string): Promise<unknown> =>
      this.#call(rows.getReviewResults, {
        params: { id: reviewId },
        headers: { accept: 'application/sarif+json' },
      }),
    /** Every finding of a review. */
    findings: (reviewId: string, query: Operations['getReviewResults']['query'] = {}) =>
      this.pages.getReviewResults({ params: { id: reviewId }, query }),
    /** Every finding of a review in one request: each time those that have arrived, the most severe first. */
    exportFindings: (
      reviewId: string,
      query: Operations['exportFindings']['query'] = {},
      options: { signal?: AbortSignal } = {},
    ): AsyncGenerator<Finding[]> => {
      const path = pathOf(rows.exportFindings, { params: { id: reviewId }, query });
      return readRecords(this.#transport, { method: 'GET', path, ...options });
    },
  };
}

/** Drops undefined fields. */
function definedOf<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
