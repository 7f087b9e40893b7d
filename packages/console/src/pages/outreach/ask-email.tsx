import { useEffect, useState } from 'react';
import { Suggest } from '../../parts/fields.tsx';
import type { Mapping } from './column-mapping.tsx';
import { parseRows } from './parse-rows.ts';

const READ_BYTES = 65_536;
const delimiters = [',', ';', '\t', '|'];

/** Columns of the first line, split at its most frequent delimiter. */
function headingsOf(text: string): string[] {
  const [line = ''] = text.split('\n', 1);
  const most = delimiters.toSorted((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
  const [columns = []] = parseRows(text.replace(/^\uFEFF/, ''), most, 1);
  return columns.map((name) => name.trim()).filter((name) => name !== '');
}

/** When the service found no address column: asks which one it is, from the file's column names. */
export function AskEmail({ file, onChoose }: { file: File; onChoose: (mapping: Mapping) => void }) {
  const [columns, setColumns] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    let isOver = false;
    void file
      .slice(0, READ_BYTES)
      .text()
      .then((text) => !isOver && setColumns(headingsOf(text)));
    return () => {
      isOver = true;
    };
  }, [file]);
  const choose = (name: string) => {
    const column = columns.find((one) => one.toLowerCase() === name.toLowerCase());
    if (column === undefined) return;
    setTyped(column);
    onChoose({ email: column });
  };
  return (
    <div className="form narrow above-table">
      <Suggest
        label="Which column holds the e-mail addresses?"
        value={typed}
        onChange={setTyped}
        onEnter={choose}
        options={columns.map((name) => ({ id: name, label: name }))}
      />
    </div>
  );
}
