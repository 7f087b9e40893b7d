// Sends the archive from a process of its own: what sending costs the client must not hold up the requests that
// are timed beside it.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { required } from '../../packages/server/src/kit/required.ts';
import { serveCommands } from '../harness/serve-commands.ts';
import type { Address } from '../load/connection.ts';

const commands = {
  /** Uploads the archive at this path; answers the record as the service sent it, and how long that took. */
  async upload(to: {
    path: string;
    /** Of the application: a later upload of the same name takes over what an earlier one found. */
    name: string;
    address: Address;
    apiKey: string;
  }): Promise<{ json: string; ms: number }> {
    const bytes = readFileSync(to.path);
    const startedAt = performance.now();
    const { status, json } = await post(to, bytes);
    if (status !== 202) throw new Error(`the upload was answered ${status}: ${json}`);
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
