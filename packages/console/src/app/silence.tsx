import { CloudOff } from 'lucide-react';
import { useSilentSince } from '../api/connection.ts';
import { clockTime } from '../parts/format.tsx';

/** While the service does not answer: what stands on the page is old, and nobody is to take it for the present. */
export function Silence() {
  const since = useSilentSince();
  if (since === undefined) return null;
  return (
    <p className="note bad silence" role="alert">
      <CloudOff aria-hidden size={18} />
      <span>
        The service has not answered since {clockTime(since)}. What you see is from before. It is asked again
        every few seconds, and what you typed stays.
      </span>
    </p>
  );
}
