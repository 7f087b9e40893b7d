import { catalog } from '../rules/catalog/catalog.ts';
import { callerSettings } from '../types/caller-setting.ts';
import { type Severity, severities } from '../types/finding.ts';
import { type Reading, refuse } from './read-formula.ts';
import type { RuleSettings } from './rule-types.ts';
import type { Place } from './yaml-place.ts';

interface Whole {
  reading: Reading;
  /** The ids of the rules in the same file. */
  ids: ReadonlySet<string>;
  /** The owner of the file. */
  owner: string;
}

const severityNames: Readonly<Record<string, Severity>> = {
  CRITICAL: 'critical',
  ERROR: 'high',
  HIGH: 'high',
  WARNING: 'medium',
  MEDIUM: 'medium',
  INFO: 'low',
  LOW: 'low',
};

/** A severity by Trivium's or Semgrep's name. */
export function severityNamed({ text }: Place): Severity | undefined {
  return severityNames[text?.toUpperCase() ?? ''];
}

/** The disabled rules and the changed severities. */
export function readSettings(whole: Whole, place: Place): RuleSettings {
  return {
    disabled: readDisabled(whole, place.at('disabled')),
    severity: readSeverities(whole, place.at('severity')),
    ...readCallers(whole, place.at('callers')),
  };
}

/** An organization's rules apply after the analysis, so `on` would have no effect there. */
function readCallers({ reading, owner }: Whole, place: Place): Pick<RuleSettings, 'callers'> {
  if (!place.exists) return {};
  const known = owner === 'organization' ? callerSettings.filter((one) => one !== 'on') : callerSettings;
  const callers = known.find((one) => one === place.text);
  if (callers !== undefined) return { callers };
  const more =
    place.text === 'on'
      ? ' A repository sets `on` in its file, so that it is there when the code is analysed.'
      : '';
  refuse(reading, place, `It must be ${known.join(' or ')}.${more}`);
  return {};
}

const MAX_REPOSITORIES = 1_000;

/** Settings by repository name. */
export function readRepositories(whole: Whole, place: Place): Record<string, RuleSettings> {
  if (!place.exists) return {};
  if (!place.isMap || place.entries().length > MAX_REPOSITORIES) {
    refuse(whole.reading, place, `It must give settings by names, for at most ${MAX_REPOSITORIES}.`);
    return {};
  }
  const read = place.entries().map(([name, entry]): [string, RuleSettings] => {
    for (const [key, part] of entry.entries())
      if (!/^(?:disabled|severity|callers)$/.test(key))
        refuse(whole.reading, part, `\`${key.slice(0, 100)}\` is not supported.`);
    return [name, readSettings(whole, entry)];
  });
  return Object.fromEntries(read);
}

function readDisabled(whole: Whole, place: Place): string[] {
  if (!place.exists) return [];
  if (!place.isList) refuse(whole.reading, place, 'It must be a list of ids of rules.');
  return place.items().flatMap((item) => {
    const id = item.text;
    return isKnown(whole, item, id) ? [id] : [];
  });
}

function readSeverities(whole: Whole, place: Place): Record<string, Severity> {
  if (!place.exists) return {};
  if (!place.isMap) refuse(whole.reading, place, 'It must give severities by ids of rules.');
  const given: [string, Severity][] = [];
  for (const [id, entry] of place.entries()) {
    const severity = severityNamed(entry);
    if (severity === undefined) refuse(whole.reading, entry, `It must be ${severities.join(', ')}.`);
    else if (isKnown(whole, entry, id)) given.push([id, severity]);
  }
  return Object.fromEntries(given);
}

/** With a misspelt id, the setting would silently have no effect. */
function isKnown({ reading, ids }: Whole, place: Place, id: string | undefined): id is string {
  if (id !== undefined && (catalog.has(id) || ids.has(id))) return true;
  refuse(reading, place, `There is no rule \`${(id ?? '').slice(0, 200)}\`.`);
  return false;
}
