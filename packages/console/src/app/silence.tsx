import { CloudOff, Hourglass } from 'lucide-react';
import { useStale } from '../api/connection.ts';
import { clockTime } from '../parts/moments.ts';

/** A notice while nothing can be read: data on the page is stale and must not look current. */
export function Silence() {
  const stale = useStale();
  if (stale === undefined) return null;
  const since = clockTime(stale.since);
  const isSilent = stale.why === 'silent';
  const Icon = isSilent ? CloudOff : Hourglass;
  return (
    <p className={isSilent ? 'note bad silence' : 'note warn silence'} role="alert">
      <Icon aria-hidden size={18} />
      <span>
        {isSilent
          ? `The service has not answered since ${since}. What you see is from before. It is tried again every few seconds, and what you typed stays.`
          : `The rate limit has been reached since ${since}, so nothing is read for now. What you see is from before. It continues by itself. Other tabs and programs with the same key count too.`}
      </span>
    </p>
  );
}
