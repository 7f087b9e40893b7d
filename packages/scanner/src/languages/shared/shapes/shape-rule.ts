import type { Impact } from '../../../rules/severity.ts';
import type { Finding } from '../../../types/finding.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import type { ShapeFile } from './shape-file.ts';

export interface Shape {
  node: TreeNode;
  cwe?: string;
  /** Where one rule tells several things. */
  subject?: string;
}

/** A fault that the parse tree of one file shows, where its text alone would say too much. */
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
  /** Whether a text is worth parsing for it. Most are not: it must ask for more than words that each file holds. */
  may: (text: string) => boolean;
  find: (file: ShapeFile) => Iterable<TreeNode | Shape>;
}

/** What most rules of shapes say first: they hold for Java and C#. */
export const shapeRow = (id: string, cwe: readonly string[], confidence: number) => ({
  id,
  cwe,
  confidence,
  languages: ['Java', 'C#'] as const,
});
