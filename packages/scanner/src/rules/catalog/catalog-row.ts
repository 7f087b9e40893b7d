import type { Severity } from '../../types/finding.ts';

export type CatalogRow = readonly [id: string, name: string, cwe: string | null, severity: Severity];
