import type { ReactNode } from 'react';
import { CopyText } from './button.tsx';
import { Json } from './code.tsx';
import { count, money, Time, words } from './format.tsx';
import { Facts } from './page.tsx';
import { Status } from './status.tsx';

/** A record of the API as facts in people's words, for pages that say nothing better about a field. */
export function RecordFacts({ of, label, without = [] }: { of: object; label: string; without?: string[] }) {
  const fields = Object.entries(of).filter(([name, value]) => !without.includes(name) && !isEmpty(value));
  const plain = fields.filter(([, value]) => isPlain(value));
  const nested = fields.filter(([, value]) => !isPlain(value));
  return (
    <>
      <Facts
        of={Object.fromEntries(
          plain.map(([name, value]) => [words(name), <Value key={name} name={name} value={value} />]),
        )}
      />
      {nested.map(([name, value]) => (
        <details key={name} className="nested">
          <summary>{words(name)}</summary>
          <Json value={value} label={`${words(name)} of ${label}`} />
        </details>
      ))}
    </>
  );
}

/** A value as people read it, by what its name tells of it. */
export function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>;
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return name.endsWith('_usd') ? money(value) : count(value);
  const text = String(value);
  if (/(_at|_since|_time|timestamp)$/i.test(name) && !Number.isNaN(Date.parse(text)))
    return <Time at={text} withExact />;
  if (name === 'status' || name === 'state') return <Status state={text} />;
  if (/(^id|_id|Id|_hash|address)$/.test(name))
    return <CopyText text={text} label={words(name).toLowerCase()} />;
  return text;
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object' || one === null);
  return typeof value !== 'object' || value === null;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
