/** A named value, as in code, configuration and command lines. */
export interface NamedValue {
  name: string;
  value: string;
  /** Offset of the value in the line. */
  at: number;
  isQuoted: boolean;
}

const hint =
  /p(?:ass|wd?\b|wd|sk|epper)|s(?:ecret|alt)|token|key|c(?:red|onnection)|auth|bearer|jwt|dsn|hmac|:\/\/[^\s/]*:/gi;

// A name, optionally quoted, in brackets or with a type; an assignment, a pair, a comparison or a call; a quoted
// value.
const quoted =
  /([A-Za-z_$][\w$.-]{0,80})(?:["'`]?\]?["'`]?)\s*(?:(?::\s*&?(?:'\w+\s+)?[A-Za-z][\w.<>[\]| ]{0,40}\s*)?(?:=>|:=|[=!]={0,2}|\+=)|:|,|\(|\s(?:string|String)\s*=)\s*(?:(?:[uUbBrRfF]|@|L|new\s+\w+\(|String\(|\[\]byte\(|Buffer\.from\(|b64decode\(|Secret\(|SecretStr\()\s*)?(["'`])((?:\\.|(?!\2)[^\\]){4,512}?)\2/g;
// A secret's name with the operator that the form above requires: most lines that mention secrets have none.
const secretName =
  /(?:pass|pw|secret|token|key|cred|auth|bearer|jwt|psk|dsn|salt|pepper|hmac|connection|pat)[\w$.-]{0,80}["'`]?\]?["'`]?\s*(?:[:=!+,(]|string\s*=)/i;
// The value that is used if the setting is missing: process.env.NAME || 'value', ENV.fetch("NAME", "value").
const fallback =
  /([A-Za-z_][\w.]{1,80})["'`]?\]?\)?\s*(?:\|\||\?\?|\bor\b|\?:)\s*(?:[bru]?)(["'`])((?:\\.|(?!\2)[^\\]){4,512}?)\2/g;
// os.environ.get("NAME", "value"), getProperty("name", "value"), setProperty("password", "value").
const defaulted = /["'`]([A-Za-z_][\w.-]{2,80})["'`]\s*,\s*[bru]?(["'`])((?:\\.|(?!\2)[^\\]){4,512}?)\2/g;
const plain =
  /^\s*(?:export\s+|set\s+|ENV\s+|ARG\s+|-\s+|-e\s+|\$env:)?["']?([A-Za-z_][\w.-]{0,80})["']?\s*(?::=|=|:)\s*([^\s"'`#][^\s"'`]{3,510})\s*(?:[#;].*)?$/;
// ENV NAME value, and several NAME=value after one ENV or environment.
const pairs = /(?<![\w-])([A-Za-z_][\w]{1,80})=([^\s"'`;&|)]{4,512})/g;
const xmlElement = /<([A-Za-z][\w.:-]{0,80})>([^<\s]{4,512})<\//g;
const xmlPair = /(?:key|name)\s*=\s*"([^"]{2,80})"\s+value\s*=\s*"([^"]{4,512})"/gi;
const flag = /\s--?([a-z][\w-]{1,40})[= ]["']?([^\s"'-][^\s"']{3,300})["']?/gi;

const plainFile =
  /(?:^|\/)(?:\.env[\w.-]*|.*\.env|dockerfile[\w.-]*|\.npmrc|\.pypirc|\.netrc|credentials|config|\.s3cfg|\.my\.cnf|\.pgpass)$|\.(?:env|ya?ml|properties|ini|cfg|conf|cnf|toml|sh|bash|zsh|ps1|bat|cmd|tfvars|service|rc|dockerfile)$/i;
const commandFile = /\.(?:sh|bash|zsh|ps1|bat|cmd|ya?ml|md|txt)$|dockerfile|makefile|jenkinsfile/i;

const MAX_LINE_LENGTH = 2_000;

/** The lines that may contain such a value, with their offsets. */
export function* linesWithHints(text: string): Generator<{ line: string; start: number }> {
  for (let at = 0; at < text.length; ) {
    hint.lastIndex = at;
    const found = hint.exec(text);
    if (found === null) return;
    const start = text.lastIndexOf('\n', found.index) + 1;
    const newline = text.indexOf('\n', found.index);
    const end = newline === -1 ? text.length : newline;
    if (end - start <= MAX_LINE_LENGTH) yield { line: text.slice(start, end), start };
    at = end + 1;
  }
}

/**
 * Names and values on separate lines: lists of variables in YAML, logins in a .netrc. `at` is an offset in the text.
 */
export function splitPairsOf(text: string, path: string): NamedValue[] {
  const pattern = /(?:^|\/)[._]netrc$/.test(path)
    ? /\b(password)\s+(\S{4,200})/g
    : /\.ya?ml$/i.test(path)
      ? /^[ \t]*(?:-[ \t]+)?name:[ \t]*["']?([\w.-]{3,80})["']?[ \t]*\r?\n[ \t]*value:[ \t]*["']?([^\s"'#]{4,300})["']?[ \t]*(?:#.*)?$/gm
      : null;
  if (pattern === null) return [];
  return [...text.matchAll(pattern)].map(({ index, 0: whole, 1: name = '', 2: value = '' }) => ({
    name,
    value,
    at: index + whole.lastIndexOf(value),
    isQuoted: true,
  }));
}

/** The forms of values in a file, by its name. */
export interface FileForms {
  /** Without quotes. */
  isPlain: boolean;
  hasCommands: boolean;
}

export function formsOf(path: string): FileForms {
  return { isPlain: plainFile.test(path), hasCommands: commandFile.test(path) };
}

/** The named values of a line; the same value only once. */
export function namedValuesOf(line: string, { isPlain, hasCommands }: FileForms): NamedValue[] {
  const found = new Map<number, NamedValue>();
  const add = (name: string | undefined, value: string | undefined, at: number, isQuoted: boolean) => {
    if (name && value && !found.has(at)) found.set(at, { name, value, at, isQuoted });
  };
  const collect = (pattern: RegExp, valueGroup: number, isQuoted: boolean) => {
    for (const match of line.matchAll(pattern)) {
      const value = match[valueGroup] ?? '';
      add(match[1], value, match.index + match[0].lastIndexOf(value), isQuoted);
    }
  };
  if (line.includes('value')) collect(xmlPair, 2, true);
  if (/["'`]/.test(line)) {
    if (secretName.test(line)) collect(quoted, 3, true);
    if (line.includes(',')) collect(defaulted, 3, true);
    if (/(?:\|\||\?\?|\bor\b|\?:)\s*[bru]?["'`]/.test(line)) collect(fallback, 3, true);
  }
  if (line.includes('<')) collect(xmlElement, 2, true);
  if (isPlain) {
    const match = plain.exec(line);
    if (match) add(match[1], match[2], line.indexOf(match[2] ?? '', match[1]?.length ?? 0), false);
    else collect(pairs, 2, false);
    const spaced = /^\s*ENV\s+(\w+)\s+(\S{4,512})\s*$/.exec(line);
    if (spaced) add(spaced[1], spaced[2], line.lastIndexOf(spaced[2] ?? ''), false);
  }
  if (hasCommands) collect(flag, 2, false);
  return [...found.values()];
}
