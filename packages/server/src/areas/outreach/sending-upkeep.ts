import { RepeatedTask } from '../../kit/repeated-task.ts';
import { completeCampaigns } from './campaigns/campaigns/complete-campaigns.ts';
import { ServiceLevelWatch } from './campaigns/goals/watch-service-levels.ts';
import { SequenceMover } from './campaigns/sequences/sequence-mover.ts';
import type { SendingPorts } from './mail/communications/sending-ports.ts';

const SEQUENCES_EVERY_MS = 1_000;
const SEQUENCES_IDLE_MS = 2_000;
const COMPLETION_EVERY_MS = 5_000;
const LEVELS_EVERY_MS = 10_000;

/** What goes on beside the sending itself: steps that fall due, campaigns that end, levels that break. */
export class SendingUpkeep {
  readonly #sequences: RepeatedTask;
  readonly #tasks: RepeatedTask[];
  readonly #mover: SequenceMover;

  constructor(ports: SendingPorts, onQueued: () => void) {
    const task = (what: string, everyMs: number, run: () => Promise<unknown>, idleMs = everyMs) =>
      new RepeatedTask({
        everyMs,
        idleMs,
        run,
        onError: (error) => ports.log.warn({ err: error }, `${what} failed and is tried again`),
      });
    this.#mover = new SequenceMover(ports, onQueued);
    this.#sequences = task(
      'moving sequences',
      SEQUENCES_EVERY_MS,
      () => this.#mover.move(),
      SEQUENCES_IDLE_MS,
    );
    const levels = new ServiceLevelWatch(ports);
    this.#tasks = [
      this.#sequences,
      task('completing campaigns', COMPLETION_EVERY_MS, () => completeCampaigns(ports)),
      task('watching service levels', LEVELS_EVERY_MS, () => levels.look()),
    ];
  }

  start(): void {
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#tasks.map((task) => task.stop()), this.#mover.stop()]);
  }

  /** Leads may be due. */
  wake(): void {
    this.#sequences.wake();
  }
}
