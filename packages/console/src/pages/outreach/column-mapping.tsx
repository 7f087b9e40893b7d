import { useEffect, useState } from 'react';
import { Choice } from '../../parts/fields.tsx';
import { count, plural } from '../../parts/format.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { ImportJob } from './import.tsx';
import { parseRows } from './parse-rows.ts';

/** Lead field to column name. */
export type Mapping = Record<string, string>;

const fields: [id: string, label: string][] = [
  ['email', 'E-mail'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['full_name', 'Full name'],
  ['title', 'Title'],
  ['company', 'Company'],
  ['domain', 'Domain'],
  ['phone', 'Phone'],
  ['linkedin_url', 'LinkedIn'],
  ['country', 'Country'],
  ['timezone', 'Time zone'],
];

const SHOWN_ROWS = 4;
const SHOWN_COLUMNS = 40;
const READ_BYTES = 65_536;

interface Props {
  file: File;
  detected: ImportJob['detected'];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Each column with its first values and the lead field it maps to. */
export function ColumnMapping({ file, detected, mapping, onChange }: Props) {
  const rows = useFirstRows(file, detected);
  const [q, setQ] = useState('');
  const fieldOf = (column: string) => Object.keys(mapping).find((field) => mapping[field] === column) ?? '';
  const map = (column: string, field: string) => {
    const others = Object.entries(mapping).filter(([name, of]) => of !== column && name !== field);
    onChange(Object.fromEntries(field === '' ? others : [...others, [field, column]]));
  };
  // Mapped columns come first: among hundreds nobody would find them.
  const all = detected.columns
    .map((column, at) => ({ column, at }))
    .toSorted((a, b) => Number(fieldOf(b.column) !== '') - Number(fieldOf(a.column) !== ''));
  const found = all.filter(({ column }) => column.toLowerCase().includes(q.trim().toLowerCase()));
  const isWide = all.length > SHOWN_COLUMNS;
  return (
    <div className="form above-table">
      {isWide && (
        <div className="filters">
          <TextInput label="Find a column" type="search" value={q} onChange={setQ} />
          <p className="quiet" role="status">
            {plural(all.length, 'column')}, {count(Object.keys(mapping).length)} of them are known fields of a
            lead; the rest become custom fields.
          </p>
        </div>
      )}
      <div className="mapping">
        {found.slice(0, SHOWN_COLUMNS).map(({ column, at }) => (
          <div className="card" key={column}>
            <Choice
              label={column}
              value={fieldOf(column)}
              onChange={(field) => map(column, field)}
              options={[{ id: '', label: 'A custom field' }, ...fields.map(([id, label]) => ({ id, label }))]}
            />
            <ul className="samples" aria-label={`First values of ${column}`}>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows stay as they are
                <li key={index}>{row[at] || '–'}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {found.length > SHOWN_COLUMNS && (
        <p className="quiet">
          {plural(found.length - SHOWN_COLUMNS, 'more column')}: find them by their names.
        </p>
      )}
    </div>
  );
}

/** The file's first rows, for display. */
function useFirstRows(
  file: File,
  { encoding, delimiter, has_header: hasHeader }: ImportJob['detected'],
): string[][] {
  const [rows, setRows] = useState<string[][]>([]);
  useEffect(() => {
    let isOver = false;
    void file
      .slice(0, READ_BYTES)
      .arrayBuffer()
      .then((bytes) => {
        if (!isOver)
          setRows(parseRows(decode(bytes, encoding), delimiter, SHOWN_ROWS + 1).slice(hasHeader ? 1 : 0));
      });
    return () => {
      isOver = true;
    };
  }, [file, encoding, delimiter, hasHeader]);
  return rows.slice(0, SHOWN_ROWS);
}

function decode(bytes: ArrayBuffer, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
