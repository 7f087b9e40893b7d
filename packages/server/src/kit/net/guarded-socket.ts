import net from 'node:net';
import tls from 'node:tls';
import { type AddressPolicy, addressNotAllowedMessage, type Target } from './address-guard.ts';
import type { Failure } from './outcome.ts';
import { type ForwardProxy, openTunnel } from './proxy-tunnel.ts';
import { reachableFrom, type SourceAddresses } from './source-addresses.ts';
import type { ResolveHost } from './system-resolver.ts';
import { describeError, shortageFailure, tlsFailure } from './transport-failure.ts';

export interface SocketNeeds {
  policy: AddressPolicy;
  resolve: ResolveHost;
  secureContext: tls.SecureContext;
  /** Proxy for connections; undefined for none. */
  proxy: ForwardProxy | undefined;
  sourceAddresses: SourceAddresses;
}

/** An open connection that nobody reads yet. */
export interface OpenSocket {
  socket: net.Socket;
  /** Passes every received part to the function; the bytes are valid only during the call. */
  read(take: (part: Buffer) => void): unknown;
  /**
   * Resets the connection so that nothing more is sent: after a normal close, the kernel would keep
   * retransmitting unacknowledged data for minutes. The socket is destroyed, at once or a moment later.
   */
  reset(): void;
  /** How long connecting took: one network round trip. */
  roundTripMs: number;
  /** The receiver's, even behind a proxy. */
  remoteAddress: string;
}

/**
 * Buffer that all plain connections are read into, one after the other: each part is consumed within the call
 * that reads it. Node would allocate a buffer of this size for each part of each connection.
 */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/** Addresses of one name to try through a proxy, each over its own connection. */
const MAX_TUNNELS = 3;

const addressRefused: Failure = { reason: 'address_not_allowed', message: addressNotAllowedMessage };

/**
 * Opens a connection that the policy allows: resolves the name, discards refused addresses, connects to one
 * of the rest, and checks the connected socket's address before a byte is written or TLS begins. The address
 * that is checked is the one that is used, so DNS rebinding gains nothing.
 *
 * @returns aborts; `done` is not called afterwards
 */
export function openGuardedSocket(
  target: Target,
  needs: SocketNeeds,
  done: (result: OpenSocket | Failure) => void,
): () => void {
  const opening = new Opening(target, needs, done);
  if (net.isIP(target.hostname) !== 0) opening.connect([target.hostname]);
  else
    needs.resolve(target.hostname).then(
      (addresses) => opening.connect(addresses),
      (error: unknown) => opening.finish(dnsFailure(describeError(error))),
    );
  return () => opening.giveUp();
}

class Opening {
  readonly #target: Target;
  readonly #needs: SocketNeeds;
  readonly #done: (result: OpenSocket | Failure) => void;
  #socket: net.Socket | undefined;
  #isOver = false;

  constructor(target: Target, needs: SocketNeeds, done: (result: OpenSocket | Failure) => void) {
    this.#target = target;
    this.#needs = needs;
    this.#done = done;
  }

  giveUp(): void {
    this.#isOver = true;
    this.#socket?.destroy();
  }

  finish(result: OpenSocket | Failure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if ('reason' in result) this.#socket?.destroy();
    this.#done(result);
  }

  connect(addresses: readonly string[]): void {
    if (this.#isOver) return;
    const { policy } = this.#needs;
    const allowed = addresses.filter((address) => policy.allowsAddress(address, this.#target));
    if (allowed.length === 0) {
      this.finish(addresses.length === 0 ? dnsFailure('no addresses') : addressRefused);
      return;
    }
    const { proxy } = this.#needs;
    if (proxy === undefined) this.#connectTo(allowed);
    else this.#connectBy(proxy, allowed.slice(0, MAX_TUNNELS));
  }

  #connectTo(allowed: readonly string[]): void {
    const { policy, sourceAddresses } = this.#needs;
    const { addresses, localAddress } = reachableFrom(sourceAddresses, allowed);
    if (addresses.length === 0) {
      this.finish(connectFailure('no source address of the family'));
      return;
    }
    let take = (_part: Buffer) => {};
    const startedMs = performance.now();
    const tcp = connectToOne(this.#target, addresses, localAddress, (part) => take(part));
    this.#socket = tcp;
    tcp.once('error', (error) => this.finish(connectFailure(error)));
    tcp.once('close', () => this.finish(connectFailure('closed')));
    tcp.once('connect', () => {
      const { remoteAddress } = tcp;
      const roundTripMs = performance.now() - startedMs;
      if (remoteAddress === undefined || !policy.allowsAddress(remoteAddress, this.#target)) {
        this.finish(addressRefused);
      } else if (this.#target.isHttps) {
        this.#startTls(tcp, roundTripMs, remoteAddress);
      } else {
        const read = (taker: typeof take) => {
          take = taker;
        };
        this.finish({ socket: tcp, read, reset: () => reset(tcp), roundTripMs, remoteAddress });
      }
    });
  }

  /** Tries the addresses one after the other as the proxy refuses them. */
  #connectBy(proxy: ForwardProxy, [address, ...others]: readonly string[]): void {
    if (address === undefined) return;
    const startedMs = performance.now();
    const [localAddress] = this.#needs.sourceAddresses;
    const way = { host: proxy.hostname, port: proxy.port, noDelay: true, keepAlive: true };
    const tcp = net.connect({ ...way, ...(localAddress !== undefined && { localAddress }) });
    tcp.on('error', ignore);
    this.#socket = tcp;
    openTunnel(tcp, proxy, { address, port: this.#target.port }, (failure) => {
      const roundTripMs = performance.now() - startedMs;
      if (failure !== undefined) {
        tcp.destroy();
        if (this.#isOver || others.length === 0) this.finish(failure);
        else this.#connectBy(proxy, others);
      } else if (this.#target.isHttps) {
        this.#startTls(tcp, roundTripMs, address);
      } else {
        const read = (taker: (part: Buffer) => void) => tcp.on('data', taker).resume();
        this.finish({ socket: tcp, read, reset: () => reset(tcp), roundTripMs, remoteAddress: address });
      }
    });
  }

  #startTls(tcp: net.Socket, roundTripMs: number, remoteAddress: string): void {
    tcp.removeAllListeners('error');
    tcp.removeAllListeners('close');
    tcp.on('error', ignore);
    const { hostname } = this.#target;
    const secure = tls.connect({
      socket: tcp,
      host: hostname,
      ...(net.isIP(hostname) === 0 ? { servername: hostname } : {}),
      secureContext: this.#needs.secureContext,
      ALPNProtocols: ['http/1.1'],
    });
    this.#socket = secure;
    secure.on('error', (error) => this.finish(tlsFailure(error)));
    secure.once('close', () => this.finish(tlsFailure('closed')));
    const read = (taker: (part: Buffer) => void) => secure.on('data', taker);
    secure.once('secureConnect', () =>
      this.finish({ socket: secure, read, reset: () => resetBelow(secure, tcp), roundTripMs, remoteAddress }),
    );
  }
}

function reset(tcp: net.Socket): void {
  // libuv refuses to reset a socket that is shutting down, and Node would leave it open for good.
  if (tcp.writableEnded) tcp.destroy();
  else if (!tcp.destroyed) tcp.resetAndDestroy();
}

/**
 * TLS is destroyed only once the connection below is gone. Called from within a handshake right after the
 * reset, Node would free what OpenSSL is still using, and the process would crash with SIGSEGV.
 */
function resetBelow(secure: tls.TLSSocket, tcp: net.Socket): void {
  if (tcp.closed || secure.writableEnded) {
    secure.destroy();
    return;
  }
  tcp.once('close', () => secure.destroy());
  reset(tcp);
}

/** Connects to the first address that answers; does not resolve the name again. */
function connectToOne(
  target: Target,
  addresses: readonly string[],
  localAddress: string | undefined,
  take: (part: Buffer) => void,
): net.Socket {
  const answers = addresses.map((address) => ({ address, family: net.isIP(address) }));
  const socket = net.connect({
    host: target.hostname,
    port: target.port,
    noDelay: true,
    keepAlive: true,
    ...(localAddress !== undefined && { localAddress }),
    // TLS does its own reading.
    ...(!target.isHttps && { onread: { buffer: readBuffer, callback: takeFrom(take) } }),
    lookup: (_hostname, options, callback) => {
      const [first] = answers;
      if (options.all === true || first === undefined) callback(null, answers);
      else callback(null, first.address, first.family);
    },
  });
  // Later socket errors must not crash the process.
  socket.on('error', ignore);
  return socket;
}

function takeFrom(take: (part: Buffer) => void) {
  return (size: number): boolean => {
    take(readBuffer.subarray(0, size));
    return true;
  };
}

function dnsFailure(logDetail: string): Failure {
  return {
    reason: 'dns_failed',
    message: 'The host name has no address. Check the spelling and the DNS records.',
    logDetail,
  };
}

function connectFailure(error: unknown): Failure {
  const message = 'No connection to the receiver could be made.';
  return shortageFailure(error) ?? { reason: 'connect_failed', message, logDetail: describeError(error) };
}

function ignore(): void {}
