export type { BlobDriver, ByteRange, LocalFile } from './blob-driver.ts';
export { type BlobStore, createBlobStore, type PutOptions, type StoredBlob } from './blob-store.ts';
export { createFileDriver } from './file-driver.ts';
export type { S3Settings } from './s3-client.ts';
export { createS3Driver, StoreError } from './s3-driver.ts';
