import { expect, vi } from 'vitest';
import { type Answer, type Call, callerOf } from '../../../kit/http/testing/call-api.ts';

/** Calls the outreach API of a running service with one key. */
export class OutreachClient {
  readonly call: Call;

  constructor({ address }: { address: string }, key: string) {
    this.call = callerOf(`${address}/v1/outreach`, key);
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  /** Sends a file as the body itself. */
  upload(file: string | Uint8Array, query = '', headers: Record<string, string> = {}): Promise<Answer> {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    return this.call('POST', `/leads/import${query}`, bytes, { 'content-type': 'text/csv', ...headers });
  }

  /** Sends a file and waits until its import is over; answers the job. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is in the test
  async import(file: string | Uint8Array, query = ''): Promise<any> {
    const accepted = await this.upload(file, query);
    expect([accepted.status, accepted.text]).toEqual([202, expect.anything()]);
    return this.imported(accepted.body.import_job_id);
  }

  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is in the test
  async imported(id: string): Promise<any> {
    const job = await vi.waitFor(
      async () => {
        const { body } = await this.get(`/imports/${id}`);
        expect(body.status).toMatch(/^(completed|completed_with_errors|failed)$/);
        return body;
      },
      { timeout: 60_000, interval: 50 },
    );
    return job;
  }
}
