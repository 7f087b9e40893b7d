import type { NodeSession } from './node-session.repository.ts';

export interface LeaderCallbacks {
  onElected?(): void;
  onDeposed?(): void;
}

/** What at most one node does at a time. */
export interface Leadership {
  /** Asked before each piece of work: false as soon as another node may lead. */
  isLeader(): boolean;
}

interface Candidacy {
  callbacks: LeaderCallbacks;
  isHeld: boolean;
}

export interface LeadershipsOptions {
  /** False while others may hold this node for dead. */
  mayAct(): boolean;
  onError(error: unknown): void;
}

/** What this node leads, or stands for. Each is a lock of the session in which the node is heard of. */
export class Leaderships {
  readonly #options: LeadershipsOptions;
  readonly #candidacies = new Map<string, Candidacy>();

  constructor(options: LeadershipsOptions) {
    this.#options = options;
  }

  /** From the next election on. */
  standFor(name: string, callbacks: LeaderCallbacks): Leadership {
    if (this.#candidacies.has(name)) throw new Error(`this node stands for ${name} already`);
    const candidacy = { callbacks, isHeld: false };
    this.#candidacies.set(name, candidacy);
    return { isLeader: () => candidacy.isHeld && this.#options.mayAct() };
  }

  /** Takes what is free. `isOpen`: the session has not ended since, and its locks with it. */
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

/** What fails in a handler is told, and holds up nobody. */
export function guard(call: () => void | Promise<void>, onError: (error: unknown) => void): void {
  try {
    Promise.resolve(call()).catch(onError);
  } catch (error) {
    onError(error);
  }
}
