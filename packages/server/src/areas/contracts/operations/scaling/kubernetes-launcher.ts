import { readFile } from 'node:fs/promises';
import type { Agent } from 'undici';
import { cutText } from '../../../../kit/cut-text.ts';
import { LauncherRefusal, type NodeLauncher } from './node-launcher.ts';

export interface KubernetesSettings {
  namespace: string;
  deployment: string;
  /** URL of the API server, such as https://kubernetes.default.svc. */
  apiUrl: string;
  /** By default the token of the pod's service account. */
  token?: string | undefined;
  /** PEM file of the API server's CA; by default that of the service account, if there is one. */
  caFile?: string | undefined;
}

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const TIMEOUT_MS = 10_000;
/** Pods take time to start; the number is set again at this interval until they are there. */
const REAPPLY_MS = 10_000;
/** A wrong token, a missing permission, a missing Deployment, a rejected number: a retry would not help. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);

/** Sets the replicas of a Deployment through the API server; Kubernetes starts and stops the pods. */
export class KubernetesLauncher implements NodeLauncher {
  readonly choosesNodes = false;
  readonly #settings: KubernetesSettings;
  #agent: Agent | undefined;
  #asked: { replicas: number; at: number } | undefined;

  constructor(settings: KubernetesSettings) {
    this.#settings = settings;
  }

  grow(target: number): Promise<void> {
    return this.#scale(target);
  }

  shrink(target: number): Promise<void> {
    return this.#scale(target);
  }

  async stop(): Promise<void> {
    await this.#agent?.close();
  }

  async #scale(replicas: number): Promise<void> {
    const now = performance.now();
    if (this.#asked?.replicas === replicas && now - this.#asked.at < REAPPLY_MS) return;
    this.#asked = { replicas, at: now };
    const { apiUrl, namespace, deployment } = this.#settings;
    const path = `/apis/apps/v1/namespaces/${encodeURIComponent(namespace)}/deployments/${encodeURIComponent(deployment)}/scale`;
    const { request } = await import('undici');
    const { statusCode, body } = await request(new URL(path, apiUrl), {
      method: 'PATCH',
      dispatcher: await this.#dispatcher(),
      headers: {
        // A pod's token is replaced every hour, so it is read each time.
        authorization: `Bearer ${await this.#token()}`,
        'content-type': 'application/merge-patch+json',
        accept: 'application/json',
      },
      body: JSON.stringify({ spec: { replicas } }),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const answer = await body.text();
    if (statusCode === 200) return;
    const problem = `Kubernetes answered ${statusCode}: ${messageOf(answer)}`;
    if (!REFUSALS.has(statusCode)) throw new Error(problem);
    this.#asked = undefined;
    throw new LauncherRefusal(problem);
  }

  async #token(): Promise<string> {
    return this.#settings.token ?? (await readFile(`${ACCOUNT}/token`, 'utf8')).trim();
  }

  async #dispatcher(): Promise<Agent> {
    if (this.#agent === undefined) {
      const file = this.#settings.caFile ?? `${ACCOUNT}/ca.crt`;
      const ca = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && this.#settings.caFile === undefined) return undefined;
        throw error;
      });
      const { Agent } = await import('undici');
      this.#agent = new Agent(ca === undefined ? {} : { connect: { ca } });
    }
    return this.#agent;
  }
}

/** The API server's error message: the message of a Status object, in JSON. */
function messageOf(answer: string): string {
  let message: unknown;
  try {
    message = (JSON.parse(answer) as { message?: unknown } | null)?.message;
  } catch {
    // Not an API server, or a proxy in front of it.
  }
  return cutText(typeof message === 'string' ? message : answer, 300);
}
