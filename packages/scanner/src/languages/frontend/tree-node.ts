/** A node copied from the parser's memory: named children, and unnamed ones that are in a field (operators). */
export interface TreeNode {
  type: string;
  field: string | null;
  start: number;
  end: number;
  kids: TreeNode[];
}
