import type { NodeSession } from './node-session.repository.ts';

export interface LeaderCallbacks {
  onElected?(): void;
  onDeposed?(): void;
}

/** A role that at most one node has at a time. */
export interface Leadership {
  /** Check before each unit of work: false as soon as another node may lead. */
  isLeader(): boolean;
}

interface Candidacy {
  callbacks: LeaderCallbacks;
  isHeld: boolean;
}

export interface LeadershipsOptions {
  /** False while others may consider this node dead. */
  mayAct(): boolean;
  onError(error: unknown): void;
}

/**
 * The roles that this node has or stands for. Each is a lock held by the session that sends the heartbeats.
 */
export class Leaderships {
  readonly #options: LeadershipsOptions;
  readonly #candidacies = new Map<string, Candidacy>();

  constructor(options: LeadershipsOptions) {
    this.#options = options;
  }

  /** Takes part from the next election on. */
  standFor(name: string, callbacks: LeaderCallbacks): Leadership {
    if (this.#candidacies.has(name)) throw new Error(`this node stands for ${name} already`);
    const candidacy = { callbacks, isHeld: false };
    this.#candidacies.set(name, candidacy);
    return { isLeader: () => candidacy.isHeld && this.#options.mayAct() };
  }

  /** Takes free locks. `isOpen`: the session, and its locks with it, has not ended since. */
  async elect(session: NodeSession, isOpen: () => boolean): Promise<void> {
    const wanted = [...this.#candidacies].filter(([, { isHeld }]) => !isHeld).map(([name]) => name);
    if (wanted.length === 0) return;
    for (const name of await session.tryLock(wanted)) {
      if (!isOpen()) return;
      const candidacy = this.#candidacies.get(name);
      if (candidacy === undefined) continue;
      candidacy.isHeld = true;
      guard(() => candidacy.callbacks.onElected?.(), this.#options.onError);
    }
  }

  /** The session has ended. */
  lose(): void {
    for (const candidacy of this.#candidacies.values()) {
      if (!candidacy.isHeld) continue;
      candidacy.isHeld = false;
      guard(() => candidacy.callbacks.onDeposed?.(), this.#options.onError);
    }
  }
}

/** Reports errors of a handler without holding up anything. */
export function guard(call: () => void | Promise<void>, onError: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onError);
  } catch (error) {
    onError(error);
  }
}
