import { dropOldest } from '../../../kit/drop-oldest.ts';
import type { Failure, GuardedClient, Outcome } from '../../../kit/net/index.ts';
import { isHeaderValue } from './check-headers.ts';
import type { OAuth2Client } from './receiver.ts';

export interface AccessToken {
  value: string;
  /** By `performance.now()`; after that it is renewed. */
  renewAt: number;
  /** It was obtained for the current caller. */
  isNew: boolean;
}

/** For a token that does not state its lifetime. */
const DEFAULT_SECONDS = 300;
const MAX_SECONDS = 86_400;
/** Renewed this long before it expires, or after nine tenths of a short lifetime. */
const MARGIN_SECONDS = 60;
const MAX_TOKEN_LENGTH = 8_192;
const MAX_ANSWER_BYTES = 65_536;
const MAX_KEPT = 4_096;

/** Tokens obtained from token endpoints (RFC 6749, 4.4), each kept until shortly before it expires. */
export class AccessTokens {
  readonly #client: GuardedClient;
  readonly #kept = new Map<string, AccessToken>();
  readonly #underWay = new Map<string, Promise<AccessToken | Failure>>();

  constructor(client: GuardedClient) {
    this.#client = client;
  }

  /** A valid token, or why there is none. Concurrent callers share one request. */
  get(oauth2: OAuth2Client, deadlineMs: number): Promise<AccessToken | Failure> {
    const kept = this.#kept.get(oauth2.id);
    if (kept !== undefined && performance.now() < kept.renewAt) return Promise.resolve(kept);
    const shared = this.#underWay.get(oauth2.id);
    if (shared !== undefined) return shared;
    const asked = this.#ask(oauth2, deadlineMs).finally(() => this.#underWay.delete(oauth2.id));
    this.#underWay.set(oauth2.id, asked);
    return asked;
  }

  /** The receiver rejected it. */
  forget(oauth2: OAuth2Client, { value }: AccessToken): void {
    if (this.#kept.get(oauth2.id)?.value === value) this.#kept.delete(oauth2.id);
  }

  async #ask(oauth2: OAuth2Client, deadlineMs: number): Promise<AccessToken | Failure> {
    const outcome = await this.#client.post({
      ...tokenRequest(oauth2),
      url: oauth2.tokenUrl,
      owner: oauth2.id,
      deadlineMs,
      maxKeptBodyBytes: MAX_ANSWER_BYTES,
    });
    const token = readToken(outcome);
    if ('reason' in token) return token;
    if (this.#kept.size >= MAX_KEPT) dropOldest(this.#kept);
    this.#kept.set(oauth2.id, { ...token, isNew: false });
    return token;
  }
}

function tokenRequest({ clientId, secret, scope, audience, clientAuthentication }: OAuth2Client) {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== null) form.set('scope', scope);
  if (audience !== null) form.set('audience', audience);
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  if (clientAuthentication === 'body') {
    form.set('client_id', clientId);
    form.set('client_secret', secret);
  } else {
    // RFC 6749, 2.3.1: both are form-encoded first.
    const pair = [clientId, secret]
      .map((text) => new URLSearchParams({ x: text }).toString().slice(2))
      .join(':');
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return { headers, body: form.toString() };
}

function readToken(outcome: Outcome): AccessToken | Failure {
  if (!outcome.ok) {
    if (outcome.reason === 'overloaded' || outcome.reason === 'aborted') return outcome;
    if (outcome.status !== undefined)
      return refused(`it answered ${outcome.status}${errorCode(outcome.body)}`);
    return {
      ...refused(`${outcome.reason}: ${outcome.message}`),
      ...(outcome.logDetail && { logDetail: outcome.logDetail }),
    };
  }
  const answer = parseObject(outcome.body);
  if (answer === undefined) return refused('its answer is not a JSON object');
  const { access_token: value, token_type: type, expires_in: seconds } = answer;
  if (typeof value !== 'string' || value.length > MAX_TOKEN_LENGTH || !isHeaderValue(value)) {
    return refused('its answer has no `access_token` that can be sent');
  }
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') {
    return refused('its answer has another `token_type` than `Bearer`');
  }
  return { value, renewAt: performance.now() + lifeMs(seconds), isNew: true };
}

/** Some endpoints send the number as a string. */
function lifeMs(given: unknown): number {
  const told = Number(typeof given === 'string' || typeof given === 'number' ? given : Number.NaN);
  const seconds = Number.isNaN(told) ? DEFAULT_SECONDS : Math.min(Math.max(told, 0), MAX_SECONDS);
  return Math.max(seconds - MARGIN_SECONDS, seconds * 0.9) * 1_000;
}

/** Per RFC 6749, 5.2; limited to a short word, so that the response cannot be used to leak data. */
function errorCode(body: Buffer | undefined): string {
  const code = body && parseObject(body)?.error;
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function refused(what: string): Failure {
  return {
    reason: 'auth_failed',
    message: `The token endpoint gave no token: ${what}.`.replace(/\.+$/, '.'),
  };
}
