/** A block of HCL: `resource "aws_s3_bucket" "logs" { … }`, with its plain attributes and nested blocks. */
export interface HclBlock {
  type: string;
  labels: string[];
  line: number;
  attributes: Map<string, { text: string; line: number }>;
  blocks: HclBlock[];
}

/** The text of an attribute, or '' if the block lacks it. */
export function attributeText(block: HclBlock, name: string): string {
  return block.attributes.get(name)?.text ?? '';
}

const MAX_DEPTH = 30;

/**
 * Reads the blocks of a Terraform file; expressions remain text. Enough for rules, which ask for blocks, attributes
 * and literals. Comments and heredocs are skipped.
 */
export function readHcl(text: string): HclBlock[] {
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).split(/\r?\n/);
  const root: HclBlock = { type: '', labels: [], line: 0, attributes: new Map(), blocks: [] };
  /** The open blocks: the root first, the innermost last. */
  const stack: [root: HclBlock, ...open: HclBlock[]] = [root];
  let heredoc: string | null = null;
  // The bracket depth of an expression over several lines, and its attribute.
  let open = 0;
  let pending: { text: string; line: number } | null = null;
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    if (heredoc !== null) {
      if (raw.trim() === heredoc) heredoc = null;
      else if (pending) pending.text += `\n${raw}`;
      continue;
    }
    const code = stripComment(raw);
    if (open > 0) {
      if (pending) pending.text += `\n${code.trim()}`;
      open += bracketBalance(code);
      continue;
    }
    const holder = stack.at(-1) ?? root;
    const block = /^\s*([\w-]+)((?:\s+(?:"[^"]*"|[\w.-]+))*)\s*\{\s*(.*)$/.exec(code);
    const attribute = /^\s*"?([\w.-]+)"?\s*=(?!=)\s*(.*)$/.exec(code);
    if (attribute) {
      const [, name = '', value = ''] = attribute;
      pending = { text: value.trim(), line };
      holder.attributes.set(name, pending);
      heredoc = /<<[-~]?\s*"?(\w+)"?\s*$/.exec(code)?.[1] ?? null;
      open = Math.max(0, bracketBalance(value));
    } else if (block && stack.length < MAX_DEPTH) {
      const [, type = '', named = '', after = ''] = block;
      const labels = [...named.matchAll(/"([^"]*)"|([\w.-]+)/g)].map((match) => match[1] ?? match[2] ?? '');
      const made: HclBlock = { type, labels, line, attributes: new Map(), blocks: [] };
      holder.blocks.push(made);
      const rest = after.trim();
      if (rest.endsWith('}')) {
        const inner = /^([\w-]+)\s*=\s*(.*?)\s*\}$/.exec(rest);
        if (inner) made.attributes.set(inner[1] ?? '', { text: inner[2] ?? '', line });
      } else stack.push(made);
    } else if (/^\s*\}/.test(code) && stack.length > 1) stack.pop();
  }
  return root.blocks;
}

function stripComment(line: string): string {
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '"' && line.charAt(at - 1) !== '\\') quoted = !quoted;
    else if (!quoted && (char === '#' || line.startsWith('//', at))) return line.slice(0, at);
  }
  return line;
}

function bracketBalance(code: string): number {
  const plain = code.replace(/"(?:\\.|[^"\\])*"/g, '""');
  return (plain.match(/[[({]/g) ?? []).length - (plain.match(/[\])}]/g) ?? []).length;
}
