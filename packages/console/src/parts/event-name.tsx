import { Breaking } from './format.tsx';

/** So many signs at the end of an id tell it from its neighbours; at its beginning is the time. */
const TAIL = 8;

/** The type of an event, and below it the end of its id: in a list of one type each row is told from the others. */
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
