import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError, invalidField } from '../errors/index.ts';
import type { ReceivedUpload, UploadColumn, UploadedFile } from './upload-column.ts';

type StoreFile = (stream: Readable, filename: string | undefined, mediaType: string) => Promise<UploadedFile>;

const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 65_536;

/** Reads a form with one file, streamed to `storeFile`, and text fields. Rejects with the error to answer. */
export async function readForm(
  request: IncomingMessage,
  column: UploadColumn,
  storeFile: StoreFile,
): Promise<ReceivedUpload> {
  const form = openForm(request);
  const fields: ReceivedUpload['fields'] = Object.create(null);
  let storing: Promise<UploadedFile> | undefined;
  const read = new Promise<void>((resolve, reject) => {
    form.on('file', (name, stream, filename, _encoding, mediaType) => {
      if (name !== column.field || storing !== undefined) {
        stream.on('error', () => {}).resume();
        reject(storing === undefined ? wrongPart(name, column.field) : secondFile(column.field));
        return;
      }
      storing = storeFile(stream, filename === '' ? undefined : filename, mediaType);
      storing.catch(reject);
    });
    form.on('field', (name, value, _nameCut, isCut) => {
      if (isCut) reject(badForm(`The field \`${printable(name)}\` is longer than ${MAX_FIELD_BYTES} bytes.`));
      else if (value.includes('\0')) reject(badForm(`The field \`${printable(name)}\` has a NUL character.`));
      else addField(fields, name, value);
    });
    form.on('fieldsLimit', () => reject(badForm(`The form has more than ${MAX_FIELDS} fields.`)));
    form.on('filesLimit', () => reject(secondFile(column.field)));
    form.on('error', () => reject(badForm('The form is not well-formed multipart/form-data.')));
    form.on('finish', resolve);
    request.once('silent', reject);
    request.once('close', () => request.complete || reject(badForm('The body ended early.')));
    request.pipe(form);
  });
  try {
    await read;
    if (storing === undefined) throw missingFile(column.field);
    return { file: await storing, fields };
  } catch (error) {
    request.unpipe(form);
    form.on('error', () => {}).destroy();
    const stored = await settled(storing);
    if (stored !== undefined) await column.discard(stored.stored);
    throw error;
  }
}

/** The stored file, if any; an error of the file has already been reported. */
async function settled(storing: Promise<UploadedFile> | undefined): Promise<UploadedFile | undefined> {
  return storing?.catch(() => undefined);
}

function openForm(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      limits: { files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, headerPairs: 100 },
    });
  } catch {
    throw badForm('The header `Content-Type` names no boundary.');
  }
}

function addField(fields: ReceivedUpload['fields'], name: string, value: string): void {
  const present = fields[name];
  if (present === undefined) fields[name] = value;
  else fields[name] = Array.isArray(present) ? [...present, value] : [present, value];
}

function wrongPart(name: string, wanted: string): AppError {
  return invalidField(
    printable(name),
    `The form has a file in the part \`${printable(name)}\`. Send the file in the part \`${wanted}\`.`,
  );
}

function secondFile(field: string): AppError {
  return invalidField(field, 'The form has more than one file. Send one file in each request.');
}

function missingFile(field: string): AppError {
  return new AppError('missing_required_field', {
    message: `\`${field}\` is required. Add the file to the form as the part \`${field}\`.`,
    field,
  });
}

function badForm(what: string): AppError {
  return new AppError('invalid_request', { message: `${what} Send a well-formed multipart/form-data body.` });
}

function printable(name: string | undefined): string {
  return (name ?? '').replaceAll(/[^\x20-\x7e]/g, '').slice(0, 100);
}
