import { RepeatedTask, type RepeatedTaskOptions } from '../../kit/repeated-task.ts';
import { completeCampaigns } from './campaigns/campaigns/complete-campaigns.ts';
import { ServiceLevelWatch } from './campaigns/goals/watch-service-levels.ts';
import { SequenceMover } from './campaigns/sequences/sequence-mover.ts';
import type { SendingPorts } from './mail/communications/sending-ports.ts';

const SEQUENCES_EVERY_MS = 1_000;
const SEQUENCES_IDLE_MS = 2_000;
const COMPLETION_EVERY_MS = 5_000;
/** When mails go out one at a time, each may be the last of its campaign. */
const COMPLETION_WOKEN_MS = 500;
const LEVELS_EVERY_MS = 10_000;

/** Periodic work around sending: due steps, campaigns that complete, service levels that break. */
export class SendingUpkeep {
  readonly #sequences: RepeatedTask;
  readonly #completion: RepeatedTask;
  readonly #tasks: RepeatedTask[];
  readonly #mover: SequenceMover;

  constructor(ports: SendingPorts, onQueued: () => void) {
    const task = (what: string, options: Omit<RepeatedTaskOptions, 'onError'>) =>
      new RepeatedTask({
        ...options,
        onError: (error) => ports.log.warn({ err: error }, `${what} failed and is tried again`),
      });
    this.#mover = new SequenceMover(ports, () => {
      onQueued();
      this.look();
    });
    this.#sequences = task('moving sequences', {
      everyMs: SEQUENCES_EVERY_MS,
      idleMs: SEQUENCES_IDLE_MS,
      run: () => this.#mover.move(),
    });
    this.#completion = task('completing campaigns', {
      everyMs: COMPLETION_EVERY_MS,
      wokenMs: COMPLETION_WOKEN_MS,
      run: () => completeCampaigns(ports),
    });
    const levels = new ServiceLevelWatch(ports);
    this.#tasks = [
      this.#sequences,
      this.#completion,
      task('watching service levels', { everyMs: LEVELS_EVERY_MS, run: () => levels.look() }),
    ];
  }

  start(): void {
    for (const task of this.#tasks) task.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#tasks.map((task) => task.stop()), this.#mover.stop()]);
  }

  /** Signals that a campaign may be complete. */
  look(): void {
    this.#completion.wake();
  }

  /** Signals that leads may be due. */
  wake(): void {
    this.#sequences.wake();
  }
}
