/** Starts and stops processes of this service. */
export interface NodeLauncher {
  /**
   * Works towards `target` active nodes in total, of which `active` exist. Called repeatedly until they do;
   * must not start again what is still starting.
   */
  grow(target: number, active: number): Promise<void>;
  /** Works towards `target` nodes. `leaving` names the nodes to stop, if they are chosen here. */
  shrink(target: number, leaving: readonly string[]): Promise<void>;
  /** Whether this service chooses the nodes to stop; otherwise whatever runs them does. */
  readonly choosesNodes: boolean;
  /** Stops what it started, which ends with this process in any case. */
  stop(): Promise<void>;
}

/** Whatever runs the nodes will not do it, however often it is asked; the message explains why. */
export class LauncherRefusal extends Error {
  override name = 'LauncherRefusal';
}
