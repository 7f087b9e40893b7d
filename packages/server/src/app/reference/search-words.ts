/**
 * Words of other services for the terms on these pages. A reader who searches for `DLQ` does not know that it is called
 * a dead letter here.
 */
const searchTerms: readonly [ours: RegExp, theirs: string][] = [
  [/dead.?letter/i, 'dlq failed undeliverable'],
  [/subscri/i, 'endpoint hook callback'],
  [/signature|signing|public key/i, 'verify verification hmac signed genuine'],
  [/eras/i, 'delete remove gdpr forget privacy'],
  [/suppress/i, 'unsubscribe opt-out optout blocklist do-not-contact'],
  [/server-sent|event_streams|tail/i, 'sse live realtime websocket stream follow'],
  [/retr(y|ies)|again/i, 'backoff redeliver resend replay'],
  [/send a delivery again|resend/i, 'replay redeliver webhook event'],
  [/simulate/i, 'gas estimate estimation dry-run cost'],
  [/execut.* function/i, 'transaction call invoke write method'],
  [/sending account|wallet/i, 'balance fund gas address signer'],
  [/second factor/i, '2fa mfa totp authenticator'],
  [/single sign-on|OIDC/i, 'sso saml login okta entra'],
  [/sign in|session/i, 'login logout cookie password'],
  [/compose|as an image|the image|container/i, 'docker container oci podman'],
  [/kubernetes/i, 'k8s helm chart cluster'],
  [/systemd/i, 'debian deb linux service unit'],
  [/how often|rate.?limit|daily_quota|stay within/i, 'throttle throttling quota too many requests 429'],
  [/idempoten|only once/i, 'duplicate twice dedupe deduplicate retry-safe'],
  [/page of a list|page after page|any list/i, 'pagination paging paginate cursor offset limit next'],
  [
    /API key|give a program its key|address and key/i,
    'authentication authenticate authorization token bearer scope permission',
  ],
  [/scopes|roles/i, 'permission rbac authorization'],
  [
    /where it may be used|allow your addresses|TRUSTED_PROXIES/i,
    'ip allowlist whitelist cidr network restrict',
  ],
  [/times, ids/i, 'timestamp timestamps date format timezone iso 8601 uuid decimal bigint'],
  [/develop against webhooks|listen/i, 'local localhost tunnel ngrok test locally'],
  [/sample of an event|past event/i, 'test try webhook endpoint debug'],
  [/application review|^review /i, 'sast scan static analysis code quality lint sonarqube'],
  [/pull request/i, 'ci github gitlab merge request check gate'],
  [/erase a lead/i, 'gdpr right to be forgotten'],
  [/\bleads?\b/i, 'contact contacts prospect crm'],
  [/campaign/i, 'sequence drip cold email'],
  [/upload an application/i, 'zip scan file'],
  [/proof|prove|checkpoint/i, 'merkle tamper immutable audit verify'],
  [/invit|people/i, 'user users member team'],
  [/portal/i, 'customer embed app iframe'],
  [/CORS/i, 'cross-origin browser preflight'],
  [/the SDK/i, 'client library typescript javascript node npm'],
  [/a refusal|errors/i, 'status code 400 401 403 404 409 exception handling'],
  [/new version|versions and what stays/i, 'versioning deprecation breaking change compatibility'],
];

/** Other names for a page, by its title. */
export function searchTermsOf(title: string): string {
  return searchTerms
    .filter(([ours]) => ours.test(title))
    .map(([, theirs]) => theirs)
    .join(' ');
}
