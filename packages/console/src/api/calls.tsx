import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { operations } from '../../../sdk/src/api.generated.ts';
import type { OperationId } from './client.ts';

/** An operation with its arguments. */
export interface Call {
  operation: OperationId;
  params?: Record<string, string> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** A file instead of a body: its name and type. */
  file?: { name: string; type: string } | undefined;
  /** The user's action, such as "Send again"; undefined for what the page reads. */
  title?: string | undefined;
}

/** API calls of the open page, for its view "As API calls". */
class CallList {
  readonly #calls = new Map<string, Call>();
  readonly #listeners = new Set<() => void>();
  #all: Call[] = [];
  readonly #around: CallList | undefined;

  /** A dialog's calls belong to its page too. */
  constructor(around?: CallList) {
    this.#around = around;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly all = () => this.#all;

  set(id: string, call: Call): void {
    this.#calls.set(id, call);
    this.#around?.set(id, call);
    this.#tell();
  }

  delete(id: string): void {
    this.#calls.delete(id);
    this.#around?.delete(id);
    this.#tell();
  }

  #tell(): void {
    // Several parts of a page may make the same call.
    const byText = new Map([...this.#calls.values()].map((call) => [JSON.stringify(call), call]));
    this.#all = [...byText.values()];
    for (const listener of this.#listeners) listener();
  }
}

const CallsContext = createContext(new CallList());

/** Wraps everything shown at once. */
export function CallsProvider({ children }: { children: ReactNode }) {
  const list = useMemo(() => new CallList(), []);
  return <CallsContext.Provider value={list}>{children}</CallsContext.Provider>;
}

/** Wraps a dialog, which has its own view because the page's is behind it. */
export function DialogCallsProvider({ children }: { children: ReactNode }) {
  const around = useContext(CallsContext);
  const list = useMemo(() => new CallList(around), [around]);
  return <CallsContext.Provider value={list}>{children}</CallsContext.Provider>;
}

export function useCalls(): Call[] {
  const list = useContext(CallsContext);
  return useSyncExternalStore(list.subscribe, list.all);
}

/**
 * Adds a call to the page's view "As API calls" while the component is mounted; undefined for none yet. The
 * hooks of `read.ts` do this themselves.
 */
export function useShownCall(call: Call | undefined): void {
  const list = useContext(CallsContext);
  const id = useId();
  const text = call && JSON.stringify(call);
  useEffect(() => {
    if (text === undefined) return undefined;
    list.set(id, JSON.parse(text) as Call);
    return () => list.delete(id);
  }, [list, id, text]);
}

/** The table without its row types. */
const rows = operations as unknown as Record<OperationId, { method: string; path: string }>;

function pathOf({ operation, params = {}, query = {} }: Call): string {
  const path = rows[operation].path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const given = params[name];
    return given === undefined ? `<${name}>` : encodeURIComponent(given);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Unknown values are written as `<name>`. */
function paramsOf({ operation, params = {} }: Call): Record<string, string> {
  const names = [...rows[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, params[name] ?? `<${name}>`]));
}

export function asCurl(call: Call): string {
  const { method } = rows[call.operation];
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${location.origin}${pathOf(call)}'`];
  lines.push(`  -H "Authorization: Bearer $TRIVIUM_API_KEY"`);
  if (call.body !== undefined) {
    lines.push(`  -H 'Content-Type: application/json'`);
    lines.push(`  -d '${JSON.stringify(call.body, null, 2).replaceAll("'", `'\\''`)}'`);
  }
  if (call.file !== undefined) {
    lines.push(`  -H 'Content-Type: ${call.file.type}'`);
    lines.push(`  --data-binary '@${call.file.name}'`);
  }
  return lines.join(' \\\n');
}

export function asSdk(call: Call): string {
  const { operation, query, body, file } = call;
  const params = paramsOf(call);
  const given = Object.fromEntries(
    Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== ''),
  );
  const input = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(given).length > 0 && { query: given }),
    ...(body !== undefined && { body }),
  };
  const text = Object.keys(input).length === 0 ? '' : asSource(input);
  if (file !== undefined) {
    const given = [
      `'${operation}'`,
      `await openAsBlob('${file.name}')`,
      `'${file.type}'`,
      ...(text ? [text] : []),
    ];
    return `import { openAsBlob } from 'node:fs';\n\nconst answer = await trivium.upload(${given.join(', ')});`;
  }
  return `const answer = await trivium.api.${operation}(${text});`;
}

/** JSON as written in source code, without quotes around names that need none. */
function asSource(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:');
}
