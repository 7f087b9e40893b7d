import { auxiliaryPath } from '../read/files/aside-paths.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import type { AgentInput } from '../types/agent.ts';
import { type ConfigRuleText, configDraft } from './config-finding.ts';

interface FlagRule extends ConfigRuleText {
  pattern: RegExp;
}

/** Flags of the whole application. */
const flags: readonly FlagRule[] = [
  {
    id: 'access/debug-mode',
    pattern: /\bandroid:debuggable\s*=\s*"true"/,
    impact: 'weakening',
    confidence: 0.9,
    cwe: ['CWE-489'],
    description: 'Anybody who holds the device can attach a debugger and read what the application stores.',
    recommendation: 'Leave it to the build: debug builds set it, release builds do not.',
  },
  {
    id: 'transport/plain-protocol',
    pattern: /\bandroid:usesCleartextTraffic\s*=\s*"true"/,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-319'],
    description: 'What is sent can be read and changed in transit.',
    recommendation: 'Leave it off, and list the few hosts that need it in a network security configuration.',
  },
  {
    id: 'access/backup',
    pattern: /\bandroid:allowBackup\s*=\s*"true"/,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-530', 'CWE-200'],
    description: 'A backup over the cable copies databases, preferences and tokens.',
    recommendation: 'Switch it off, or list in backup rules what may be backed up.',
  },
];

const exported: ConfigRuleText = {
  id: 'access/exported-component',
  impact: 'weakening',
  confidence: 0.6,
  cwe: ['CWE-926'],
  description: 'It is exported and asks for no permission, so any application on the device can call it.',
  recommendation: 'Set android:exported="false", or require a permission of signature level.',
};
const providerToo = { ...exported, impact: 'disclosure', confidence: 0.75 } as const;
const MAX_LENGTH = 1_048_576;

/** What an Android application exposes to other applications and to whoever has the device. */
export function androidManifests(input: AgentInput): FindingDraft[] {
  return input.index.files.flatMap((file) => {
    if (!/(?:^|\/)AndroidManifest\.xml$/.test(file.path)) return [];
    if (file.isVendored || file.sizeBytes > MAX_LENGTH || auxiliaryPath.test(file.path)) return [];
    // Comments keep their length, so that offsets do not change.
    const text = (input.files.text(file.path) ?? '').replace(/<!--[\s\S]*?-->/g, (comment) =>
      comment.replace(/[^\n]/g, ' '),
    );
    return manifestDrafts(file.path, text);
  });
}

function manifestDrafts(path: string, text: string): FindingDraft[] {
  const drafts: FindingDraft[] = [];
  const tell = (rule: ConfigRuleText, offset: number, about: string): void => {
    const line = text.slice(0, offset).split('\n').length;
    drafts.push(configDraft(rule, path, line, text.split('\n')[line - 1] ?? '', about));
  };
  const application = /<application\b[^>]*>/.exec(text);
  for (const rule of flags) {
    const at = application === null ? -1 : application[0].search(rule.pattern);
    if (application && at >= 0) tell(rule, application.index + at, rule.id);
  }
  for (const match of text.matchAll(/<(activity|service|receiver|provider)\b[^>]*>/g)) {
    const [tag, kind = ''] = match;
    if (!/\bandroid:exported\s*=\s*"true"/.test(tag) || /\bandroid:(?:\w*[pP]ermission)\s*=/.test(tag))
      continue;
    const end = tag.endsWith('/>') ? match.index : text.indexOf(`</${kind}>`, match.index);
    const body = text.slice(match.index, Math.max(end, match.index));
    // The launcher activity, and components that the system calls, must be exported.
    if (/category\.LAUNCHER|android\.(?:service|appwidget|accounts|app\.action)\.|com\.google\./.test(body))
      continue;
    const name = /\bandroid:name\s*=\s*"([^"]{1,200})"/.exec(tag)?.[1] ?? kind;
    tell(kind === 'provider' ? providerToo : exported, match.index + tag.search(/\bandroid:exported/), name);
  }
  return drafts;
}
