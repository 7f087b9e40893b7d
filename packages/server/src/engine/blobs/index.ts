export type { BlobDriver, ByteRange, LocalFile } from './blob-driver.ts';
export { type BlobStore, createBlobStore, type PutOptions, type StoredBlob } from './blob-store.ts';
export { createFileDriver } from './file-driver.ts';
export { createS3Driver, type S3Settings } from './s3-driver.ts';
