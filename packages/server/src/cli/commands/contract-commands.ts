import { type Command, Option } from 'commander';
import { clientCommand, listCommand } from './client-command.ts';

export function addContractCommands(program: Command): void {
  const contracts = program.command('contracts').description('deploy, read and execute contracts');
  addContractReads(contracts);
  contracts.addCommand(
    clientCommand('deploy', 'register a Solidity file, deploy it and wait for it', [
      'contracts deploy Token.sol --args \'["1000000"]\'',
      'contracts deploy ctr_01a1fece31ef76f996b3eea0eb20b78c --network ethereum_sepolia',
    ])
      .argument('<file>', 'Solidity source, or the id of a contract')
      .option('--name <name>', 'name of the contract; default: that of the file')
      .option('--network <network>', 'where to', 'devnet')
      .option('--args <json>', 'arguments of the constructor, as a JSON array, @file or -')
      .action(async (file, options) => {
        process.exitCode = await (await import('../client/contracts.ts')).deploy(file, options);
      }),
  );
  contracts.addCommand(
    clientCommand(
      'execute',
      'execute a function and wait for its confirmation; one that only reads is called',
      ['contracts execute ctr_01a1fece31ef76f996b3eea0eb20b78c transfer --args \'["0x…", "100"]\''],
    )
      .argument('<contractId>', 'id of the contract')
      .argument('<function>', 'its name, or its full signature')
      .option('--args <json>', 'arguments, as a JSON array, @file or -')
      .option('--network <network>', 'default: that of the contract')
      .option('--value <amount>', 'payment, in wei, or such as "0.1 ether"')
      .action(async (id, name, options) => {
        process.exitCode = await (await import('../client/contracts.ts')).execute(id, name, options);
      }),
  );
}

function addContractReads(contracts: Command): void {
  contracts.addCommand(
    listCommand('list', 'list the contracts, newest first', [
      'contracts list',
      'contracts list --network devnet --select id',
    ])
      .option('--network <network>', 'only on this one')
      .addOption(new Option('--status <status>', 'only these').choices(['created', 'deployed']))
      .action(async (options) => (await import('../client/read-contract.ts')).listContracts(options)),
  );
  contracts.addCommand(
    clientCommand('call', 'read a function, which costs nothing', [
      'contracts call ctr_01a1fece31ef76f996b3eea0eb20b78c totalSupply',
      'contracts call ctr_01a1fece31ef76f996b3eea0eb20b78c balanceOf --args \'["0x…"]\' --block 1200',
    ])
      .argument('<contractId>', 'id of the contract')
      .argument('<function>', 'its name, or its full signature')
      .option('--args <json>', 'arguments, as a JSON array, @file or -')
      .option('--network <network>', 'default: that of the contract')
      .option('--from <address>', 'the caller')
      .option('--block <block>', 'latest, pending or a number; default: latest')
      .action(async (id, name, options) => (await import('../client/contracts.ts')).call(id, name, options)),
  );
}
