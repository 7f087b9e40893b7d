import { weaklyHashedPasswords } from '../languages/shared/rules/kept-passwords.ts';
import { isSecurityUse, useConfiguration } from '../languages/shared/rules/value-context.ts';
import { cryptoRules } from '../languages/text-rules.ts';
import { byPath } from '../read/compare-text.ts';
import { isConfigurationPath } from '../read/files/configuration-path.ts';
import { isVendoredPath } from '../read/files/third-party.ts';
import { defineAgent } from '../rules/agent-run.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { isBelowSwitch } from '../rules/own-switch.ts';
import { ownCode, ownCodeView, type SourceView } from '../rules/source-view.ts';
import { applyTextRules } from '../rules/text-rule.ts';
import type { InspectionInput } from '../types/agent.ts';
import type { FileLookup } from '../types/file-entry.ts';
import { misuseDrafts, withoutDuplicates } from './misuse-drafts.ts';

/** Weak hashes, ciphers, generators and keys, and encryption without certificate checks. */
export const cryptoTransportAgent = defineAgent({
  id: 'security.crypto-transport',
  category: 'security',
  inspectFile: (file, input) => {
    const view = ownCodeView(input, file);
    if (view === undefined) return undefined;
    useConfiguration(file, configurationOf(input));
    const drafts = applyTextRules(cryptoRules, view).map((one) => byChoice(one, view));
    return drafts.length === 0 ? undefined : drafts;
  },
  program: (input, inspected) => {
    const told = misuseDrafts(input, [
      'weak_hash',
      'weak_cipher',
      'cipher_mode',
      'weak_random',
      'insecure_tls',
      'plain_transport',
    ]);
    const views = [...ownCode(input)];
    const byPath = new Map(views.map((view) => [view.path, view]));
    const all = withoutDuplicates(
      told.map((one) => whereDrawn(byChoice(one, byPath.get(one.file)), byPath.get(one.file))),
      inspected.flat(),
    );
    return { drafts: [...all, ...weaklyHashedPasswords(input, views, all)] };
  },
});

/**
 * A check that is only disabled if a caller asks for it (`if (verify === false)`, `insecureClient()`) is an option of
 * this program. It matters where the option is used.
 */
function byChoice(draft: FindingDraft, view: SourceView | undefined): FindingDraft {
  if (draft.ruleId !== 'transport/unchecked-certificate' || view === undefined) return draft;
  const start = view.offsetOf(draft.line);
  const before = view.code.slice(Math.max(0, start - 400), start);
  const isAsked =
    /insecure/i.test(draft.symbol ?? '') ||
    isBelowSwitch(view.code, start) ||
    /\b(?:el)?if\s*\(?\s*(?:!\s*\$?[\w.>-]+|not\s+[\w.]*(?:verify|check|valid)\w*|\$?[\w.>-]+\s*(?:={2,3}|\bis)\s*false|\$?[\w.>-]*(?:insecure|skip\w*verif\w*|no_?verify)\w*)\s*\)?\s*(?:\{|then|:)?[^{}]*$/i.test(
      before,
    );
  return isAsked ? { ...draft, impact: 'hygiene', confidence: Math.min(draft.confidence, 0.5) } : draft;
}

/** A generator stored in a class is reported where it is first used. */
function whereDrawn(draft: FindingDraft, view: SourceView | undefined): FindingDraft {
  if (draft.ruleId !== 'crypto/weak-random' || view === undefined || view.functionAt(draft.line))
    return draft;
  const name = /(\w+)\s*=\s*(?:new\b|Random\b)/.exec(view.lineText(draft.line))?.[1];
  if (name === undefined) return draft;
  const use = new RegExp(String.raw`\b${name}\s*\.\s*[nN]ext\w*\s*\(`).exec(view.code);
  if (use === null) return draft;
  const line = view.lineAt(use.index);
  const matters = draft.impact !== 'hygiene' || isSecurityUse(use.index, view);
  const { column: _column, ...rest } = draft;
  return {
    ...rest,
    line,
    endLine: line,
    snippet: view.lineText(line),
    symbol: view.symbolAt(line),
    impact: matters ? 'weakening' : 'hygiene',
  };
}

type ReadConfiguration = (key: string) => string | undefined;
const configurations = new WeakMap<FileLookup, ReadConfiguration>();

/** Values of the application's property files by key; read when first needed. */
function configurationOf({ files }: InspectionInput): ReadConfiguration {
  const known = configurations.get(files);
  if (known !== undefined) return known;
  let values: Map<string, string> | undefined;
  const read = (key: string) => {
    values ??= readProperties(files);
    return values.get(key);
  };
  configurations.set(files, read);
  return read;
}

function readProperties(files: FileLookup): Map<string, string> {
  const values = new Map<string, string>();
  const own = files.entries
    .filter(
      ({ path, sizeBytes }) => isConfigurationPath(path) && sizeBytes <= 262_144 && !isVendoredPath(path),
    )
    .sort(byPath);
  for (const { path } of own) {
    for (const line of (files.text(path) ?? '').split('\n')) {
      const [, key, value = ''] = /^\s*([\w.-]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      if (key !== undefined && !values.has(key)) values.set(key, value.replace(/^["']|["']$/g, ''));
    }
  }
  return values;
}
