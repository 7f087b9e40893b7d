import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { hasDueSteps, moveSequences } from './sequencer.ts';

/** Organizations whose texts are rendered concurrently; others wait their turn. */
const AT_ONCE = 3;

/**
 * Advances all due sequences. Organizations whose texts need the sandbox are handled separately, so that
 * nobody waits for somebody else's templates.
 */
export class SequenceMover {
  readonly #ports: SendingPorts;
  readonly #onQueued: () => void;
  /** Organizations handled separately, in order. */
  readonly #apart = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;

  constructor(ports: SendingPorts, onQueued: () => void) {
    this.#ports = ports;
    this.#onQueued = onQueued;
  }

  /** Whether any step was due. */
  async move(): Promise<boolean> {
    const { links, nodes } = this.#ports;
    if (!links.isReady) return false;
    this.#isStopping = false;
    if (!(await hasDueSteps(this.#ports))) return false;
    for (let isMore = true; isMore && !this.#isStopping && nodes.mayAct(); ) {
      const moved = await moveSequences(this.#ports, { without: [...this.#apart] });
      isMore = moved.isMore;
      for (const orgId of moved.apart) this.#apart.add(orgId);
      this.#goOn();
      this.#onQueued();
    }
    return true;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  #goOn(): void {
    const waiting = [...this.#apart].slice(this.#running.size, AT_ONCE);
    for (const orgId of waiting) {
      const running = this.#moveOne(orgId).finally(() => {
        this.#apart.delete(orgId);
        this.#running.delete(running);
        if (!this.#isStopping) this.#goOn();
      });
      this.#running.add(running);
    }
  }

  async #moveOne(orgId: string): Promise<void> {
    try {
      for (let isMore = true; isMore && !this.#isStopping && this.#ports.nodes.mayAct(); ) {
        ({ isMore } = await moveSequences(this.#ports, { only: orgId }));
        this.#onQueued();
      }
    } catch (error) {
      this.#ports.log.warn({ err: error }, 'moving sequences failed and is tried again');
    }
  }
}
