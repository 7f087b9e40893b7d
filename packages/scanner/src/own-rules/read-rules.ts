import type { Severity } from '../types/finding.ts';
import { ruleLimits } from './limits.ts';
import { type Reading, readOperator, readRegex, refuse } from './read-formula.ts';
import { readMetadata } from './read-metadata.ts';
import { readRepositories, readSettings, severityNamed } from './read-settings.ts';
import { ruleLanguages } from './rule-languages.ts';
import type { OwnRule, RuleFile, RuleProblem, TaintPart, TaintRule } from './rule-types.ts';
import { type Place, readYaml } from './yaml-place.ts';

export interface ReadRules extends RuleFile {
  /** Everything that was not understood, with its place. A rule with a problem is not in `rules`. */
  problems: RuleProblem[];
}

const empty = { rules: [], disabled: [], severity: {}, repositories: {} };

/**
 * Reads a file of rules in Semgrep's format. It may also have `disabled` and `severity`, and, for an organization,
 * both for single repositories by name.
 */
export function readRules(text: string, owner: string): ReadRules {
  if (Buffer.byteLength(text) > ruleLimits.mostBytes) {
    const message = `A file of rules may have ${ruleLimits.mostBytes} bytes.`;
    return { ...empty, problems: [{ line: 1, field: '', message }] };
  }
  const place = readYaml(text);
  if (!('entries' in place)) return { ...empty, problems: [place] };
  const reading: Reading = { problems: [], patterns: 0 };
  if (place.exists && !place.isMap) refuse(reading, place, 'It must be a mapping with `rules`.');
  const known =
    owner === 'organization'
      ? /^(?:rules|disabled|severity|callers|repositories)$/
      : /^(?:rules|disabled|severity|callers)$/;
  for (const [key, entry] of place.entries())
    if (!known.test(key)) refuse(reading, entry, `\`${key.slice(0, 100)}\` is not supported.`);
  const rules = readList(reading, place.at('rules'), owner);
  const ids = new Set(rules.flatMap(({ id }) => [id, `${owner}/${id}`]));
  const whole = { reading, ids, owner };
  return {
    rules,
    ...readSettings(whole, place),
    repositories: owner === 'organization' ? readRepositories(whole, place.at('repositories')) : {},
    problems: reading.problems,
  };
}

function readList(reading: Reading, place: Place, owner: string): OwnRule[] {
  if (!place.exists) return [];
  if (!place.isList) {
    refuse(reading, place, 'It must be a list of rules.');
    return [];
  }
  if (place.items().length > ruleLimits.mostRules) {
    refuse(reading, place, `There may be ${ruleLimits.mostRules} rules.`);
    return [];
  }
  const rules: OwnRule[] = [];
  const known = new Set<string>();
  for (const item of place.items()) {
    const before = reading.problems.length;
    const rule = readRule(reading, item, owner);
    if (rule === null || reading.problems.length > before) continue;
    if (known.has(rule.id)) refuse(reading, item.at('id'), `There are two rules \`${rule.id}\`.`);
    else rules.push(rule);
    known.add(rule.id);
  }
  return rules;
}

const ruleKeys =
  /^(?:id|languages|message|severity|metadata|paths|fix|fix-regex|mode|options|min-version|max-version|pattern-sources|pattern-sinks|pattern-sanitizers)$/;

function readRule(reading: Reading, place: Place, owner: string): OwnRule | null {
  const before = reading.problems.length;
  if (!place.isMap) return refuse(reading, place, 'A rule is a mapping.');
  const mode = place.at('mode').text ?? 'search';
  for (const [key, entry] of place.entries())
    if (mode === 'taint' && !ruleKeys.test(key))
      refuse(reading, entry, `\`${key.slice(0, 100)}\` is not supported.`);
  const id = readId(reading, place.at('id'));
  const message = place.at('message').text?.trim();
  if (!message) refuse(reading, place.at('message'), 'A rule needs a message.');
  const languages = readLanguages(reading, place.at('languages'));
  if (mode !== 'search' && mode !== 'taint')
    refuse(
      reading,
      place.at('mode'),
      `The mode \`${mode.slice(0, 40)}\` is not supported; there are search and taint.`,
    );
  const taint = mode === 'taint' ? readTaint(reading, place) : null;
  const search = mode === 'search' ? readOperator(reading, place, 0, ruleKeys) : null;
  if (id === null || !message || (taint === null && search === null)) return null;
  if (search !== null && reading.problems.length === before && !finds(search))
    refuse(reading, place, 'A rule needs a pattern that finds something.');
  return {
    id,
    languages,
    message,
    severity: readSeverity(reading, place.at('severity')),
    ...readMetadata(place.at('metadata')),
    fix: place.at('fix').text ?? null,
    fixRegex: readFixRegex(reading, place.at('fix-regex')),
    paths: readPaths(reading, place.at('paths')),
    search,
    taint,
    owner,
  };
}

/** Whether the formula has a part that is not just a condition. */
function finds(formula: Parameters<typeof JSON.stringify>[0] & { op: string; of?: unknown }): boolean {
  if (formula.op === 'not') return false;
  if (formula.op !== 'all') return true;
  return (formula.of as { op: string }[]).some(finds);
}

function readId(reading: Reading, place: Place): string | null {
  const { text } = place;
  if (text !== undefined && /^[\w.-]{1,200}$/.test(text)) return text;
  return refuse(reading, place, 'A rule needs an id of letters, digits, `.`, `-` and `_`.');
}

function readLanguages(reading: Reading, place: Place): string[] {
  const names = place.texts();
  if (names.length === 0) refuse(reading, place, 'A rule needs `languages`.');
  const unknown = names.find((name) => ruleLanguages[name.toLowerCase()] === undefined);
  if (unknown !== undefined)
    refuse(
      reading,
      place,
      `The language \`${unknown.slice(0, 40)}\` is not supported; there are ${Object.keys(ruleLanguages).join(', ')}.`,
    );
  return [...new Set(names.flatMap((name) => ruleLanguages[name.toLowerCase()] ?? []))];
}

function readSeverity(reading: Reading, place: Place): Severity {
  const severity = severityNamed(place);
  if (severity === undefined)
    refuse(reading, place, 'It must be ERROR, WARNING or INFO, or critical, high, medium or low.');
  return severity ?? 'low';
}

function readFixRegex(reading: Reading, place: Place): OwnRule['fixRegex'] {
  if (!place.exists) return null;
  const regex = readRegex(reading, place.at('regex'));
  const replacement = place.at('replacement').text;
  if (replacement === undefined) return refuse(reading, place.at('replacement'), 'It must be a text.');
  const count = Number(place.at('count').text ?? Number.POSITIVE_INFINITY);
  return regex === null ? null : { regex, replacement, count };
}

function readPaths(reading: Reading, place: Place): OwnRule['paths'] {
  for (const [key, entry] of place.entries())
    if (key !== 'include' && key !== 'exclude')
      refuse(reading, entry, `\`${key.slice(0, 100)}\` is not supported.`);
  const globs = (key: string) => {
    const texts = place.at(key).texts();
    if (texts.length > 100 || texts.some((glob) => glob.length > 300))
      refuse(reading, place.at(key), 'There may be 100 patterns of paths, of 300 characters each.');
    return texts;
  };
  return { include: globs('include'), exclude: globs('exclude') };
}

function readTaint(reading: Reading, place: Place): TaintRule | null {
  const parts = (key: string, isNeeded: boolean): TaintPart[] => {
    const list = place.at(key);
    if (!list.exists) {
      if (isNeeded) refuse(reading, list, `A rule of mode taint needs \`${key}\`.`);
      return [];
    }
    return list.items().flatMap((item) => readTaintPart(reading, item) ?? []);
  };
  return {
    sources: parts('pattern-sources', true),
    sinks: parts('pattern-sinks', true),
    sanitizers: parts('pattern-sanitizers', false),
  };
}

function readTaintPart(reading: Reading, place: Place): TaintPart | null {
  for (const key of ['label', 'requires', 'at-exit', 'control'])
    if (place.at(key).exists) refuse(reading, place.at(key), `\`${key}\` is not supported.`);
  const effect = place.at('by-side-effect');
  if (effect.exists && effect.value !== false) refuse(reading, effect, '`by-side-effect` is not supported.');
  const beside = /^(?:label|requires|at-exit|control|by-side-effect|exact)$/;
  const formula = readOperator(reading, place, 0, beside);
  return formula === null ? null : { formula, isExact: place.at('exact').value === true };
}
