import type { Span } from '../frontend/syntax.ts';
import type { FunctionInfo, SolidityFile } from '../program/program.ts';

/** A result of a check, before the catalogue adds its name. */
export interface Report {
  rule: string;
  file: SolidityFile;
  span: Span;
  /** `Contract.function`. */
  symbol: string;
  /** Details of this case; the catalogue has the rest. */
  detail?: string;
  confidence?: number;
  /** The place that makes it dangerous, such as the write after a call. */
  also?: Span;
}

export function reportIn(rule: string, fn: FunctionInfo, span: Span, detail?: string): Report {
  return { rule, file: fn.file, span, symbol: symbolOf(fn), ...(detail !== undefined && { detail }) };
}

export function symbolOf({ contract, node }: FunctionInfo): string {
  return contract === null ? node.name : `${contract.node.name}.${node.name}`;
}
