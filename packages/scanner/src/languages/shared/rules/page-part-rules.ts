import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const cure =
  'Let the helpers of the framework escape the values (format_html, content_tag, safe_join), or escape each of them.';
export const marked = {
  id: 'injection/trusted-markup',
  impact: 'weakening',
  confidence: 0.5,
  source: 'code',
  cwe: ['CWE-79', 'CWE-80', 'CWE-116'],
  description:
    'The values are no longer escaped; if a user wrote one, a script in it runs in the browsers of other users.',
  recommendation: cure,
} as const;
// Numbers, route URLs, translations and values that are already escaped.
export const harmless =
  /escape|sanitize|bleach|clean\(|strip_tags|format_html|url_for|reverse\(|json|_url\b|_path\b|content_tag|link_to|image_tag|render|\bt\(|\bI18n\b|gettext|\b_\(|static\(|\.(?:id|pk|count|size|length)\b|\bh\(|\bint\(|\bto_i\b|number_|svg|icon|css_class|class_name/i;

export const plain = {
  id: 'transport/plain-protocol',
  impact: 'weakening',
  confidence: 0.55,
  source: 'code',
  cwe: ['CWE-319'],
  description: 'Names, passwords and keys in it can be read and changed in transit.',
  recommendation: 'Use https.',
} as const;
export const foreignHost = String.raw`http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|169\.254\.|[\w-]+[:/"'])`;
export const secretPattern = /passw|token|secret|authorization|api_?key|card|credential|auth\s*=/i;

/** Secrets sent without encryption. */
export const plainTransportRules: readonly TextRule[] = [
  {
    ...plain,
    languages: ['PHP', 'Ruby'],
    pattern: new RegExp(
      String.raw`\b(?:curl_init|Http::\w+|HTTParty\.\w+|RestClient\.\w+|Faraday\.\w+|Net::HTTP\.\w+|->(?:post|request|get))\s*\(\s*(?:URI\(\s*)?["']${foreignHost}`,
      'g',
    ),
    refine: (match, view) =>
      secretPattern.test(view.withoutComments.slice(match.index ?? 0, (match.index ?? 0) + 500)),
  },
  {
    ...plain,
    languages: ['PHP', 'Ruby'],
    pattern: /\b(?:ftp_connect|Net::FTP\.(?:new|open)|Net::Telnet\.new)\s*\(/g,
    over: 'code',
    recommendation: 'Use the variant over TLS (ftp_ssl_connect, SFTP).',
    refine: (match, view) => !/ssl:\s*true|ssl:\s*\{/.test(callText(view, match.index ?? 0)),
  },
];
