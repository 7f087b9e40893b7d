// Somebody who sends hostile work in a loop: a process of its own, driven by the bench.
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
  /** How often each end came. */
  ends: Record<string, number>;
  /** Answers of the service that are none, by status. */
  faults: Record<string, number>;
}

const allForms = { ...forms, ...tenantForms };

/** An attacker has a machine of its own; here it must not take the service's. */
setPriority(19);

let options: AttackOptions;
let faults: Record<string, number> = {};
let ends: Record<string, number> = {};
let isRunning = false;
let loops: Promise<void>[] = [];
const ready = new Map<string, Promise<(() => Promise<string>)[]>>();

export interface Loops {
  form: string;
  /** So many are under way at once. */
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
  // Too much of it at once is told by 503; every other fault of the service is one.
  if (status >= 500 && status !== 503) faults[status] = (faults[status] ?? 0) + 1;
  return response;
}

const commands = {
  open(opened: AttackOptions) {
    options = opened;
  },
  /** Resolves when the loops run. */
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
  /** Resolves when what was under way has ended. */
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
