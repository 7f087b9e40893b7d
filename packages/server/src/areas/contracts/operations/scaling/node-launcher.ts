/** Starts and stops processes of this service. */
export interface NodeLauncher {
  /**
   * Works towards this total of active nodes, with `active` now. Called again until it is reached; must not
   * start nodes twice that are still starting.
   */
  grow(target: number, active: number): Promise<void>;
  /** Works towards this total. `leaving` names the nodes to stop, if this service chooses them. */
  shrink(target: number, leaving: readonly string[]): Promise<void>;
  /** Whether this service chooses the nodes that leave; otherwise the platform that runs them does. */
  readonly choosesNodes: boolean;
  /** Stops what it started; that would end with this process in any case. */
  stop(): Promise<void>;
}

/** The platform that runs the nodes refuses permanently; the message explains why. */
export class LauncherRefusal extends Error {
  override name = 'LauncherRefusal';
}
