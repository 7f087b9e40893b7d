import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';

const rules = {
  alias: {
    id: 'access/alias-traversal',
    impact: 'disclosure',
    confidence: 0.8,
    cwe: ['CWE-22', 'CWE-23'],
    description:
      'The location has no slash at its end and the alias has one, so `/name../` leads to the parent folder.',
    recommendation: 'End the location with a slash as well.',
  },
  target: {
    id: 'access/open-proxy',
    impact: 'disclosure',
    confidence: 0.7,
    cwe: ['CWE-918', 'CWE-441'],
    description:
      'Whoever sends the request makes this server call internal addresses and gets their responses.',
    recommendation: 'List the hosts that may be called, in a map or in one location each.',
  },
  split: {
    id: 'access/split-header',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-113', 'CWE-93'],
    description:
      '$uri and $document_uri are decoded: an encoded line break in the path adds headers to the response.',
    recommendation: 'Use $request_uri.',
  },
  origin: {
    id: 'access/open-cors',
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'The origin of the request is sent back without a check.',
    recommendation: 'Pass it through a map of the allowed sites.',
  },
  clients: {
    id: 'access/forged-address',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-348', 'CWE-290'],
    description: 'Limits and address rules trust a header that every client can send.',
    recommendation: 'List the addresses of the proxies in front of this server in set_real_ip_from.',
  },
} satisfies Record<string, ConfigRuleText>;

const serverFile =
  /(?:^|\/)(?:nginx[^/]*\.conf|(?:[^/]*nginx[^/]*|sites-(?:available|enabled)|conf\.d)\/(?:[^/]+\/)*[^/]+|[^/]*\.nginx)(?:\.(?:conf|template|tmpl|j2))?$|(?:^|\/)[\w.-]+\.conf(?:\.(?:template|tmpl|j2))?$/i;
const MAX_LENGTH = 262_144;

/** Servers and proxies configured with nginx, and what their locations expose. */
export function nginxSettings(input: AgentInput): FindingDraft[] {
  return input.index.files.flatMap((file) => {
    if (file.isVendored || file.sizeBytes > MAX_LENGTH || file.kind === 'code' || !serverFile.test(file.path))
      return [];
    return auxiliaryPath.test(file.path) ? [] : checkNginx(file.path, input.files.text(file.path) ?? '');
  });
}

interface Location {
  /** The prefix that it matches, or null for a pattern. */
  prefix: string | null;
  line: number;
}

/** The problems in one file; none if it is not an nginx file. */
export function checkNginx(path: string, text: string): FindingDraft[] {
  if (!/^[^\S\n]*(?:server|location|upstream|http)\b[^\n;]*\{/m.test(text)) return [];
  const drafts: FindingDraft[] = [];
  const lines = text.split('\n');
  const add = (rule: ConfigRuleText, line: number) =>
    drafts.push(
      configDraft(rule, path, line, lines[line - 1] ?? '', (lines[line - 1] ?? '').trim().slice(0, 80)),
    );
  const blocks: (Location | null)[] = [];
  for (const [at, whole] of lines.entries()) {
    if (whole.length > 1_000) continue;
    const line = whole.replace(/(?:^|\s)#.*$/, '');
    const location = /^\s*location\s+(=\s*|~\*?\s*|\^~\s*)?(\S+)\s*\{/.exec(line);
    const opened = location
      ? { prefix: /^[~=]/.test(location[1] ?? '') ? null : (location[2] ?? null), line: at + 1 }
      : null;
    const inner = opened ?? blocks.at(-1);
    if (opened) blocks.push(opened);
    countBraces(line.slice(location?.[0].length ?? 0), blocks);
    if (inner?.prefix && !inner.prefix.endsWith('/') && /(?:^|[\s{])alias\s+["']?\S+\/["']?\s*;/.test(line))
      add(rules.alias, inner.line);
    // The whole host, or one that a pattern took from the path.
    if (
      /\b(?:proxy|grpc)_pass\s+(?:https?:\/\/)?\$(?:\d|arg_\w+|http_(?!host\b)\w+|cookie_\w+|query_string)/.test(
        line,
      )
    )
      add(rules.target, at + 1);
    if (
      /\b(?:return\s+30[1278]\s|rewrite\s+\S+\s+https?:|add_header\s+Location\s)[^;#]*\$(?:document_)?uri\b/.test(
        line,
      )
    )
      add(rules.split, at + 1);
    if (
      /\badd_header\s+["']?Access-Control-Allow-Origin["']?\s+["']?\$http_origin\b/i.test(line) &&
      !/\bif\s*\(\s*\$http_origin\s*[~=]/.test(text)
    )
      add(rules.origin, at + 1);
    if (/\bset_real_ip_from\s+(?:0\.0\.0\.0\/0|::\/0)\s*;/.test(line)) add(rules.clients, at + 1);
  }
  return drafts;
}

/** Tracks the blocks that the rest of a line opens and closes. */
function countBraces(text: string, blocks: (Location | null)[]): void {
  for (const [brace] of text.replace(/\$\{\w+\}|"[^"]*"|'[^']*'/g, '').matchAll(/[{}]/g)) {
    if (brace === '{') blocks.push(null);
    else blocks.pop();
  }
}
