import { Choice, Suggest } from '../../parts/fields.tsx';
import { FilterBox } from '../../parts/filter-box.tsx';
import { words } from '../../parts/format.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { Facets, Filters } from './finding-facets.ts';
import { severities } from './severities.ts';

interface FilterProps {
  facets: Facets;
  filters: Filters;
  change: (changed: Filters) => void;
}

/** How many of each severity there are, as filters. */
export function SeverityTiles({ facets, filters, change }: FilterProps) {
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
            <span className="severity-count">{facets.severity[severity]}</span> {words(severity)}
          </button>
        );
      })}
    </div>
  );
}

/** The filters of the findings. Each option says how many it leaves. */
export function FindingFilters({ facets, filters, change }: FilterProps) {
  const choice = (name: 'category' | 'rule' | 'status' | 'who', label = words(name)) => (
    <Choice
      label={label}
      value={filters[name] ?? ''}
      onChange={(value) => change({ [name]: value })}
      options={facets[name]}
    />
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
        {choice('category')}
        <Suggest
          label="File"
          value={filters.file ?? ''}
          onChange={(file) => change({ file })}
          options={facets.file}
          placeholder="src/"
        />
        {choice('rule')}
        {choice('status')}
        {choice('who', 'Who is on it')}
      </FilterBox>
    </div>
  );
}
