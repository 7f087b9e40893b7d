import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';
import { ensureGoImport } from './go-import.ts';
import { listSetting, settingName } from './list-setting.ts';
import { ensurePythonImport } from './python-import.ts';
import { isForBrowsers } from './script-side.ts';
import { isFixedPlace, type Literal, literalAround, nameOf } from './secret-place.ts';

const jsLanguage = /^(?:JavaScript|TypeScript|TSX|JSX)$/;
/** Not credentials of a service: in a test, a fixed value is fine. */
const ownSecrets =
  /^access\/|^secrets\/(?:password|weak-password|generic-\w+|basic-auth|connection-string|jwt|authorization-header|azure-storage)$/;

/** Reads a literal credential from the environment instead, under its name in the code. */
export function fixSecret(site: FixSite): Edit[] | undefined {
  const { finding, text, index } = site;
  const language = site.language ?? '';
  const isJs = jsLanguage.test(language);
  if (!isJs && !/^(?:Python|Ruby|PHP|Java|C#|Go|Scala)$/.test(language) && !isServer(site)) return undefined;
  const isTest = index.files.some((file) => file.path === finding.file && file.isTest);
  if (isTest && ownSecrets.test(finding.ruleId)) return undefined;
  const literal = literalAround(site);
  if (!literal || (isJs && isForBrowsers(site))) return undefined;
  const value = text.slice(literal.start + 1, literal.end - 1);
  // A digest that a password is compared with is not a secret that the program needs.
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|\$2[aby]\$.*)$/.test(value) && isPassword(site, literal))
    return undefined;
  const known = withoutDefault(site, literal);
  if (known !== undefined) return known;
  const places = equalPlaces(site, literal);
  if (places.some((place) => isFixedPlace(site, language, place))) return undefined;
  const name = settingName(index, finding.file, nameOf(site, literal), value);
  const edits = places.map((place) => readEnvironment(site, language, place, name));
  if (language === 'Python')
    edits.push(...ensurePythonImport(site, 'import os', /^[^\S\n]*import\s(?:[\w, ]+,)?\s*os\b/m));
  if (language === 'Go') {
    const imported = ensureGoImport(site, 'os');
    if (imported === undefined) return undefined;
    edits.push(...imported);
  }
  // A setting for a test is not a setting of the application.
  return isTest ? edits : [...edits, ...listSetting(site, name)];
}

/** Only server programs in these languages: on a device, applications have no environment variables. */
const servers: Readonly<Record<string, RegExp>> = {
  Swift: /^import (?:Vapor|Hummingbird|Kitura|AWSLambdaRuntime)\b/m,
  Dart: /^import ['"]dart:io['"]/m,
};

const isServer = ({ text, language }: FixSite) => servers[language ?? '']?.test(text) ?? false;

const isPassword = (site: FixSite, literal: Literal) => /PASS(?:WORD|WD)?$/.test(nameOf(site, literal));

/** Removes the default of a setting, so that the setting is required. */
function withoutDefault({ text, finding }: FixSite, { start, end }: Literal): Edit[] | undefined {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const close = /^\s*,?\s*\)/.exec(after)?.[0].length ?? 0;
  const call = /\b(?:os\.(?:getenv|environ\.get)|ENV\.fetch)\s*\(\s*(["']\w+["'])\s*,\s*$/.exec(before);
  if (call && close > 0) {
    const asked = call[0].startsWith('ENV') ? `ENV.fetch(${call[1]})` : `os.environ[${call[1]}]`;
    return [{ file: finding.file, start: call.index, end: end + close, replacement: asked }];
  }
  const either = /(\bprocess\.env(?:\.\w+|\[["']\w+["']\]))(\s*(?:\|\||\?\?)\s*)$/.exec(before);
  if (either) {
    const [, setting = ''] = either;
    const isTyped = /\.[cm]?tsx?$/.test(finding.file);
    const from = either.index + setting.length;
    if (!isTyped) return [{ file: finding.file, start: from, end, replacement: '' }];
    return [{ file: finding.file, start: either.index, end, replacement: `(${setting} as string)` }];
  }
  // Other lookups with a default have their own syntax.
  return /\b(?:get_?env|environ|env)\w*(?:\.get)?\s*[([][^()\n]*$|\|\|\s*$|\?[?:]\s*$/i.test(
    before.slice(before.lastIndexOf('\n') + 1),
  )
    ? []
    : undefined;
}

/** A secret that occurs several times in a file is one secret: whoever signs and whoever verifies must use the same. */
function equalPlaces({ text }: FixSite, literal: Literal): Literal[] {
  const value = text.slice(literal.start + 1, literal.end - 1);
  const quoted = new RegExp(`(["'])${RegExp.escape(value)}\\1`, 'g');
  const from = Math.max(0, literal.start - 200);
  const places = [...text.matchAll(quoted)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  // A short value may mean something else, unless it is the same password again.
  return places.filter(
    ({ start, end }) =>
      start === literal.start ||
      (value.length >= 8 && !/^\s*(?::|=>|\])/.test(text.slice(end, end + 5))) ||
      (start > from &&
        start < literal.end + 200 &&
        /confirm\w*["']?\s*(?:=>|[:=])\s*$/i.test(text.slice(start - 60, start))),
  );
}

function readEnvironment({ finding, text }: FixSite, language: string, place: Literal, name: string): Edit {
  const edit = (replacement: string, start = place.start): Edit => ({
    file: finding.file,
    start,
    end: place.end,
    replacement,
  });
  const before = text.slice(Math.max(0, place.start - 20), place.start);
  switch (language) {
    case 'Python': {
      const [prefix = ''] = /(?<!\w)[bBrRuU]{1,2}$/.exec(before) ?? [];
      const bytes = /b/i.test(prefix) ? '.encode()' : '';
      return edit(`os.environ["${name}"]${bytes}`, place.start - prefix.length);
    }
    case 'Java':
      return edit(`System.getenv("${name}")`);
    case 'C#':
      return edit(
        `System.Environment.GetEnvironmentVariable("${name}") ?? throw new System.InvalidOperationException("${name} is not set.")`,
      );
    case 'Go':
      return edit(`os.Getenv("${name}")`);
    case 'Ruby':
      return edit(`ENV.fetch("${name}")`);
    case 'Scala':
      return edit(`sys.env("${name}")`);
    case 'Swift':
      return edit(`ProcessInfo.processInfo.environment["${name}"]!`);
    case 'Dart':
      return edit(`Platform.environment['${name}']!`);
    case 'PHP':
      return edit(`getenv('${name}')`);
    case 'JavaScript':
    case 'JSX':
      return edit(`process.env.${name}`);
    default: {
      // Without a value, the program fails where it is used. An empty value would be a secret that anybody can guess.
      const read = `process.env['${name}'] as string`;
      const isAlone =
        /(?:[(,:]|[^=!<>]=)\s*$/.test(before) && /^[^\S\n]*(?:[),;}\n]|$)/.test(text.slice(place.end));
      return edit(isAlone ? read : `(${read})`);
    }
  }
}
