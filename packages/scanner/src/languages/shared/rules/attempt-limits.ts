import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { exposureOf, type SourceView } from '../../../rules/source-view.ts';
import type { AgentInput } from '../../../types/agent.ts';

const signIn =
  /(?:^|\/)(?:log-?in|sign-?in|signin|sessions?|authenticate|auth\/token|token|oauth\/token|reset-?password|forgot-?password|password\/reset|2fa|otp|mfa|verify-otp)(?:\/verify)?\/?$/i;
const limiter =
  /rate_?-?limit|limiter|throttl|slow_?-?down|express-brute|bruteforce|brute_force|lockout|failed_?(?:login|attempt)|login_?attempts|account_?lock|max_?attempts|rack-attack|rack::attack|bucket4j|resilience4j|axes|fail2ban/i;

/** A sign-in without a limit on attempts. Reported once, if no part of the application counts attempts. */
export function unlimitedSignIn(input: AgentInput, views: readonly SourceView[]): FindingDraft[] {
  const route = input.index.routes.find((one) => {
    const file = input.index.files.find((entry) => entry.path === one.file);
    return (
      signIn.test(one.path) &&
      /^(?:POST|ANY)$/.test(one.method) &&
      file !== undefined &&
      exposureOf(file) === 'external'
    );
  });
  if (!route || views.some((view) => view.has(limiter, 'withoutComments'))) return [];
  const isInDependencies = input.dependencies.packages.some((one) => limiter.test(one.name));
  // A proxy may count attempts, if its settings are part of the application.
  const isInProxy = input.index.configs.some((file) =>
    /limit_req|rate-?limit/i.test(input.files.text(file.path) ?? ''),
  );
  if (isInDependencies || isInProxy) return [];
  return [
    {
      ruleId: 'access/unlimited-sign-in',
      subject: `${route.method} ${route.path}`,
      impact: 'weakening',
      exposure: 'external',
      confidence: 0.5,
      cwe: ['CWE-307', 'CWE-799'],
      file: route.file,
      line: route.line,
      snippet: input.files.text(route.file)?.split('\n')[route.line - 1] ?? '',
      description:
        'Nothing in the application counts attempts, so passwords and codes can be guessed by the million.',
      recommendation: 'Limit attempts per account and per address, and slow down after failures.',
      references: ['https://cwe.mitre.org/data/definitions/307.html'],
      source: 'code',
      sinkTokens: `${route.method} ${route.path}`,
    },
  ];
}
