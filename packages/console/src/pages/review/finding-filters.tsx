import { memo } from 'react';
import { Choice, Suggest } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { words } from '../../parts/format.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { Facets, Filters } from './finding-facets.ts';
import type { FacetOption } from './same-options.ts';
import { severities } from './severities.ts';

interface TileProps {
  facets: Facets;
  filters: Filters;
  change: (changed: Filters) => void;
}

/** Counts per severity, usable as filters. */
export function SeverityTiles({ facets, filters, change }: TileProps) {
  return (
    <div className="severity-tiles">
      {severities.map((severity) => {
        const isOn = filters.severity === severity;
        return (
          <button
            type="button"
            key={severity}
            className={`severity-tile ${severity}`}
            aria-pressed={isOn}
            onClick={() => change({ severity: isOn ? '' : severity })}
          >
            <span className="severity-count">{facets.severity[severity] ?? '…'}</span> {words(severity)}
          </button>
        );
      })}
    </div>
  );
}

interface FilterProps extends TileProps {
  files: FacetOption[];
}

/** Filters of findings. Each option shows its number of matches. */
export function FindingFilters({ facets, files, filters, change }: FilterProps) {
  const facet = (name: FacetProps['name'], label = words(name)) => (
    <Facet name={name} label={label} value={filters[name] ?? ''} options={facets[name]} change={change} />
  );
  return (
    <div className="five">
      <FilterBox list="findings" set={{ ...filters, severity: '' }} saves={filters}>
        <TextInput
          label="Text"
          type="search"
          value={filters.q ?? ''}
          onChange={(q) => change({ q })}
          placeholder="Title, code, CWE …"
        />
        {facet('category')}
        <FileFilter value={filters.file ?? ''} options={files} change={change} />
        {facet('rule')}
        {facet('status')}
        {facet('who', 'Assignee')}
      </FilterBox>
    </div>
  );
}

interface FacetProps {
  name: 'category' | 'rule' | 'status' | 'who';
  label: string;
  value: string;
  options: FacetOption[];
  change: (changed: Filters) => void;
}

/** Memoized, so that typing next to it does not re-render it until the list catches up. */
const Facet = memo(function Facet({ name, label, value, options, change }: FacetProps) {
  return <Choice label={label} value={value} onChange={(to) => change({ [name]: to })} options={options} />;
});

const FileFilter = memo(function FileFilter({
  value,
  options,
  change,
}: Pick<FacetProps, 'value' | 'options' | 'change'>) {
  return (
    <Suggest
      label="File"
      value={value}
      onChange={(file) => change({ file })}
      options={options}
      placeholder="src/"
    />
  );
});
