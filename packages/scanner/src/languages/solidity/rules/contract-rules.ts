import type { FindingDraft } from '../../../rules/finding-draft.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = ['Solidity'];

/** Smart contracts: calls that hand over control, senders that are not checked, numbers that miners choose. */
export const contractRules: readonly TextRule[] = [
  {
    id: 'contract/origin-authorization',
    title: 'Rights by tx.origin',
    languages,
    over: 'code',
    pattern: /\b(?:require|assert|if)\s*\([^;{]{0,120}\btx\.origin\b[^;{]{0,120}[=!]=|[=!]=\s*tx\.origin\b/g,
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-284', 'CWE-477'],
    source: 'code',
    description:
      'A contract that the owner is talked into calling passes this check in the name of the owner.',
    recommendation: 'Compare msg.sender.',
  },
  {
    id: 'contract/unchecked-transfer',
    title: 'The result of a token transfer is not looked at',
    languages,
    over: 'code',
    pattern:
      /^[^\S\n]*(?:\w+|IERC20\s*\([^()]{1,80}\))\.(?:transferFrom|transfer)\s*\([^;()]*(?:\([^()]*\)[^;()]*)*,[^;()]*(?:\([^()]*\)[^;()]*)*\)\s*;/gm,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-252', 'CWE-754'],
    source: 'code',
    description: 'Tokens that answer false instead of failing let the rest of the function go on unpaid.',
    recommendation: "Use SafeERC20's safeTransfer and safeTransferFrom.",
  },
  {
    id: 'contract/unchecked-call',
    title: 'The result of a low-level call is not looked at',
    languages,
    over: 'code',
    pattern: /^[^\S\n]*[\w.[\]()]+\.(?:call|delegatecall|staticcall|send)\s*(?:\{[^}]*\})?\s*\([^;]*\)\s*;/gm,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-252'],
    source: 'code',
    description: 'A call that fails answers false and does not undo what was done before.',
    recommendation: 'Require the first value that the call returns.',
  },
  {
    id: 'contract/delegatecall',
    title: 'Foreign code runs in this contract',
    languages,
    over: 'code',
    pattern: /\b(\w+)\.delegatecall\s*\(/g,
    impact: 'disclosure',
    confidence: 0.6,
    cwe: ['CWE-829', 'CWE-284'],
    source: 'code',
    refine: (match, view) => {
      const body = bodyOf(view, match.index ?? 0);
      const head = body.slice(0, body.indexOf('{'));
      return (
        new RegExp(String.raw`\baddress\s+(?:payable\s+)?${match[1]}\b`).test(head) && !/\bonly\w+/.test(head)
      );
    },
    description: 'The called code writes this contract’s storage, and the caller chooses which code.',
    recommendation: 'Call a fixed, reviewed address.',
  },
  {
    id: 'contract/open-selfdestruct',
    title: 'Anybody may destroy the contract',
    languages,
    over: 'code',
    pattern: /\b(?:selfdestruct|suicide)\s*\(/g,
    impact: 'takeover',
    confidence: 0.6,
    cwe: ['CWE-284', 'CWE-862'],
    source: 'code',
    refine: (match, view) => {
      const body = bodyOf(view, match.index ?? 0);
      return !/\bonly\w+|require\s*\([^;]*msg\.sender|_checkOwner|hasRole|auth\b/.test(body);
    },
    description: 'Funds and code are gone with one call of a stranger.',
    recommendation: 'Ask for the owner first, or leave it away.',
  },
  {
    id: 'contract/chain-random',
    title: 'Random numbers from the block',
    languages,
    over: 'code',
    pattern:
      /\bkeccak256\s*\([^;]*\b(?:block\.(?:timestamp|number|difficulty|prevrandao|coinbase)|blockhash|now)\b|\bblock\.(?:timestamp|number|difficulty|prevrandao)\s*%/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-330', 'CWE-338'],
    source: 'code',
    description:
      'Whoever builds the block, or calls from a contract in the same block, knows or chooses the number.',
    recommendation: 'Use a verifiable random function, or commit and reveal.',
  },
  {
    id: 'contract/old-compiler',
    title: 'Compiler without overflow checks',
    languages,
    pattern: /\bpragma\s+solidity\s*[\^~>=\s]*0\.([0-7])\.\d+/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-190', 'CWE-1104'],
    source: 'code',
    refine: (_match, view) => /[-+*]=|\+\+|--/.test(view.code),
    description: 'Before 0.8 sums and differences wrap around silently.',
    recommendation: 'Compile with 0.8 or newer.',
  },
];

function bodyOf(view: SourceView, offset: number): string {
  const around = functionsOf(view).find((one) => one.from <= offset && offset < one.to);
  return around ? view.code.slice(around.from, around.to) : '';
}

interface Span {
  name: string;
  from: number;
  to: number;
}

/** Functions by their brackets. */
function functionsOf(view: SourceView): Span[] {
  const spans: Span[] = [];
  for (const match of view.code.matchAll(/\b(?:function\s+(\w+)|fallback|receive)\s*\(/g)) {
    const open = view.code.indexOf('{', match.index);
    const end = view.code.indexOf(';', match.index);
    if (open < 0 || (end >= 0 && end < open)) continue;
    let depth = 0;
    let to = open;
    for (; to < view.code.length; to++) {
      if (view.code[to] === '{') depth++;
      else if (view.code[to] === '}' && --depth === 0) break;
    }
    spans.push({ name: match[1] ?? 'fallback', from: match.index, to: to + 1 });
    if (spans.length >= 500) break;
  }
  return spans;
}

/** Calls after which the called contract may call back. */
const handsOver =
  /\.call\s*(?:\{[^}]*\}|\.value\s*\([^)]*\))|\.send\s*\(|\b_safe(?:Mint|Transfer)\s*\(|\bsafeTransferFrom\s*\(|\bonERC\w+Received\s*\(/g;
const writesState =
  /^[^\S\n]*(?!(?:u?int\d*|bool|address|string|bytes\d*|mapping|var|memory|return|emit|require|assert|if|for|while)\b)[A-Za-z_]\w*(?:\[[^;=]*\]|\.\w+)*\s*(?:[-+*/|&^]?=(?!=)|\+\+|--)|^[^\S\n]*(?:delete\s+\w|_set\w+\s*\(|_burn\s*\(|_transfer\s*\()/m;

/** State that is written only after control was handed to another contract. */
export function reentrantCalls(view: SourceView): FindingDraft[] {
  if (view.file.language !== 'Solidity') return [];
  const drafts: FindingDraft[] = [];
  for (const span of functionsOf(view)) {
    const body = view.code.slice(span.from, span.to);
    const head = body.slice(0, body.indexOf('{'));
    if (/\bnonReentrant\b|\block\b|\b(?:view|pure)\b/.test(head)) continue;
    for (const match of body.matchAll(handsOver)) {
      const end = body.indexOf(';', match.index);
      const after = body.slice(end + 1);
      const written = writesState.exec(after);
      if (end < 0 || !written) continue;
      const line = view.lineAt(span.from + match.index);
      const writeLine = view.lineAt(
        span.from + end + 1 + written.index + (/^\s*/.exec(written[0])?.[0].length ?? 0),
      );
      drafts.push({
        ruleId: 'contract/reentrancy',
        title: 'State is written after another contract was called',
        impact: /\.call|\.send/.test(match[0]) ? 'disclosure' : 'weakening',
        exposure: view.exposure,
        confidence: /\bonly\w+\b/.test(head) ? 0.45 : 0.75,
        cwe: ['CWE-841', 'CWE-696', 'CWE-362'],
        file: view.path,
        line,
        endLine: writeLine,
        snippet: view.lineText(line),
        description: `The called contract can call ${span.name} again before line ${writeLine} has written what the first call did.`,
        recommendation: 'Write the state before the call, or guard the function with nonReentrant.',
        references: ['https://swcregistry.io/docs/SWC-107'],
        source: 'code',
        symbol: span.name,
      });
      break;
    }
  }
  return drafts;
}
