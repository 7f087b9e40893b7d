/** Starts and ends processes of this service. */
export interface NodeLauncher {
  /**
   * Works towards so many active nodes in all, of which `active` are there. Called again until they are; it must
   * not start a second time what is still starting.
   */
  grow(target: number, active: number): Promise<void>;
  /** Works towards so many. `leaving` names the nodes that are to go, where they are chosen here. */
  shrink(target: number, leaving: readonly string[]): Promise<void>;
  /** Whether the nodes that go are chosen by this service; otherwise whoever runs them chooses. */
  readonly choosesNodes: boolean;
  /** Ends what it started; what it started ends with this process in any case. */
  stop(): Promise<void>;
}

/** Whoever runs the nodes will not do it, however often it is asked; the message tells people why. */
export class LauncherRefusal extends Error {
  override name = 'LauncherRefusal';
}
