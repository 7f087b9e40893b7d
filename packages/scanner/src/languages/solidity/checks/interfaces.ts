import { isEntry, typeText } from '../program/context.ts';
import type { FunctionInfo } from '../program/program.ts';
import type { Scope } from '../program/scope.ts';
import { type Report, reportIn } from './report.ts';

type Signatures = Readonly<Record<string, string>>;

const erc20: Signatures = {
  'totalSupply()': 'uint256',
  'balanceOf(address)': 'uint256',
  'transfer(address,uint256)': 'bool',
  'transferFrom(address,address,uint256)': 'bool',
  'approve(address,uint256)': 'bool',
  'allowance(address,address)': 'uint256',
};

const erc721: Signatures = {
  'balanceOf(address)': 'uint256',
  'ownerOf(uint256)': 'address',
  'safeTransferFrom(address,address,uint256,bytes)': '',
  'safeTransferFrom(address,address,uint256)': '',
  'transferFrom(address,address,uint256)': '',
  'approve(address,uint256)': '',
  'setApprovalForAll(address,bool)': '',
  'getApproved(uint256)': 'address',
  'isApprovedForAll(address,address)': 'bool',
  'supportsInterface(bytes4)': 'bool',
};

/** Token functions with other results than wallets and exchanges expect. */
export function interfaces({ contract }: Scope): Report[] {
  // Meant for tokens that are known to differ.
  if (/non_?standard/i.test(contract.node.name)) return [];
  const functions = contract.line
    .flatMap((one) => one.functions)
    .filter((fn) => isEntry(fn) && fn.node.kind === 'function');
  const signatures = new Set(functions.map(signatureOf));
  const names = contract.line.map(({ node }) => node.name);
  const isErc721 =
    names.some((name) => /^I?ERC721$/i.test(name)) ||
    (signatures.has('ownerOf(uint256)') && signatures.has('approve(address,uint256)'));
  const isErc20 =
    !isErc721 &&
    (names.some((name) => /^I?ERC20$/i.test(name)) ||
      [
        'transfer(address,uint256)',
        'approve(address,uint256)',
        'transferFrom(address,address,uint256)',
      ].filter((one) => signatures.has(one)).length >= 2);
  const own = functions.filter((fn) => fn.contract === contract);
  if (isErc721) return mismatches(own, erc721, 'contract/erc721-interface');
  return isErc20
    ? [
        ...mismatches(own, erc20, 'contract/erc20-interface'),
        ...unindexed(contract.node.events.length, { contract }),
      ]
    : [];
}

function signatureOf({ node }: FunctionInfo): string {
  return `${node.name}(${node.parameters.map(({ type }) => typeText(type)).join()})`;
}

function mismatches(functions: readonly FunctionInfo[], wanted: Signatures, rule: string): Report[] {
  return functions.flatMap((fn) => {
    const signature = signatureOf(fn);
    const result = wanted[signature];
    if (result === undefined) return [];
    const given = fn.node.returns.map(({ type }) => typeText(type)).join();
    return given === result
      ? []
      : [reportIn(rule, fn, fn.node.nameAt, `${signature} should give ${result || 'nothing'}.`)];
  });
}

/** Logs are searched by sender and recipient. */
function unindexed(count: number, { contract }: Pick<Scope, 'contract'>): Report[] {
  if (count === 0) return [];
  return contract.node.events.flatMap((event) => {
    const isStandard =
      (event.name === 'Transfer' || event.name === 'Approval') &&
      event.parameters.map(({ type }) => typeText(type)).join() === 'address,address,uint256';
    if (!isStandard || event.parameters.slice(0, 2).every(({ isIndexed }) => isIndexed)) return [];
    return [
      {
        rule: 'contract/erc20-indexed',
        file: contract.file,
        span: event,
        symbol: `${contract.node.name}.${event.name}`,
      },
    ];
  });
}
