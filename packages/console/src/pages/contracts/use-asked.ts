import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Asked<Answer> {
  /** What stood in the form then. */
  body: string;
  answer: Answer;
  at: string;
}

/**
 * Asks the service about a form by a call that changes nothing. The answer, and a refusal, are those to what stands in the
 * form: they are gone once it is changed, also when they come late.
 */
export function useAsked<Answer>(body: object, ask: () => Promise<Answer>) {
  const key = JSON.stringify(body);
  const [asked, setAsked] = useState<Asked<Answer>>();
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
