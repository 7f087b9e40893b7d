export { compareWithBase, unmatchedFiles } from './compare-with-base.ts';
export { findRenames } from './find-renames.ts';
export { type Gate, type GateVerdict, gateForm, judgeGate, parseGate } from './gate.ts';
