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
  /** The call up the stack that passes the value unchanged to the function with the sink. */
  passedAt: CallPlace | null;
}

export interface CallPlace {
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
