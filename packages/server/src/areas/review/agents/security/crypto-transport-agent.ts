import type { AgentInput } from '../../types/agent.ts';
import { defineAgent } from '../core/agent-run.ts';
import type { FindingDraft } from '../core/finding-draft.ts';
import { ownCode, type SourceView } from '../core/source-view.ts';
import { applyTextRules } from '../core/text-rule.ts';
import { cryptoRules } from './crypto-rules.ts';
import { frameworkTransportRules } from './framework-rules.ts';
import { weaklyHashedPasswords } from './kept-passwords.ts';
import { misuseDrafts, withoutToldAlready } from './misuse-drafts.ts';
import { transportRules } from './transport-rules.ts';
import { useConfiguration } from './value-context.ts';

/** Weak hashes, ciphers, generators and keys, and encryption that checks nobody. */
export const cryptoTransportAgent = defineAgent({
  id: 'security.crypto-transport',
  category: 'security',
  program: (input) => {
    const read = configurationReader(input);
    const told = misuseDrafts(input, ['weak_hash', 'weak_cipher', 'weak_random', 'insecure_tls']);
    const drafts: FindingDraft[] = [];
    const views = [...ownCode(input)];
    for (const view of views) {
      useConfiguration(view.file, read);
      drafts.push(...applyTextRules([...cryptoRules, ...transportRules, ...frameworkTransportRules], view));
    }
    const byPath = new Map(views.map((view) => [view.path, view]));
    const all = withoutToldAlready(told, drafts).map((one) => byChoice(one, byPath.get(one.file)));
    return { drafts: [...all, ...weaklyHashedPasswords(input, views, all)] };
  },
});

/**
 * A check that is off only where a caller asked for it (`if (verify === false)`, `insecureClient()`) is a switch of this
 * program: it weighs where it is used.
 */
function byChoice(draft: FindingDraft, view: SourceView | undefined): FindingDraft {
  if (draft.ruleId !== 'transport/unchecked-certificate' || view === undefined) return draft;
  const start = view.offsetOf(draft.line);
  const before = view.code.slice(Math.max(0, start - 400), start);
  const isAsked =
    /insecure/i.test(draft.symbol ?? '') ||
    /\bif\s*\(?\s*(?:!\s*\$?[\w.>-]+|\$?[\w.>-]+\s*={2,3}\s*false|\$?[\w.>-]*(?:insecure|skip\w*verif\w*|no_?verify)\w*)\s*\)?\s*(?:\{|then|:)?[^{}]*$/i.test(
      before,
    );
  return isAsked ? { ...draft, impact: 'hygiene', confidence: Math.min(draft.confidence, 0.5) } : draft;
}

/** Values of the application's property files by key; read at the first question. */
function configurationReader(input: AgentInput): (key: string) => string | undefined {
  let values: Map<string, string> | undefined;
  return (key) => {
    values ??= readProperties(input);
    return values.get(key);
  };
}

function readProperties(input: AgentInput): Map<string, string> {
  const values = new Map<string, string>();
  for (const file of input.index.files) {
    if (!/\.(?:properties|ini|conf|env)$/.test(file.path) || file.isVendored || file.sizeBytes > 262_144)
      continue;
    for (const line of (input.files.text(file.path) ?? '').split('\n')) {
      const match = /^\s*([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(line);
      if (match && !values.has(match[1]!)) values.set(match[1]!, match[2]!.replace(/^["']|["']$/g, ''));
    }
  }
  return values;
}
