import { type ContractInfo, Program } from '../program/program.ts';
import { type Budget, Scope, TooMuchWork } from '../program/scope.ts';
import { control, missingEvents, zeroAddresses } from './control.ts';
import { declarations } from './declarations.ts';
import { fileChecks } from './file-checks.ts';
import { funds, lockedEther, valueInLoops } from './funds.ts';
import { interfaces } from './interfaces.ts';
import { numbers } from './numbers.ts';
import { oldScopes } from './old-scopes.ts';
import { reentrancy } from './reentrancy.ts';
import type { Report } from './report.ts';
import { results } from './results.ts';
import { shadowing } from './shadowing.ts';
import { statements } from './statements.ts';
import { variables } from './variables.ts';

const contractChecks: readonly ((scope: Scope) => Report[])[] = [
  reentrancy,
  funds,
  control,
  zeroAddresses,
  missingEvents,
  valueInLoops,
  lockedEther,
  results,
  numbers,
  variables,
  shadowing,
  declarations,
  statements,
  interfaces,
  oldScopes,
];

/** Ten times the work for OpenZeppelin's contracts, 25,000 lines. */
const MAX_TOTAL = 4_000_000;

/** `isAside`: a test or example. What it does with other contracts is not their flaw. */
export interface Source {
  path: string;
  text: string;
  isAside?: boolean;
}

/** The reports of all checks, each place once. */
export function checkProgram(sources: readonly Source[], shouldStop: () => boolean = () => false): Report[] {
  const program = new Program(sources);
  const budget: Budget = { left: MAX_TOTAL };
  const aside = new Set(sources.filter(({ isAside }) => isAside).map(({ path }) => path));
  const found = new Map<string, Report>();
  const keep = (report: Report): void => {
    const key = `${report.rule} ${report.file.path} ${report.span.start}`;
    const known = found.get(key);
    if (known === undefined || (report.confidence ?? 1) > (known.confidence ?? 1)) found.set(key, report);
  };
  for (const file of program.files) for (const report of fileChecks(file, program)) keep(report);
  for (const contract of program.contracts) {
    if (shouldStop()) break;
    for (const report of checkContract(program, contract, budget))
      if (report.file === contract.file || !aside.has(contract.file.path)) keep(report);
  }
  return withoutLesser([...found.values()]);
}

/** Checks inherited functions in the contracts that are deployed, and overridden ones where they are declared. */
function checkContract(program: Program, contract: ContractInfo, budget: Budget): Report[] {
  const scope = new Scope(program, contract, budget);
  const reports: Report[] = [];
  try {
    for (const check of contractChecks) reports.push(...check(scope));
  } catch (error) {
    // Hostile contracts are checked as far as the budget and the stack allow.
    if (!(error instanceof TooMuchWork) && !(error instanceof RangeError)) throw error;
  }
  return reports;
}

const reentrancyRanks = [
  'contract/reentrancy',
  'contract/reentrancy-no-eth',
  'contract/reentrancy-benign',
  'contract/reentrancy-events',
];

/** For each call, keeps only the most severe kind of reentrancy. */
function withoutLesser(reports: readonly Report[]): Report[] {
  const gravest = new Map<string, number>();
  const keyOf = ({ file, span }: Report): string => `${file.path} ${span.start}`;
  for (const report of reports) {
    const rank = reentrancyRanks.indexOf(report.rule);
    if (rank >= 0) gravest.set(keyOf(report), Math.min(rank, gravest.get(keyOf(report)) ?? rank));
  }
  return reports.filter((report) => {
    const rank = reentrancyRanks.indexOf(report.rule);
    return rank < 0 || gravest.get(keyOf(report)) === rank;
  });
}
