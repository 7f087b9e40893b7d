import type { IndexedFile } from '@trivium/scanner';
import type { FoundComponent } from './found-component.ts';
import type { ManifestFacts } from './manifest-facts.ts';

/** A folder that may be reusable as a unit, and the files that belong to it. */
export interface ComponentDraft {
  key: string;
  path: string;
  kind: FoundComponent['kind'];
  facts: ManifestFacts;
  code: IndexedFile[];
  tests: IndexedFile[];
  /** Keys of the components that its files import from or are imported by. */
  internal: Set<string>;
  dependents: Set<string>;
  external: Set<string>;
}
