import type { FileIr, FunctionIr } from '../ir/ir.ts';
import type { FlowKind, MisuseKind } from '../types/flow-findings.ts';
import type { Taint } from './value.ts';

export interface Flow {
  kind: FlowKind;
  taint: Taint;
  file: FileIr;
  pos: number;
  end: number;
  name: string;
  fn: FunctionIr;
  /** The call, up the stack, by which a value came into the sink's function that is passed on as it is. */
  handed: Handed | null;
}

export interface Handed {
  file: FileIr;
  pos: number;
  end: number;
  fn: FunctionIr;
}

export interface Misuse {
  kind: MisuseKind;
  file: FileIr;
  pos: number;
  end: number;
  api: string;
  detail: string;
  fn: FunctionIr;
  confidence: number;
  cwe: string | undefined;
}
