import { useEffect, useRef, useState } from 'react';
import { useShownCall } from './calls.tsx';
import { type Answer, type Body, type OperationId, useApi } from './client.ts';

/** Delay after the last change, so that not every keystroke sends a request. */
const WAIT_MS = 500;

export interface DryRun<T> {
  /** For the latest request; while it is in flight, for the previous one. */
  answer: T | undefined;
  error: Error | undefined;
}

interface Input<Id extends OperationId> {
  params?: Record<string, string>;
  body: Body<Id>;
}

/** Dry-runs an operation, again shortly after each change; sends nothing while `input` is undefined. */
export function useDryRun<Id extends OperationId>(
  operation: Id,
  input: Input<Id> | undefined,
  title: string,
): DryRun<Answer<Id>> {
  const api = useApi() as unknown as Record<OperationId, (input: object) => Promise<unknown>>;
  const ask = useRef(api);
  ask.current = api;
  const [state, setState] = useState<DryRun<Answer<Id>>>({ answer: undefined, error: undefined });
  const text = input === undefined ? undefined : JSON.stringify(input);
  useShownCall(input && { operation, title, ...input });
  useEffect(() => {
    if (text === undefined) {
      setState({ answer: undefined, error: undefined });
      return undefined;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(async () => {
      try {
        const answer = (await ask.current[operation]({ ...JSON.parse(text), signal })) as Answer<Id>;
        if (!signal.aborted) setState({ answer, error: undefined });
      } catch (error) {
        if (!signal.aborted) setState(({ answer }) => ({ answer, error: error as Error }));
      }
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [operation, text]);
  return state;
}
