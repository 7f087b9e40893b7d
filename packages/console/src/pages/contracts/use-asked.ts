import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface UsedAnswer<Answer> {
  /** The form's contents at that time. */
  body: string;
  answer: Answer;
  at: string;
}

/**
 * Asks the service about a form with a call that changes nothing. Result and error belong to the form's
 * contents at that time: they disappear once it changes, even if they arrive late.
 */
export function useFreshAnswer<Answer>(body: object, ask: () => Promise<Answer>) {
  const key = JSON.stringify(body);
  const [asked, setAsked] = useState<UsedAnswer<Answer>>();
  const asking = useMutation({
    mutationFn: async (of: string) => ({ body: of, answer: await ask(), at: new Date().toISOString() }),
    onSuccess: setAsked,
  });
  const found = asked?.body === key ? asked : undefined;
  return {
    answer: found?.answer,
    at: found?.at,
    error: asking.variables === key ? asking.error : null,
    isPending: asking.isPending,
    ask: () => asking.mutate(key),
  };
}
