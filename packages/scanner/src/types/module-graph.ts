export interface ModuleGraph {
  /** A node is a file with code; `id` is its path. */
  nodes: ModuleNode[];
  /** Indexes into `nodes`. */
  edges: { from: number; to: number; line: number }[];
  /**
   * Strongly connected components of two or more files (or of one that imports itself), with paths in the order of
   * the cycle.
   */
  cycles: string[][];
  layerViolations: { from: string; to: string; line: number; fromLayer: string; toLayer: string }[];
  avgInstability: number;
}

export interface ModuleNode {
  id: string;
  /** The folder or package that contains it; the unit of components. */
  group: string;
  /** `ui`, `api`, `service`, `domain`, `data`, `infrastructure`, `test`; null if the path does not show it. */
  layer: string | null;
  fanIn: number;
  fanOut: number;
  /** fanOut / (fanIn + fanOut); 0 without edges. */
  instability: number;
}
