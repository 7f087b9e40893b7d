// Sends the archive from a separate process, so that the client's work for the upload does not delay the requests that
// are measured at the same time.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { required } from '../../packages/server/src/kit/required.ts';
import { serveCommands } from '../harness/serve-commands.ts';
import type { Address } from '../load/connection.ts';

const commands = {
  /** Uploads the archive at this path; returns the record as sent by the service, and the time. */
  async upload(to: {
    path: string;
    /** Name of the application: a later upload with the same name reuses results of an earlier one. */
    name: string;
    address: Address;
    apiKey: string;
  }): Promise<{ json: string; ms: number }> {
    const bytes = readFileSync(to.path);
    const startedAt = performance.now();
    const { status, json } = await post(to, bytes);
    if (status !== 202) throw new Error(`the upload was answered with ${status}: ${json}`);
    return { json, ms: performance.now() - startedAt };
  },
};

export type UploaderCommands = typeof commands;

function post(
  { name, address, apiKey }: { name: string; address: Address; apiKey: string },
  bytes: Buffer,
): Promise<{ status: number; json: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: address.host,
        port: address.port,
        method: 'POST',
        path: `/v1/review/applications?name=${encodeURIComponent(name)}`,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/zip',
          'content-length': bytes.length,
        },
      },
      (answer) => {
        text(answer).then(
          (json) => resolve({ status: required(answer.statusCode, 'the status code'), json }),
          reject,
        );
      },
    );
    sent.once('error', reject);
    sent.end(bytes);
  });
}

serveCommands(commands);
