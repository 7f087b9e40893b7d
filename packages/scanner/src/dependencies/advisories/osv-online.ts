import { asObject, asText } from '../../read/json-values.ts';
import type { OsvOptions } from '../../types/agent-options.ts';
import type { PackageUse } from '../../types/dependency-report.ts';
import type { HttpClient } from '../../types/http-client.ts';
import { type Advisory, advisoryKey } from './advisory.ts';
import { readOsvRecord } from './osv-record.ts';

const PACKAGES_PER_QUESTION = 500;
const MAX_PACKAGES = 20_000;
const MAX_RECORDS = 2_000;
const MAX_PARALLEL_RECORDS = 8;
const MAX_ANSWER_BYTES = 8 * 1_048_576;
const REQUEST_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 60_000;

/** The answer of a database on the network. */
export interface OnlineAnswer {
  advisories: Advisory[];
  /** ISO date of the newest change among them. */
  newest: string | null;
  /** Packages with an answer, as `advisoryKey`. */
  answered: Set<string>;
  /** Why some have no answer; null if all have one. */
  problem: string | null;
}

/**
 * Queries a database with the OSV API (`POST /v1/querybatch`, `GET /v1/vulns/{id}`) about packages. Only their names
 * and versions leave the machine, through the client from the options. Never throws. Packages without an answer after
 * a minute, or beyond the first 20,000, stay unknown.
 */
export async function askOsv(packages: readonly PackageUse[], options: OsvOptions): Promise<OnlineAnswer> {
  const client = await options.openClient();
  try {
    return await new Asking(client, options.url.replace(/\/+$/, '')).ask(packages);
  } finally {
    await client.close();
  }
}

interface Question {
  key: string;
  query: { package: { ecosystem: string; name: string }; version?: string };
}

class Asking {
  readonly #client: HttpClient;
  readonly #base: string;
  readonly #endsAt = performance.now() + TOTAL_TIMEOUT_MS;
  #problem: string | null = null;

  constructor(client: HttpClient, base: string) {
    this.#client = client;
    this.#base = base;
  }

  async ask(packages: readonly PackageUse[]): Promise<OnlineAnswer> {
    const questions = questionsOf(packages);
    const answered = new Set<string>();
    const hits = new Map<string, Question[]>();
    for (let at = 0; at < questions.length; at += PACKAGES_PER_QUESTION) {
      const part = questions.slice(at, at + PACKAGES_PER_QUESTION);
      const results = await this.#askPart(part);
      if (results === null) break;
      for (const [index, question] of part.entries()) {
        answered.add(question.key);
        for (const id of results[index] ?? []) hits.set(id, [...(hits.get(id) ?? []), question]);
      }
    }
    if (answered.size < new Set(questions.map(({ key }) => key)).size)
      this.#problem ??= 'Some packages were not looked up.';
    const { advisories, newest } = await this.#readRecords(hits);
    return { advisories, newest, answered, problem: this.#problem };
  }

  /** The ids for each query; null if the database did not answer. */
  async #askPart(part: readonly Question[]): Promise<string[][] | null> {
    const asked = part.map(({ query }) => ({ query: query as object, ids: [] as string[] }));
    let open = asked;
    // Many advisories come in pages. No package has more than ten pages.
    for (let page = 0; open.length > 0 && page < 10; page++) {
      const answer = await this.#call(
        'POST',
        '/v1/querybatch',
        JSON.stringify({ queries: open.map(({ query }) => query) }),
      );
      if (answer === null) return null;
      const results = asObject(answer).results;
      if (!Array.isArray(results) || results.length !== open.length) {
        this.#problem ??= 'The answer of the database does not have the format of OSV.';
        return null;
      }
      const next: typeof open = [];
      for (const [at, { query, ids }] of open.entries()) {
        const { vulns, next_page_token: token } = asObject(results[at]);
        for (const vuln of Array.isArray(vulns) ? vulns : []) {
          const id = asText(asObject(vuln).id);
          if (id !== null && /^[\w.:-]{1,80}$/.test(id)) ids.push(id);
        }
        if (typeof token === 'string' && token !== '')
          next.push({ ids, query: { ...query, page_token: token } });
      }
      open = next;
    }
    return asked.map(({ ids }) => ids);
  }

  async #readRecords(
    hits: ReadonlyMap<string, Question[]>,
  ): Promise<{ advisories: Advisory[]; newest: string | null }> {
    const inOrder = [...hits].sort(([one], [other]) => (one < other ? -1 : 1));
    const read = new Map<string, Advisory[]>();
    let newest: string | null = null;
    const waiting = inOrder.slice(0, MAX_RECORDS).map(([id]) => id);
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const document = await this.#call('GET', `/v1/vulns/${encodeURIComponent(id)}`);
        const { advisories, modified } = readOsvRecord(document);
        if (modified !== null && (newest === null || modified > newest)) newest = modified;
        if (document === null) continue;
        if (asText(asObject(document).id) === id) read.set(id, advisories);
        else this.#problem ??= `The database answered with another record than ${id}.`;
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_RECORDS }, work));
    // The query shows that a version is affected; without the record, nothing else is known.
    const advisories = inOrder.flatMap(
      ([id, questions]) => read.get(id) ?? questions.map((question) => bareAdvisory(id, question)),
    );
    return { advisories, newest };
  }

  /** The parsed answer, or null with the problem recorded. */
  async #call(method: 'GET' | 'POST', path: string, body = ''): Promise<unknown> {
    const left = this.#endsAt - performance.now();
    if (left < 100) {
      this.#problem ??= 'The database took longer than a minute.';
      return null;
    }
    const request = {
      url: `${this.#base}${path}`,
      headers: {
        accept: 'application/json',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      deadlineMs: Math.min(REQUEST_TIMEOUT_MS, left),
      maxKeptBodyBytes: MAX_ANSWER_BYTES,
    };
    const outcome = await (method === 'POST'
      ? this.#client.post({ ...request, body })
      : this.#client.get(request));
    if (!outcome.ok) {
      this.#problem ??= `The database did not answer (${outcome.reason}).`;
      return null;
    }
    try {
      if (!outcome.bodyTruncated) return JSON.parse(outcome.body.toString('utf8'));
    } catch {
      // Reported below, like an answer that is too long.
    }
    this.#problem ??= 'The database answered with something other than JSON, or with too much of it.';
    return null;
  }
}

/** Each package and version once. Without a version, the query has only the name. */
function questionsOf(packages: readonly PackageUse[]): Question[] {
  const questions = new Map<string, Question>();
  for (const { ecosystem, name, version } of packages) {
    const key = advisoryKey(ecosystem, name);
    const id = `${key}\0${version ?? ''}`;
    if (questions.size >= MAX_PACKAGES || questions.has(id) || name.length > 300) continue;
    questions.set(id, { key, query: { package: { ecosystem, name }, ...(version !== null && { version }) } });
  }
  return [...questions.values()];
}

function bareAdvisory(id: string, { query }: Question): Advisory {
  return {
    id,
    aliases: [],
    ecosystem: query.package.ecosystem,
    package: query.package.name,
    ranges: [],
    versions: query.version === undefined ? [] : [query.version],
    severity: 'medium',
    isMalware: id.startsWith('MAL-'),
    cwe: [],
    summary: `known vulnerability ${id}, whose details could not be read`,
  };
}
