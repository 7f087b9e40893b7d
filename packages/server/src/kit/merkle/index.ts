export {
  type Checkpoint,
  formatCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  verifyCheckpoint,
} from './checkpoint.ts';
export { CompactRange } from './compact-range.ts';
export {
  type ErasedEntry,
  formatExportLine,
  type LogEntry,
  type MalformedLine,
  readExportLines,
} from './export-lines.ts';
export { emptyRoot, HASH_BYTES as hashBytes, leafHash, nodeHash } from './hash.ts';
export type { CheckpointVerdict, LogProblem, LogProblemKind, LogReport } from './log-report.ts';
export { consistencyProof, inclusionProof, rootFromTiles } from './proofs.ts';
export {
  createNoteSigner,
  formatVerifierKey,
  NoteError,
  type NoteErrorReason,
  type NoteSignature,
  type NoteSigner,
  parseVerifierKey,
  type VerifierKey,
} from './signed-note.ts';
export {
  appendLeaves,
  edgeFromTiles,
  edgeTileIds,
  emptyEdge,
  MissingTileError,
  readEdge,
  rootFromEdge,
  TILE_WIDTH as tileWidth,
  type Tile,
  type TileId,
  type TileStore,
  type TreeEdge,
  tileKey,
} from './tiles.ts';
export { type VerifyLogInput, verifyLog } from './verify-log.ts';
export {
  type ConsistencyClaim,
  type InclusionClaim,
  verifyConsistency,
  verifyInclusion,
} from './verify-proof.ts';
