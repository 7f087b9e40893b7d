import type { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import type { CommonErrorCode } from '../errors/index.ts';
import type { Principal } from './ports.ts';

/** What every upload receiver reports about the file it stored. */
export interface StoredFile {
  sizeBytes: number;
  /** Lowercase hex. */
  sha256: string;
}

/** What is known about an uploaded file before its bytes arrive. */
export interface UploadHead {
  /** The client's name for it, without folders; undefined when it gave none. */
  filename: string | undefined;
  /** Lowercase, without parameters. */
  mediaType: string;
  principal: Principal;
  /** The URL's query as sent: not validated yet, and without form fields. */
  query: URLSearchParams;
  /** The client's announced size of the whole body; 0 when it announced none. */
  declaredBytes: number;
}

/** A file sent to a route and stored by the route's own receiver. */
export interface UploadedFile<Stored extends StoredFile = StoredFile> {
  filename: string | undefined;
  mediaType: string;
  stored: Stored;
}

/** A column of the route table: the route takes one file, as multipart/form-data or as the body itself. */
export interface UploadColumn<Stored extends StoredFile = StoredFile> {
  /** The name of the file's part in a form. */
  field: string;
  /** Media types of bodies that are the file itself. */
  mediaTypes: readonly string[];
  /** Schema of a JSON file, for the API document only: the file is stored before anybody reads it. */
  json?: TSchema;
  limitBytes: number;
  /** The error code for a larger file; `payload_too_large` by default. */
  tooLargeCode?: CommonErrorCode;
  /** Stores the file as it arrives; must end when the stream fails. */
  receive(stream: Readable, head: UploadHead): Promise<Stored>;
  /** Deletes a stored file whose request failed. */
  discard(stored: Stored): Promise<void>;
}

export interface ReceivedUpload {
  file: UploadedFile;
  /** The other form fields; a repeated one is a list. */
  fields: Record<string, string | string[]>;
}
