import type { Impact } from '../../../rules/severity.ts';
import type { Finding } from '../../../types/finding.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import type { ShapeFile } from './shape-file.ts';

export interface Shape {
  node: TreeNode;
  cwe?: string;
  /** For rules with several messages. */
  subject?: string;
}

/** A flaw that the parse tree of one file shows. Its text alone would give false positives. */
export interface ShapeRule {
  id: string;
  languages: readonly ('Java' | 'C#')[];
  cwe: readonly string[];
  confidence: number;
  /** Default `hygiene`. */
  impact?: Impact;
  source?: Finding['source'];
  description: string;
  recommendation: string;
  references?: readonly string[];
  /**
   * Whether a text is worth parsing for this rule. It has to exclude most files, so words that every file has are not
   * enough.
   */
  may: (text: string) => boolean;
  find: (file: ShapeFile) => Iterable<TreeNode | Shape>;
}

/** The fields that most shape rules share. They apply to Java and C#. */
export const shapeRow = (id: string, cwe: readonly string[], confidence: number) => ({
  id,
  cwe,
  confidence,
  languages: ['Java', 'C#'] as const,
});
