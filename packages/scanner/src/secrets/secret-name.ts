/** What a variable's name shows about its value. */
export type NameKind = 'password' | 'token' | 'bare-key' | 'none';

const passwordPattern =
  /pass(?:word|wd|phrase|code)?$|^(?:(?:my|app|admin|root|user|db|sql|ftp|ssh|ldap|mail|smtp|login|master|redis|pg)_?)?pwd?$/;
const wholeSecret =
  /^(?:secret|token|apikey|accesskey|secretkey|privatekey|creds?|credential|credentials|authtoken|bearer|jwt|pat|apitoken|clientsecret|signingkey|encryptionkey|masterkey|licensekey|accesstoken|refreshtoken|sessionsecret|cookiesecret|webhooksecret|hmackey|hmac|authkey|appkey|appsecret|consumersecret|sharedsecret|deploykey|sastoken|accountkey|storagekey|connectionstring|psk|dsn|salt|pepper)$/;
const keyPrefix =
  /^(?:api|access|secret|private|auth|app|account|client|encryption|signing|master|license|service|storage|shared|hmac|crypto|aes|session|cookie|jwt|deploy|admin|server|consumer|subscription|primary|secondary|write|ingest|master|webhook|functions?|host)$/;

// A name with a secret's word, whose value is something about it: its location, length or name.
const aboutSecret =
  /^(?:name|names|id|ids|type|types|url|uri|path|file|filename|field|fields|label|hint|length|len|size|min|max|count|limit|regex|pattern|policy|placeholder|prompt|message|msg|error|errors|title|text|header|headers|prefix|suffix|format|expiry|expires|expiration|ttl|lifetime|timeout|age|endpoint|scope|scopes|arn|ref|version|algorithm|alg|index|attempts|strength|reset|change|forgot|confirm|confirmation|valid|invalid|required|enabled|button|input|form|page|link|route|param|key|column|table|env|var|variable|provider|manager|service|store|class|method|handler|validator|generator|description|desc|help|info|rotation|hash|hashed|digest|checksum|fingerprint|status|mode|source|budget|usage|cost|address|symbol|selector|test|cache|bucket|template|alias|dir|directory|mount|volume|schema|kind|location)$/;
const negated =
  /^(?:public|csrf|xsrf|max|min|num|total|primarykey|foreign|cache|sort|partition|row|map|object|query|search|foreignkey|hash|pagination|page|next|previous|cursor|continuation|prompt|completion|input|output|no|skip|is|has|use|show|hide|forgot|reset|validate|verify|check|pub|idempotency|routing|shard|translation|i18n|error|css|sha|md5|checksum|integrity|etag|commit|token0|token1|erc|nft|publishable|site|sitekey|measurement)$/;

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Whether a variable, field or option of this name holds a password, another secret, or neither. */
export function classifyName(name: string): NameKind {
  const words = splitWords(name);
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  if (words.some((word) => negated.test(word))) return 'none';
  if (
    passwordPattern.test(last) &&
    !/^(?:low|high|band)pass$/.test(joined) &&
    !/^(?:by|com|tres|sur|under|over|en)pass$/.test(last)
  ) {
    return 'password';
  }
  // `key` alone may be anything; only a completely random value is a secret.
  if (joined === 'key') return 'bare-key';
  if (wholeSecret.test(last)) return last === 'salt' && words.length === 1 ? 'none' : 'token';
  const pair = `${words.at(-2) ?? ''}${last}`;
  if (words.length > 1 && wholeSecret.test(pair)) return 'token';
  if (last === 'key' && keyPrefix.test(words.at(-2) ?? '')) {
    return pair === 'primarykey' && words.length === 2 ? 'none' : 'token';
  }
  if (/(?:password|passwd)$/.test(last)) return 'password';
  if (/(?:apikey|secretkey|authtoken|accesstoken|privatekey|clientsecret)$/.test(joined)) return 'token';
  if (aboutSecret.test(last)) return 'none';
  // SECRET_KEY_BASE, token_v2, api_key_prod: the secret's word comes before a qualifier.
  const qualifier =
    /^(?:base|value|val|v?\d+|prod|production|live|dev|staging|default|string|data|old|new|current|backup|root|admin|user|b64|base64|hex)$/;
  if (words.length > 1 && qualifier.test(last)) return classifyName(words.slice(0, -1).join('_'));
  return 'none';
}
