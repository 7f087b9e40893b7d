// An attacker who sends hostile work in a loop, in a separate process that the bench controls.
import { setPriority } from 'node:os';
import { required } from '../../packages/server/src/kit/required.ts';
import { serveCommands } from '../harness/serve-commands.ts';
import { type Attack, forms } from './forms.ts';
import { tenantForms } from './tenant-forms.ts';

export interface AttackOptions {
  origin: string;
  apiKey: string;
  smtpPort: number;
  receiver: string;
}

export interface AttackResult {
  /** How often each outcome occurred. */
  ends: Record<string, number>;
  /** Answers that are faults of the service, by status. */
  faults: Record<string, number>;
}

const allForms = { ...forms, ...tenantForms };

/** A real attacker uses another machine; here it must not take CPU time from the service. */
setPriority(19);

let options: AttackOptions;
let faults: Record<string, number> = {};
let ends: Record<string, number> = {};
let isRunning = false;
let loops: Promise<void>[] = [];
const ready = new Map<string, Promise<(() => Promise<string>)[]>>();

export interface Loops {
  form: string;
  /** Number of concurrent loops. */
  count: number;
}

const attack = (loop: number): Attack => ({
  async ask(method, path, body) {
    const response = await send(
      method,
      path,
      'application/json',
      body === undefined ? undefined : JSON.stringify(body),
    );
    return { status: response.status, body: await response.json() };
  },
  async upload(path, bytes, type) {
    const response = await send('POST', path, type, bytes as Uint8Array<ArrayBuffer>);
    await response.arrayBuffer();
    return response.status;
  },
  smtpPort: options.smtpPort,
  receiver: options.receiver,
  nameOf: (form) => `${form}.loop_${loop}_${ready.size}`,
});

async function send(
  method: string,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
): Promise<Response> {
  const response = await fetch(options.origin + path, {
    method,
    headers: { authorization: `Bearer ${options.apiKey}`, 'content-type': type },
    ...(body !== undefined && { body }),
  });
  const { status } = response;
  // 503 is the correct answer to too many requests at once; every other status from 500 on is a fault.
  if (status >= 500 && status !== 503) faults[status] = (faults[status] ?? 0) + 1;
  return response;
}

const commands = {
  open(opened: AttackOptions) {
    options = opened;
  },
  /** Resolves when the loops are running. */
  async start({ form, count }: Loops) {
    const name = `${form}, ${count} at once`;
    let making = ready.get(name);
    if (making === undefined) {
      making = Promise.all(
        Array.from({ length: count }, (_, loop) =>
          required(allForms[form], 'one of the forms')(attack(loop)),
        ),
      );
      ready.set(name, making);
    }
    isRunning = true;
    loops = (await making).map(async (attempt) => {
      while (isRunning) {
        const end = await attempt();
        ends[end] = (ends[end] ?? 0) + 1;
      }
    });
  },
  /** Resolves when the requests in progress have ended. */
  async stop(): Promise<AttackResult> {
    isRunning = false;
    await Promise.all(loops);
    const result = { ends, faults };
    ends = {};
    faults = {};
    return result;
  },
};

export type AttackerCommands = typeof commands;
serveCommands(commands);
