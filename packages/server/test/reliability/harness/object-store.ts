import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
} from '@aws-sdk/client-s3';
import { createS3Client, type S3Settings } from '../../../src/engine/blobs/s3-client.ts';

/** If the bucket already exists, or the key may not make it, the first test that needs it will show that. */
export async function makeBucket(settings: S3Settings): Promise<void> {
  const client = await createS3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket })).catch(() => {});
}

/** Starts an upload that is never completed, like a killed process. */
export async function leaveUpload(settings: S3Settings, Key: string): Promise<void> {
  const client = await createS3Client(settings);
  await client.send(new CreateMultipartUploadCommand({ Bucket: settings.bucket, Key }));
}

export async function unendedUploads(settings: S3Settings, Prefix: string): Promise<(string | undefined)[]> {
  const client = await createS3Client(settings);
  const listed = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix }));
  return (listed.Uploads ?? []).map(({ Key }) => Key);
}
