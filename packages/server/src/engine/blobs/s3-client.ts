import type { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  bucket: string;
  region: string;
  /** For a store that speaks S3 but is not Amazon's. */
  endpoint?: string | undefined;
  /**
   * The bucket is part of the path (`on`) or of the host name; `auto`: of the path when there is an endpoint.
   */
  pathStyle?: 'auto' | 'on' | 'off' | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** For temporary credentials. */
  sessionToken?: string | undefined;
  /**
   * Size of the parts in which a large file is sent, of which S3 allows 10,000; 5 MB by default. Four are in
   * memory at once.
   */
  partBytes?: number;
  /** How often one request is sent when the store fails or is away, with growing pauses; 3 by default. */
  maxAttempts?: number;
}

const CONNECT_MS = 5_000;
/** With no traffic for this long, the store or something in between has dropped the connection silently. */
const IDLE_MS = 60_000;

/** Loads the client only when it is used. */
export async function createS3Client(settings: S3Settings): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { region, endpoint, pathStyle = 'auto', maxAttempts } = settings;
  const { accessKeyId, secretAccessKey, sessionToken } = settings;
  return new S3Client({
    region,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    ...(maxAttempts !== undefined && { maxAttempts }),
    forcePathStyle: pathStyle === 'on' || (pathStyle === 'auto' && endpoint !== undefined),
    // Many stores do not know the checksums that Amazon's client adds by default, and refuse the request.
    ...(endpoint !== undefined && {
      endpoint,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
      }),
  });
}
