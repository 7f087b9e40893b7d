export interface ModuleGraph {
  /** A node is a file with code; `id` is its path. */
  nodes: ModuleNode[];
  /** Indexes into `nodes`. */
  edges: { from: number; to: number; line: number }[];
  /** Strongly connected components of two or more files (or one that imports itself), paths in order of the cycle. */
  cycles: string[][];
  layerViolations: { from: string; to: string; line: number; fromLayer: string; toLayer: string }[];
  avgInstability: number;
}

export interface ModuleNode {
  id: string;
  /** Folder or package that holds it; the unit of components. */
  group: string;
  /** `ui`, `api`, `service`, `domain`, `data`, `infrastructure`, `test`; null when the path does not tell. */
  layer: string | null;
  fanIn: number;
  fanOut: number;
  /** fanOut / (fanIn + fanOut); 0 without edges. */
  instability: number;
}
