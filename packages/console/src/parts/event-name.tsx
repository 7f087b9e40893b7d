import { Breaking } from './format.tsx';

/** The last characters of an id distinguish it from its neighbours; the first ones are the time. */
const TAIL = 8;

/** An event's type, and below it the end of its id, which distinguishes rows of the same type. */
export function EventName({ type, id }: { type: string; id: string }) {
  return (
    <span className="two-lines">
      <span>
        <Breaking name={type} />
      </span>
      <code className="quiet row-id" title={id}>
        {id.slice(0, id.indexOf('_') + 1)}…{id.slice(-TAIL)}
      </code>
    </span>
  );
}
