import { RepeatedTask } from '../../../kit/repeated-task.ts';
import { completeCampaigns } from '../campaigns/complete-campaigns.ts';
import { moveSequences } from '../sequences/sequencer.ts';
import { ServiceLevelWatch } from '../slo/watch-service-levels.ts';
import type { SendingPorts } from './sending-ports.ts';

const SEQUENCES_EVERY_MS = 1_000;
const COMPLETION_EVERY_MS = 2_000;
const LEVELS_EVERY_MS = 3_000;

/** What goes on beside the sending itself: steps that fall due, campaigns that end, levels that break. */
export class SendingUpkeep {
  readonly #sequences: RepeatedTask;
  readonly #tasks: RepeatedTask[];
  #stopping = false;

  constructor(ports: SendingPorts, onQueued: () => void) {
    const task = (what: string, everyMs: number, run: () => Promise<unknown>) =>
      new RepeatedTask({
        everyMs,
        run,
        onError: (error) => ports.log.warn({ err: error }, `${what} failed and is tried again`),
      });
    this.#sequences = task('moving sequences', SEQUENCES_EVERY_MS, async () => {
      if (!ports.links.isReady) return;
      while (!this.#stopping && ports.nodes.mayAct() && (await moveSequences(ports))) onQueued();
      onQueued();
    });
    const levels = new ServiceLevelWatch(ports);
    this.#tasks = [
      this.#sequences,
      task('completing campaigns', COMPLETION_EVERY_MS, () => completeCampaigns(ports)),
      task('watching service levels', LEVELS_EVERY_MS, () => levels.look()),
    ];
  }

  start(): void {
    this.#stopping = false;
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#tasks.map((task) => task.stop()));
  }

  /** Leads may be due. */
  wake(): void {
    this.#sequences.wake();
  }
}
