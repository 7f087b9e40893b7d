import { useState } from 'react';
import { navigate } from '../app/router.tsx';
import { TextInput } from './text-input.tsx';

/** Opens what a complete id refers to: `prefix` plus 32 hexadecimal digits. */
export function OpenById({
  prefix,
  thing,
  hrefOf,
}: {
  prefix: string;
  thing: string;
  hrefOf: (id: string) => string;
}) {
  const [id, setId] = useState('');
  const change = (typed: string) => {
    const trimmed = typed.trim();
    if (new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(trimmed)) navigate(hrefOf(trimmed));
    else setId(typed);
  };
  return (
    <TextInput
      label="Id"
      value={id}
      onChange={change}
      placeholder={`${prefix}_…`}
      {...(id.trim() !== '' && { hint: `A whole id opens its ${thing}: ${prefix}_ and 32 hex digits.` })}
    />
  );
}
