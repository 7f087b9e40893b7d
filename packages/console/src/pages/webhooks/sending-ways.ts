import type { Subscription } from './health.tsx';

/** The receiver's delivery settings, as typed. */
export interface Ways {
  /** Empty for no order. */
  order: '' | 'all' | 'key';
  orderKey: string;
  onFailure: string;
  /** Seconds before each attempt, separated by commas; empty for the service's default. */
  delays: string;
  timeout: string;
  success: string;
  /** `keep`, `none` or `new`: their values are never shown. */
  headersAre: string;
  /** One header per line. */
  headers: string;
  authIs: string;
  username: string;
  /** Password, token, client secret or private key. */
  authSecret: string;
  tokenUrl: string;
  clientId: string;
  scope: string;
  audience: string;
  clientAuthentication: string;
  certificate: string;
  signature: string;
  batchEvents: string;
  batchSeconds: string;
}

export const noWays: Ways = {
  order: '',
  orderKey: '',
  onFailure: 'block',
  delays: '',
  timeout: '',
  success: '',
  headersAre: 'none',
  headers: '',
  authIs: 'none',
  username: '',
  authSecret: '',
  tokenUrl: '',
  clientId: '',
  scope: '',
  audience: '',
  clientAuthentication: 'basic',
  certificate: '',
  signature: 'hmac',
  batchEvents: '',
  batchSeconds: '',
};

export function waysOf(found: Subscription): Ways {
  const { ordering, on_failure, retry, header_names: names, auth, signature, batch } = found;
  return {
    ...noWays,
    order: ordering === null ? '' : ordering === 'all' ? 'all' : 'key',
    orderKey: ordering === null || ordering === 'all' ? '' : ordering.key,
    onFailure: on_failure ?? 'block',
    delays: retry?.delays?.join(', ') ?? '',
    timeout: text(retry?.timeout_seconds),
    success: retry?.success?.join(', ') ?? '',
    headersAre: names.length === 0 ? 'none' : 'keep',
    authIs: auth === null ? 'none' : 'keep',
    signature,
    batchEvents: text(batch?.max_events),
    batchSeconds: text(batch?.max_seconds),
  };
}

const text = (value: number | null | undefined) => (value == null ? '' : String(value));
const partsOf = (list: string) => list.split(/[\s,]+/).filter((part) => part !== '');

export function waysBody(ways: Ways): object {
  const { order, orderKey, onFailure, signature, batchEvents, batchSeconds } = ways;
  return {
    ordering: order === 'key' ? { key: orderKey.trim() } : order === '' ? null : 'all',
    on_failure: order === '' ? null : onFailure,
    retry: retryOf(ways),
    ...headersOf(ways),
    ...authOf(ways),
    signature,
    batch:
      batchEvents === '' && batchSeconds === ''
        ? null
        : { max_events: Number(batchEvents), max_seconds: Number(batchSeconds) },
  };
}

function retryOf({ delays, timeout, success }: Ways): object | null {
  if (delays.trim() === '' && timeout === '' && success.trim() === '') return null;
  return {
    ...(delays.trim() !== '' && { delays: partsOf(delays).map(Number) }),
    ...(timeout !== '' && { timeout_seconds: Number(timeout) }),
    ...(success.trim() !== '' && { success: partsOf(success) }),
  };
}

/** Anything left out is unchanged. */
function headersOf({ headersAre, headers }: Ways): object {
  if (headersAre === 'keep') return {};
  if (headersAre === 'none') return { headers: null };
  const lines = headers.split('\n').filter((line) => line.trim() !== '');
  const given = lines.map((line) => {
    const at = line.indexOf(':');
    return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return { headers: Object.fromEntries(given) };
}

function authOf(ways: Ways): object {
  const { authIs: type, username, authSecret: secret, certificate } = ways;
  if (type === 'keep') return {};
  if (type === 'basic') return { auth: { type, username, password: secret } };
  if (type === 'bearer') return { auth: { type, token: secret } };
  if (type === 'mtls') return { auth: { type, certificate, private_key: secret } };
  return { auth: type === 'oauth2' ? oauth2Of(ways) : null };
}

function oauth2Of({ tokenUrl, clientId, authSecret, scope, audience, clientAuthentication }: Ways): object {
  return {
    type: 'oauth2',
    token_url: tokenUrl.trim(),
    client_id: clientId.trim(),
    client_secret: authSecret,
    ...(scope.trim() !== '' && { scope: scope.trim() }),
    ...(audience.trim() !== '' && { audience: audience.trim() }),
    client_authentication: clientAuthentication,
  };
}
