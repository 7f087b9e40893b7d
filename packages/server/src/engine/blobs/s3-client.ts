import type { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  bucket: string;
  region: string;
  /** Of a store that speaks S3 but is not Amazon's. */
  endpoint?: string | undefined;
  /** The bucket stands in the path (`on`) or in the name of the host; `auto`: in the path where there is an endpoint. */
  pathStyle?: 'auto' | 'on' | 'off' | undefined;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
  /** Of keys that are valid for a while only. */
  sessionToken?: string | undefined;
  /** Of the parts that a large file is sent in, of which S3 takes 10,000: 5 MB unless told. Four are in memory at once. */
  partBytes?: number;
}

const CONNECT_MS = 5_000;
/** Nothing comes or goes for so long: the store, or what lies between, has hung up without a word. */
const IDLE_MS = 60_000;

/** The client is loaded only here, when it is used. */
export async function createS3Client(settings: S3Settings): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { region, endpoint, pathStyle = 'auto', accessKeyId, secretAccessKey, sessionToken } = settings;
  return new S3Client({
    region,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    forcePathStyle: pathStyle === 'on' || (pathStyle === 'auto' && endpoint !== undefined),
    // Many stores do not know the checksums that Amazon's client adds by itself, and refuse what is sent.
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
