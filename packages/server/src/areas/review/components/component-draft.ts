import type { IndexedFile } from '@trivium/scanner';
import type { FoundComponent } from './found-component.ts';
import type { ManifestFacts } from './manifest-facts.ts';

/** A folder that may be reusable as a whole, with its own files. */
export interface ComponentDraft {
  key: string;
  path: string;
  kind: FoundComponent['kind'];
  facts: ManifestFacts;
  code: IndexedFile[];
  tests: IndexedFile[];
  /** Keys of the components its files import, and of those importing from it. */
  internal: Set<string>;
  dependents: Set<string>;
  external: Set<string>;
}
