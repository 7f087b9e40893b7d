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
  /** What connections go by; undefined for none. */
  proxy: ForwardProxy | undefined;
  sourceAddresses: SourceAddresses;
}

/** A connection that stands, and nobody reads yet. */
export interface OpenSocket {
  socket: net.Socket;
  /** Hands every part that comes to the function; the bytes are good during the call only. */
  read(take: (part: Buffer) => void): unknown;
  /**
   * Ends the connection so that nothing that was written goes out any more: closed, the system would go on trying to
   * bring over what the other side has not got yet, for minutes. The socket is destroyed by it, at once or a moment later.
   */
  reset(): void;
  /** What the connection took to be made: a round trip of the network. */
  roundTripMs: number;
  /** Of the receiver, also behind a proxy. */
  remoteAddress: string;
}

/**
 * What all plain connections are read into, one after the other: a part is taken within the call that reads it. Node
 * would make a buffer of this size for each part of each connection.
 */
const readBuffer = Buffer.allocUnsafeSlow(65_536);

/** Addresses of one name that a proxy is asked for, each by a connection of its own. */
const MAX_TUNNELS = 3;

const addressRefused: Failure = { reason: 'address_not_allowed', message: addressNotAllowedMessage };

/**
 * Opens a connection that the policy allows: resolves the name, drops the answers that are refused,
 * connects to one of the others, and looks at the address of the connected socket before a byte is
 * written or TLS begins. What is checked is what is used, so a name that changes its answer between
 * two questions gains nothing.
 *
 * @returns gives up; `done` is not called after that
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

  /** The addresses one after the other, as the proxy refuses them. */
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
  // libuv refuses to reset what is being shut down, and Node would leave it open for good.
  if (tcp.writableEnded) tcp.destroy();
  else if (!tcp.destroyed) tcp.resetAndDestroy();
}

/**
 * TLS is ended only once the connection below is gone. Right after the reset, Node would free at once what OpenSSL is at work
 * with when this is called from within a handshake, and the process would end with SIGSEGV.
 */
function resetBelow(secure: tls.TLSSocket, tcp: net.Socket): void {
  if (tcp.closed || secure.writableEnded) {
    secure.destroy();
    return;
  }
  tcp.once('close', () => secure.destroy());
  reset(tcp);
}

/** Connects to the first of the addresses that answers; the resolver is not asked again. */
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
    // TLS reads by itself.
    ...(!target.isHttps && { onread: { buffer: readBuffer, callback: takeFrom(take) } }),
    lookup: (_hostname, options, callback) => {
      const [first] = answers;
      if (options.all === true || first === undefined) callback(null, answers);
      else callback(null, first.address, first.family);
    },
  });
  // Whatever happens to the socket later must not end the process.
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
