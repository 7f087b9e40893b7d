import { connect, type PeerCertificate } from 'node:tls';
import { isLoopbackHost } from '../app/loopback.ts';
import { readVersion } from '../app/read-version.ts';
import { type Finding, look } from './finding.ts';
import { troublesIn } from './read-figures.ts';

const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;
const CERTIFICATE_DAYS = 14;
/** Receivers refuse signatures that are older than five minutes, so the clocks should differ by much less. */
const CLOCK_SECONDS = 5;

/** Checks a running service from the client's side. */
export async function examineAddress(address: string, key: string | undefined): Promise<Finding[]> {
  const base = URL.parse(address);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    const detail = `${address} is not the address of a service. Use one such as https://trivium.example.com.`;
    return [{ name: 'address', ok: false, detail }];
  }
  const ask = (path: string, headers: Record<string, string> = {}) => askAt(base, path, headers);
  const reached = await look('address', () => checkLiveness(base, ask));
  // All further checks would fail for the same reason.
  if (!reached.ok) return [reached];
  return [
    reached,
    await look('tls', () => checkTls(base)),
    await look('readiness', () => checkReadiness(ask)),
    await look('clock', () => checkClock(ask)),
    await look('version', () => checkVersion(ask)),
    await look('metrics', () => checkMetrics(base, ask)),
    await look('key', () => checkKey(ask, key)),
  ];
}

type Ask = (path: string, headers?: Record<string, string>) => Promise<Response>;

async function askAt(base: URL, path: string, headers: Record<string, string>): Promise<Response> {
  const url = new URL(base.pathname.replace(/\/+$/, '') + path, base);
  try {
    // A redirect would send the key to another address.
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    // Read here, so that a body that does not arrive is reported as a timeout.
    const body = await answer.text();
    return new Response(body || null, { status: answer.status, headers: answer.headers });
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') {
      throw new Error(
        `GET ${path} was not answered within ${TIMEOUT_MS / 1_000} s. The service, its machine or the way to it is overloaded; if only this path is slow, look at the proxy in front of it.`,
      );
    }
    throw new Error(`${url.origin} cannot be reached: ${causeOf(error)}.`);
  }
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT' || code === 'SELF_SIGNED_CERT_IN_CHAIN')
    return `this machine does not trust its certificate (${code}); set NODE_EXTRA_CA_CERTS to its certificate authority`;
  return [code, inner].filter(Boolean).join(', ') || message;
}

async function checkLiveness(base: URL, ask: Ask): Promise<string> {
  const startedAt = performance.now();
  const answer = await ask('/livez');
  const tookMs = Math.round(performance.now() - startedAt);
  const body = (await answer.json().catch(() => ({}))) as { status?: string };
  if (answer.status !== 200 || body.status !== 'ok') {
    throw new Error(
      `The server at ${base.origin} is not Trivium, or a proxy does not pass everything on: GET /livez returned ${answer.status}. Look at the proxy in front of it.`,
    );
  }
  return `${base.origin} answered in ${tookMs} ms`;
}

async function checkTls(base: URL): Promise<string> {
  if (base.protocol === 'http:') {
    if (isLoopbackHost(base.hostname)) return 'none is needed on this machine';
    throw new Error(
      'Keys and events are sent unencrypted. Put a proxy with a certificate in front of the service, and use https.',
    );
  }
  const { certificate, protocol } = await readCertificate(base);
  const end = Date.parse(certificate.valid_to);
  const hours = Math.floor((end - Date.now()) / HOUR_MS);
  // For certificates that last only hours or days, proxies renew them automatically when a third of the time is left.
  const lifetime = (end - Date.parse(certificate.valid_from)) / HOUR_MS;
  const left = hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  if (hours < Math.min(CERTIFICATE_DAYS * 24, lifetime / 4))
    throw new Error(`The certificate ends in ${left} (${certificate.valid_to}). Renew it.`);
  return `${protocol}, by ${String(certificate.issuer.O ?? certificate.issuer.CN)}, for ${left} more`;
}

function readCertificate({
  hostname,
  port,
}: URL): Promise<{ certificate: PeerCertificate; protocol: string | null }> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || 443), servername: host, timeout: TIMEOUT_MS }, () => {
      resolve({ certificate: socket.getPeerCertificate(), protocol: socket.getProtocol() });
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('The TLS handshake took too long.')));
    socket.once('error', reject);
  });
}

async function checkReadiness(ask: Ask): Promise<string> {
  const answer = await ask('/readyz');
  const { parts = {} } = (await answer.json().catch(() => ({}))) as { parts?: Record<string, string> };
  const told = Object.entries(parts).map(([part, state]) => `${part}: ${state}`);
  if (answer.status !== 200)
    throw new Error(`Not ready (${answer.status}). ${told.join(', ') || 'It does not say why.'}`);
  return told.join(', ');
}

async function checkClock(ask: Ask): Promise<string> {
  const before = Date.now();
  const date = Date.parse((await ask('/livez')).headers.get('date') ?? '');
  if (Number.isNaN(date)) return 'its answers have no Date header; a proxy may remove it';
  // The `Date` header has whole seconds.
  const seconds = Math.max(before - date - 1_000, date - Date.now(), 0) / 1_000;
  if (seconds > CLOCK_SECONDS) {
    throw new Error(
      `Its clock and the one here are ${Math.round(seconds)} s apart. Run NTP on both: signatures, proofs and rate limits go by time.`,
    );
  }
  return 'its clock and the one here agree';
}

async function checkVersion(ask: Ask): Promise<string> {
  const answer = await ask('/openapi.json');
  const { info } = (await answer.json().catch(() => ({}))) as { info?: { version?: string } };
  if (info?.version === undefined) throw new Error(`GET /openapi.json gave ${answer.status} and no version.`);
  const own = readVersion();
  return info.version === own ? `${own}, as here` : `${info.version}; this command is of ${own}`;
}

async function checkMetrics(base: URL, ask: Ask): Promise<string> {
  const answer = await ask('/metrics');
  if (answer.status !== 200) return `not shown here (${answer.status}), which is fine for a public address`;
  const troubles = troublesIn(await answer.text());
  if (troubles.length > 0) throw new Error(troubles.join(' '));
  return isLoopbackHost(base.hostname)
    ? 'they show no problem'
    : 'they show no problem; everybody can read them at this address';
}

async function checkKey(ask: Ask, key: string | undefined): Promise<string> {
  if (key === undefined) return 'none was given: pass --key or set TRIVIUM_API_KEY to try one';
  const answer = await ask('/v1/organization', { authorization: `Bearer ${key}` });
  if (answer.status === 401)
    throw new Error('The key is not valid here: it was revoked, has expired or belongs to another service.');
  if (answer.status === 403) return 'valid; its scopes do not include the organization';
  if (answer.status !== 200) throw new Error(`GET /v1/organization gave ${answer.status}.`);
  const { name } = (await answer.json()) as { name?: string };
  return `valid, of the organization ${name}`;
}
