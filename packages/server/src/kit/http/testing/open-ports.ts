import { newUuid } from '../../ids.ts';
import { required } from '../../required.ts';
import type { IdempotencyStore, KeptAnswer, RateLimiter } from '../index.ts';

/** Allows every request. */
export const noLimits: RateLimiter = {
  take: (_orgId, name) => ({ name, allowed: true, limit: 10, remaining: 9, windowSeconds: 60, resetAt: 0 }),
};

/** Stores no answers: each request is the first with its key. */
export const keepsNoAnswers: IdempotencyStore = {
  claim: async () => ({ kind: 'fresh', token: null, seed: newUuid() }),
  complete: async () => {},
  release: async () => {},
  abandon: () => {},
};

/** Stores answers in memory. */
export function memoryIdempotency(): IdempotencyStore {
  const kept = new Map<string, { hash: string; answer?: KeptAnswer }>();
  return {
    claim: async ({ orgId, claimant, route, key }, { meaning }) => {
      const token = `${orgId} ${claimant} ${route} ${key}`;
      const found = kept.get(token);
      const hash = meaning.toString('hex');
      if (found === undefined) {
        kept.set(token, { hash });
        return { kind: 'fresh', token, seed: token };
      }
      if (found.hash !== hash) return { kind: 'mismatch' };
      return found.answer === undefined ? { kind: 'running' } : { kind: 'replay', answer: found.answer };
    },
    complete: async (token, answer) => {
      required(kept.get(token as string), 'the claim').answer = answer;
    },
    release: async (token) => void kept.delete(token as string),
    abandon: (token) => void kept.delete(token as string),
  };
}
