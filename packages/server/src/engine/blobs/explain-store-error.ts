import type { S3Settings } from './s3-client.ts';

/** An error of the S3 client: its name is the store's error code. */
interface StoreFailure extends Error {
  code?: string;
  Code?: string;
  /** The bucket's region, if the store says. */
  Region?: string;
  $metadata?: { httpStatusCode?: number };
}

type Explain = (settings: S3Settings, failure: StoreFailure) => string;

const wrongRegion: Explain = ({ bucket, region }, { Region }) =>
  `The bucket ${bucket} is not in the region ${region}: set S3_REGION${Region === undefined ? ' to its own' : ` to ${Region}`}.`;
const wrongToken: Explain = () =>
  'The session token is not valid any more, or belongs to another key: set S3_SESSION_TOKEN, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to new ones.';
const unknownKey: Explain = ({ accessKeyId }) =>
  `It does not know the access key${accessKeyId === undefined ? '' : ` ${accessKeyId}`}: check S3_ACCESS_KEY_ID, and S3_SESSION_TOKEN where the key has one.`;
const notAllowed: Explain = ({ bucket }) =>
  `The access key may not do this in the bucket ${bucket}: it needs s3:ListBucket there, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on what is in it.`;
const noAnswer: Explain = (settings, { code, name, message }) =>
  `${addressOf(settings)} does not answer (${code ?? name}: ${message || 'no reason given'}): check S3_ENDPOINT and the network.`;
const unknownHost: Explain = (settings, failure) =>
  settings.pathStyle === 'off'
    ? `${noAnswer(settings, failure)} With S3_PATH_STYLE=off the bucket is part of the host name; most stores of your own expect it in the path: leave the setting out.`
    : noAnswer(settings, failure);
const untrusted: Explain = (settings, { message }) =>
  `The certificate of ${addressOf(settings)} is not trusted (${message}): set NODE_EXTRA_CA_CERTS to the file of its authority.`;
const full: Explain = () => 'It has no room left, or the quota is used up: make room there.';
const busy: Explain = () => 'It is overloaded, or has a fault of its own: try again later.';

/** By error code of the store or system. */
const byCode: Record<string, Explain> = {
  InvalidAccessKeyId: unknownKey,
  SignatureDoesNotMatch: () => 'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID.',
  ExpiredToken: wrongToken,
  InvalidToken: wrongToken,
  AccessDenied: notAllowed,
  AllAccessDisabled: notAllowed,
  NoSuchBucket: ({ bucket }) => `There is no bucket ${bucket}: make it, or correct its name.`,
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  RequestTimeTooSkewed: () => 'The clock of this machine is wrong: set it.',
  CredentialsProviderError: () =>
    'There is no access key: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.',
  QuotaExceeded: full,
  InsufficientCapacity: full,
  XMinioStorageFull: full,
  SlowDown: busy,
  ServiceUnavailable: busy,
  InternalError: busy,
  PreconditionFailed: () => 'A file was replaced while it was read: run it again.',
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ETIMEDOUT: noAnswer,
  EPIPE: noAnswer,
  TimeoutError: noAnswer,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: untrusted,
};

/** By HTTP status, when the store gave no known code. */
const byStatus: Record<number, Explain> = {
  301: wrongRegion,
  403: notAllowed,
  500: busy,
  503: busy,
  507: full,
};

/** Explains to the operator why a file store cannot be used: what is wrong, and which setting fixes it. */
export function explainStoreError(error: unknown, settings: S3Settings): string {
  const failure = (error instanceof AggregateError ? error.errors[0] : error) as StoreFailure;
  const { name, code, Code, message, $metadata } = failure;
  const explain =
    [Code, name, code].flatMap((one) => byCode[one ?? ''] ?? [])[0] ??
    // Some stores have codes of their own for it, with different statuses.
    (/access key/i.test(message) ? unknownKey : undefined) ??
    byStatus[$metadata?.httpStatusCode ?? 0] ??
    notS3;
  return explain(settings, { ...failure, name, message });
}

const notS3: Explain = (settings, { name, message, $metadata }) => {
  const status = $metadata?.httpStatusCode === undefined ? '' : `status ${$metadata.httpStatusCode}, `;
  return `${addressOf(settings)} refused (${status}${name}: ${message.split('\n', 1).join()}).`;
};

function addressOf({ endpoint, region }: S3Settings): string {
  return endpoint ?? `The store of Amazon in ${region}`;
}
