import { CopyText } from '../../parts/button.tsx';
import { Json } from '../../parts/code.tsx';
import { Facts } from '../../parts/page.tsx';

export interface NamedValue {
  name: string;
  type: string;
  value: unknown;
}

/** Decoded values with name and type. */
export function AbiValues({ of: values, label }: { of: NamedValue[]; label: string }) {
  if (values.length === 0) return <p className="quiet">None.</p>;
  return (
    <dl className="abi-values">
      {values.map(({ name, type, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values are told apart by their place alone
        <div key={at}>
          <dt>
            {name || `Value ${at + 1}`} <code className="quiet">{type}</code>
          </dt>
          <dd>
            <AbiValue value={value} type={type} label={`${label}, ${name || `value ${at + 1}`}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AbiValue({ value, type, label }: { value: unknown; type: string; label: string }) {
  if (typeof value === 'boolean') return value ? 'Yes, true' : 'No, false';
  if (type === 'string') return String(value) === '' ? <span className="quiet">Empty</span> : String(value);
  if (Array.isArray(value) || (typeof value === 'object' && value !== null))
    return <Nested value={value} label={label} />;
  const text = String(value);
  if (/^u?int\d*$/.test(type)) return <Whole digits={text} label={label} />;
  return <CopyText text={text} label={label} />;
}

function Whole({ digits, label }: { digits: string; label: string }) {
  const grouped = /^-?\d+$/.test(digits) ? BigInt(digits).toLocaleString('en-US') : digits;
  return (
    <span className="abi-whole">
      <CopyText text={digits} label={label} />
      {digits.length > 4 && grouped !== digits && <span className="quiet">{grouped}</span>}
    </span>
  );
}

function Nested({ value, label }: { value: object; label: string }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="quiet">An empty list</span>;
  const arePlain = entries.every(([, one]) => typeof one !== 'object' || one === null);
  if (!arePlain || entries.length > 20) return <Json value={value} label={label} />;
  if (Array.isArray(value)) {
    return (
      <ol className="abi-list">
        {value.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place alone
          <li key={at}>
            <code>{String(one)}</code>
          </li>
        ))}
      </ol>
    );
  }
  return (
    <Facts
      of={Object.fromEntries(entries.map(([name, one]) => [name, <code key={name}>{String(one)}</code>]))}
    />
  );
}
