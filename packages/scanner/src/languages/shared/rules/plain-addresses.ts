import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

/** Local hosts, private networks, hosts of examples, and XML namespaces that are never requested. */
export const near =
  /^(?:http|ws):\/\/(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[::1?\]|host\.docker|[\w-]+(?:[:/]|$)|[\w.-]+\.(?:local|internal|test|localhost|invalid|svc)\b|(?:www\.)?w3\.org|schemas\.)/i;

export const plainRequest = {
  id: 'transport/plain-request',
  impact: 'hygiene',
  confidence: 0.6,
  cwe: ['CWE-319'],
  description: 'Anybody on the network path can read what is sent, and can pretend to be the host.',
  recommendation: 'Use https.',
} as const;

/** Calls of HTTP clients, and calls that make a URL for them. */
const askers: readonly (readonly [language: string, call: RegExp])[] = [
  [
    'Swift',
    /\b(?:(?:NS)?URL\s*\(\s*string\s*:|URI\s*\(\s*string\s*:|(?:AF|Alamofire|client|httpClient)\.(?:request|download|upload|get|post|put|patch|delete)\s*\((?:\s*url\s*:)?|HTTPClientRequest\s*\(\s*url\s*:)\s*("(?:http|ws):\/\/[^"\n]{1,200}")/g,
  ],
  [
    'Dart',
    /\b(?:Uri\.parse|Uri\.tryParse|[dD]io\w*\.(?:get|post|put|patch|delete|head|request|download)|IOWebSocketChannel\.connect|WebSocket\.connect|BaseOptions\s*\(\s*baseUrl\s*:)\s*\(?\s*(["'](?:http|ws):\/\/[^"'\n]{1,200}["'])|\bUri\.http\s*\(\s*(["'][^"'\n]{1,200}["'])/g,
  ],
  [
    'Scala',
    /(?:\b(?:ws|wsClient)\.url|\bUri\.unsafeFromString|\bHttpRequest\s*\([^()\n]{0,80}\buri\s*=|\bHttp\s*\(|\brequests\.(?:get|post|put|delete)|\bclient\.(?:expect|get|post|put|url))\s*(?:\[\w+\]\s*)?\(?\s*(s?"(?:http|ws):\/\/[^"\n]{1,200}")|\b(uri"http:\/\/[^"\n]{1,200}")/g,
  ],
];

/** Requests without TLS. */
export const plainAddressRules: readonly TextRule[] = askers.map(([language, pattern]) => ({
  ...plainRequest,
  languages: [language],
  source: 'code',
  pattern,
  refine: (match, view) => isFar(match, view),
}));

function isFar(match: RegExpMatchArray, view: SourceView): boolean {
  const given = (match[1] ?? match[2] ?? match[3] ?? '').replace(/^\w*["']|["']$/g, '');
  const address = /^(?:http|ws):/.test(given) ? given : `http://${given}`;
  // A host that is interpolated is unknown. A test may request what it likes.
  const host = /^\w+:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  if (host === '' || /[$\\]/.test(host) || /(?:^|\.)example\.(?:com|org|net)(?::|$)/.test(host)) return false;
  return !view.file.isTest && !near.test(address);
}
