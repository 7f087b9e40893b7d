import type { IndexedFile } from '@trivium/scanner';
import type { FoundComponent } from './found-component.ts';
import type { ManifestFacts } from './manifest-facts.ts';

/** A folder that may be reused as a whole, and the files that are its own. */
export interface ComponentDraft {
  key: string;
  path: string;
  kind: FoundComponent['kind'];
  facts: ManifestFacts;
  code: IndexedFile[];
  tests: IndexedFile[];
  /** Keys of the components that its files import from, and that import from it. */
  internal: Set<string>;
  dependents: Set<string>;
  external: Set<string>;
}
