import type { Span } from '../frontend/syntax.ts';
import type { FunctionInfo, SolidityFile } from '../program/program.ts';

/** Something that a check saw, before the catalogue names it. */
export interface Report {
  rule: string;
  file: SolidityFile;
  span: Span;
  /** `Contract.function`. */
  symbol: string;
  /** What is particular here; the catalogue says the rest. */
  detail?: string;
  confidence?: number;
  /** The place that makes it harmful, such as the write after a call. */
  also?: Span;
}

export function reportIn(rule: string, fn: FunctionInfo, span: Span, detail?: string): Report {
  return { rule, file: fn.file, span, symbol: symbolOf(fn), ...(detail !== undefined && { detail }) };
}

export function symbolOf({ contract, node }: FunctionInfo): string {
  return contract === null ? node.name : `${contract.node.name}.${node.name}`;
}
