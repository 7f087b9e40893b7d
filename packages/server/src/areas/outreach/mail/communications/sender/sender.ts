import { MailError } from '../../../../../engine/mail/index.ts';
import { GroupCommit } from '../../../../../kit/batching/index.ts';
import { RepeatedTask } from '../../../../../kit/repeated-task.ts';
import { isUnknownRecipient, refusesUs, statusIn } from '../../../terms/refusals/judge-refusal.ts';
import type { SendingPorts } from '../sending-ports.ts';
import { type Begun, beginAttempts } from './begin-attempts.ts';
import { claimDue, hasDue } from './claim-due.ts';
import { composeOutgoing } from './compose-outgoing.ts';
import { type Attempt, type Outgoing, retryAt } from './outgoing.ts';
import { putBackUnbegun } from './put-back.ts';
import { reclaimOwn, recoverFromDead } from './recover-leases.ts';
import { settleAttempts } from './settle-attempts.ts';

const POLL_MS = 1_000;
const IDLE_POLL_MS = 2_000;
const RECOVER_MS = 5_000;
/** Messages in progress on this node: composing, signing, waiting for a connection, being settled. */
const MAX_IN_FLIGHT = 256;
const CLAIM_AT_ONCE = 128;
const BATCH = 100;
const SETTLE_RETRY_MS = 500;
/** While one connection's mails are being settled, the next ones are handed over. */
const BEGUN_PER_CONNECTION = 4;
/** Pause in claiming after the relay could not be reached. */
const RELAY_REST_MS = 5_000;

/** A semaphore: this many at once, the others wait their turn. */
class Places {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}

/** The message does not start; its row says why. */
class NotBegun extends Error {}

/**
 * Sends what is due, each message once. The token of the only attempt is committed before the relay is told
 * anything of the mail; a message caught by a crash between that and its settlement is never sent again.
 */
export class Sender {
  readonly #ports: SendingPorts;
  readonly #begins: GroupCommit<Outgoing, Begun>;
  readonly #settlements: GroupCommit<Attempt, void>;
  readonly #pump: RepeatedTask;
  readonly #recovery: RepeatedTask;
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Handed over, but the outcome could not be written before shutdown. */
  readonly #unsettled = new Set<string>();
  readonly #begun: Places;
  #restUntil = 0;
  #reclaimAt = 0;
  #stopping = false;
  readonly #onIdle: () => void;

  /** `onIdle`: called when everything claimed is settled. */
  constructor(ports: SendingPorts, onIdle: () => void) {
    this.#ports = ports;
    this.#onIdle = onIdle;
    // Started but unsettled messages are what a crash leaves in doubt, so few exist at any time.
    this.#begun = new Places(ports.mailer.maxConnections * BEGUN_PER_CONNECTION);
    this.#begins = new GroupCommit({ maxItems: BATCH, run: (batch) => beginAttempts(ports, batch) });
    this.#settlements = new GroupCommit<Attempt, void>({
      maxItems: BATCH,
      triesAlone: () => true,
      run: async (batch) => {
        await settleAttempts(ports, batch);
        return batch.map(() => undefined);
      },
    });
    const task = (what: string, everyMs: number, run: () => Promise<unknown>, idleMs = everyMs) =>
      new RepeatedTask({
        everyMs,
        idleMs,
        run,
        onError: (error) => ports.log.warn({ err: error }, `${what} failed and is tried again`),
      });
    this.#pump = task('claiming messages', POLL_MS, () => this.#claim(), IDLE_POLL_MS);
    this.#recovery = task('freeing messages of dead nodes', RECOVER_MS, () => recoverFromDead(ports));
    ports.nodes.onNodeDead(() => this.#recovery.wake());
  }

  /** Resolves once what dead nodes left has been recovered. */
  async start(): Promise<void> {
    this.#stopping = false;
    await recoverFromDead(this.#ports);
    this.#recovery.start();
    this.#pump.start();
    this.#pump.wake();
  }

  /** Finishes handovers in progress and frees the rest. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all([this.#pump.stop(), this.#recovery.stop()]);
    await Promise.all(this.#inFlight.values());
    await reclaimOwn(this.#ports, this.#unsettled).catch((error: unknown) =>
      this.#ports.log.warn({ err: error }, 'giving messages back'),
    );
  }

  /** Signals that there may be something to send. */
  wake(): void {
    this.#pump.wake();
  }

  /** Whether anything was due. */
  async #claim(): Promise<boolean> {
    const { nodes, log, links } = this.#ports;
    await this.#reclaim();
    if (!links.isReady || !(await hasDue(this.#ports))) return false;
    while (!this.#stopping && nodes.mayAct() && performance.now() >= this.#restUntil) {
      const room = MAX_IN_FLIGHT - this.#inFlight.size;
      if (room < CLAIM_AT_ONCE) return true;
      const { outgoing, isFull } = await claimDue(this.#ports, CLAIM_AT_ONCE);
      for (const one of outgoing) {
        const { id } = one.communication;
        const sending = this.#sendOne(one)
          .catch((error: unknown) => log.error({ err: error, communication: id }, 'sending a message'))
          .finally(() => {
            this.#inFlight.delete(id);
            if (this.#inFlight.size <= MAX_IN_FLIGHT - CLAIM_AT_ONCE) this.#pump.wake();
            if (this.#inFlight.size === 0) this.#onIdle();
          });
        this.#inFlight.set(id, sending);
      }
      if (!isFull) return true;
    }
    return true;
  }

  /**
   * Only here, between two claims, is it certain that a message leased to this node but not in flight is not
   * about to be.
   */
  async #reclaim(): Promise<void> {
    if (performance.now() < this.#reclaimAt) return;
    this.#reclaimAt = performance.now() + RECOVER_MS;
    await reclaimOwn(this.#ports, new Set([...this.#inFlight.keys(), ...this.#unsettled]));
  }

  async #sendOne(outgoing: Outgoing): Promise<void> {
    if (this.#stopping) return;
    const { mailer, clock } = this.#ports;
    let token: string | undefined;
    let hasPlace = false;
    let startedAtMs = clock.now();
    const begin = async () => {
      await this.#begun.take();
      hasPlace = true;
      if (this.#stopping || !this.#ports.nodes.mayAct()) throw new NotBegun('this node may not act');
      const begun = await this.#begins.add(outgoing);
      if ('refused' in begun) throw new NotBegun(begun.refused);
      token = begun.token;
      startedAtMs = clock.now();
    };
    try {
      const mail = composeOutgoing(this.#ports, outgoing);
      const raw = await mailer.compose(mail);
      const { response } = await mailer.send({ ...mail, raw }, begin);
      const endedAtMs = clock.now();
      if (token === undefined) throw new Error('The mailer sent a mail that was not begun.');
      await this.#settle({ kind: 'sent', outgoing, token, startedAtMs, endedAtMs, response });
    } catch (error) {
      if (error instanceof NotBegun) return;
      if (token === undefined) await this.#putBack(outgoing, error);
      else
        await this.#settle({
          outgoing,
          token,
          startedAtMs,
          endedAtMs: clock.now(),
          ...outcomeOf(error, outgoing, clock.now()),
        });
    } finally {
      if (hasPlace) this.#begun.giveBack();
    }
  }

  /** Nothing was started: no connection, or the mail could not even be composed. */
  async #putBack(outgoing: Outgoing, error: unknown): Promise<void> {
    const isRelay = error instanceof MailError && error.failure === 'unreachable';
    const lacks = error instanceof MailError ? error.lacks : undefined;
    if (isRelay) this.#restUntil = performance.now() + RELAY_REST_MS;
    await putBackUnbegun(this.#ports, outgoing, {
      isRelay,
      isMail: error instanceof MailError,
      code: isRelay ? 'relay_unreachable' : lacks === undefined ? 'invalid_message' : 'smtputf8_unsupported',
      detail: error instanceof Error ? error.message : String(error),
    });
  }

  /**
   * The attempt is over and only this node knows how, so it retries until written, however long the database
   * is down.
   */
  async #settle(attempt: Attempt): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.#settlements.add(attempt);
        return;
      } catch (error) {
        this.#ports.log.warn({ err: error, tries }, 'settling a message failed and is tried again');
        if (this.#stopping && tries > 5) {
          this.#unsettled.add(attempt.outgoing.communication.id);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, SETTLE_RETRY_MS));
      }
    }
  }
}

type Outcome =
  | { kind: 'failed'; code: Extract<Attempt, { kind: 'failed' }>['code']; detail: string }
  | { kind: 'later'; atMs: number; waitingFor: string; detail: string };

/** The outcome of a refusal or lost connection after the attempt had started. */
function outcomeOf(error: unknown, { communication }: Outgoing, nowMs: number): Outcome {
  const detail = error instanceof Error ? error.message : String(error);
  if (!(error instanceof MailError) || error.failure === 'unknown') {
    return { kind: 'failed', code: 'delivery_unknown', detail };
  }
  const refusal = { status: statusIn(detail), diagnostic: detail };
  if (error.failure === 'refused' && error.stage === 'recipient' && !refusesUs(refusal)) {
    return { kind: 'failed', code: isUnknownRecipient(refusal) ? 'hard_bounce' : 'rejected', detail };
  }
  if (error.failure === 'refused' && error.stage === 'text')
    return { kind: 'failed', code: 'rejected', detail };
  // A temporary refusal, or the relay rejects us as senders, which is not the recipient's fault.
  const atMs = retryAt(communication.attempts + 1, nowMs);
  const waitingFor = error.failure === 'deferred' ? 'relay_deferred' : 'relay_unreachable';
  if (atMs !== undefined) return { kind: 'later', atMs, waitingFor, detail };
  const code = error.failure === 'deferred' ? 'deferred_too_long' : 'relay_unreachable';
  return { kind: 'failed', code, detail };
}
