import { useState } from 'react';
import { useRead } from '../../api/read.ts';
import { Suggest } from '../../parts/fields.tsx';
import { type Lead, nameOf } from './words.tsx';

const SHOWN = 30;

/** Filters for the leads offered, as `listLeads` takes them. */
export type LeadQuery = Record<string, string>;

/** Selects a lead by search. Without a search term, leads of `among` are offered, if any. */
export function useLeadChoice(among: LeadQuery = {}) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Lead>();
  const q = chosen && typed === labelOf(chosen) ? '' : typed.trim();
  const isNarrowed = Object.keys(among).length > 0;
  const search = { limit: SHOWN, ...(q !== '' && { q }) };
  const first = useRead('listLeads', { query: { ...among, ...search } as typeof search });
  const isNone = isNarrowed && first.data?.leads.length === 0;
  const others = useRead('listLeads', { query: search }, { enabled: isNone });
  const leads = isNone ? others : first;
  const found = leads.data?.leads ?? [];
  const choose = (value: string) => {
    const one = found.find((known) => labelOf(known).toLowerCase() === value.toLowerCase());
    if (one === undefined) return;
    setChosen(one);
    setTyped(labelOf(one));
  };
  const type = (text: string) => {
    setTyped(text);
    if (text === '') setChosen(undefined);
  };
  return { chosen, found, typed, type, choose, leads, isSearch: q !== '' };
}

interface Props {
  of: ReturnType<typeof useLeadChoice>;
  /** The lead used unless one is chosen. */
  placeholder?: string | undefined;
  hint?: string;
}

export function LeadChoice({ of: { typed, type, choose, found }, placeholder = '', hint }: Props) {
  return (
    <Suggest
      label="Lead"
      value={typed}
      onChange={type}
      onEnter={choose}
      options={found.map((one) => ({ id: labelOf(one).toLowerCase(), label: labelOf(one) }))}
      placeholder={placeholder}
      {...(hint !== undefined && { hint })}
    />
  );
}

export function labelOf(lead: Lead): string {
  const name = nameOf(lead);
  return name === lead.email ? name : `${name}, ${lead.email}`;
}
