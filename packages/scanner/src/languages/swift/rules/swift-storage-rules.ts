import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const swift = { languages: ['Swift'], source: 'code' } as const;
const secretPattern =
  /passw|passphrase|pass_?phrase|pass_?code|\bpwd\b|secret|api_?key|private_?key|crypto_?key|encryption_?key|access_?token|auth_?token|refresh_?token|_token\b|\btoken\b|credential|\bpin(?:_?code)?\b|cvv|credit_?card|card_?number|\bssn\b/i;
/** Values about a secret that are not secret. */
const notSecret =
  /has|is_?|show|enable|changed|expir|date|count|attempt|remember|count|last|seen|valid|hint|length/i;

const keyGuard =
  /\bSecAccessControlCreateWithFlags\b|\bkSecAttrAccessControl\b|\bkSecUseAuthenticationContext\b/;

function functionAround(match: RegExpMatchArray, view: SourceView): string {
  const around = view.functionAt(view.lineAt(match.index ?? 0));
  return around === undefined
    ? view.code
    : view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
}

/** Data that a device stores where others can read it. */
export const swiftStorageRules: readonly TextRule[] = [
  {
    ...swift,
    id: 'access/plain-device-store',
    pattern:
      /\b(?:UserDefaults(?:\.standard)?|NSUserDefaults\.standardUserDefaults\(\)|[dD]efaults|NSUbiquitousKeyValueStore\.default)\s*\.\s*set(?:Value|Object)?\s*\(([^\n]{1,300})/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-312', 'CWE-922'],
    description:
      'Settings are a plain file of the application: a backup, a debugger or anybody who has the device can read it.',
    recommendation: 'Keep secrets in the keychain, with an access class that needs the device unlocked.',
    refine: (match) => {
      const [, given = ''] = match;
      const [, value = '', key = ''] = /^(.{0,200}?),\s*forKey\s*:\s*(.{0,120})/.exec(given) ?? [];
      if (/^\s*(?:true|false|nil|\d+|Date\(\))\s*$/.test(value)) return false;
      const names = [value.replace(/"[^"]*"/g, ''), key];
      return names.some((name) => {
        const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
        return secretPattern.test(words) && !notSecret.test(words);
      });
    },
  },
  {
    ...swift,
    id: 'access/open-keychain',
    over: 'code',
    pattern:
      /\bkSecAttrAccessibleAlways(?:ThisDeviceOnly)?\b|\.accessibility\s*\(\s*\.always(?:ThisDeviceOnly)?\b|\baccessible\s*[:=]\s*\.always(?:ThisDeviceOnly)?\b/g,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-522', 'CWE-311'],
    description: 'Whoever holds the device can read the entry while the device is locked.',
    recommendation: 'Use kSecAttrAccessibleWhenUnlockedThisDeviceOnly, or WhenPasscodeSetThisDeviceOnly.',
  },
  {
    ...swift,
    id: 'access/open-file',
    over: 'code',
    pattern:
      /\b(?:FileProtectionType|URLFileProtection)\s*\.\s*(none|completeUnlessOpen|completeUntilFirstUserAuthentication)\b|\bNSFileProtection(None|CompleteUnlessOpen|CompleteUntilFirstUserAuthentication)\b|\.(noFileProtection)\b|\.completeFileProtection(UnlessOpen|UntilFirstUserAuthentication)\b|\b(?:NS)?DataWriting(?:FileProtection(None|CompleteUnlessOpen|CompleteUntilFirstUserAuthentication))\b/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-311'],
    description: 'The file can be read while the device is locked.',
    recommendation: 'Write it with FileProtectionType.complete, unless it is needed in the background.',
    refine: (match) =>
      /none/i.test(match.slice(1).join('')) || match[3] !== undefined
        ? { impact: 'weakening', confidence: 0.8 }
        : true,
  },
  {
    ...swift,
    id: 'access/flag-as-sign-in',
    over: 'code',
    pattern: /\.evaluatePolicy\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-287', 'CWE-603'],
    description:
      'The check only returns a flag, and whoever changes the program on their own device can flip it. Nothing is locked by it.',
    recommendation:
      'Keep what is protected in the keychain, behind an access control with biometryCurrentSet, and read it to sign in.',
    refine: (match, view) => !keyGuard.test(functionAround(match, view)),
  },
];
