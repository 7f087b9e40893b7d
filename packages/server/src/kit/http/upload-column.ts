import type { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import type { CommonErrorCode } from '../errors/index.ts';
import type { Principal } from './ports.ts';

/** What every receiver of an upload tells of the file that it has stored. */
export interface StoredFile {
  sizeBytes: number;
  /** Lowercase hex. */
  sha256: string;
}

/** What is known of an uploaded file before its bytes. */
export interface UploadHead {
  /** As the client named it, without folders; undefined when it did not. */
  filename: string | undefined;
  /** Lowercase, without parameters. */
  mediaType: string;
  principal: Principal;
  /** Of the address, as it was sent: not checked yet, and without the fields of a form. */
  query: URLSearchParams;
  /** What the client says the whole body has; 0 when it does not. */
  declaredBytes: number;
}

/** A file that a route was sent, stored by the route's own receiver. */
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
  /** What a file of JSON has, for the API document alone: it is stored before anybody reads it. */
  json?: TSchema;
  limitBytes: number;
  /** The code of the refusal of a larger file; `payload_too_large` unless told. */
  tooLargeCode?: CommonErrorCode;
  /** Stores the file as it comes; must end when the stream fails. */
  receive(stream: Readable, head: UploadHead): Promise<Stored>;
  /** Forgets a stored file whose request came to nothing. */
  discard(stored: Stored): Promise<void>;
}

export interface ReceivedUpload {
  file: UploadedFile;
  /** The other fields of the form; a repeated one is a list. */
  fields: Record<string, string | string[]>;
}
