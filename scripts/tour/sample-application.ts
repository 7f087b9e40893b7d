import yazl from 'yazl';

/** A small service with typical mistakes. */
const files: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'orders',
    version: '1.0.0',
    type: 'module',
    dependencies: { express: '4.17.1', lodash: '4.17.4' },
  }),
  Dockerfile: 'FROM node:latest\nCOPY . .\nRUN npm install\nCMD ["node", "src/server.js"]\n',
  'src/server.js': `import express from 'express';
import { exec } from 'node:child_process';
import { findOrders } from './orders.js';

const app = express();
app.get('/orders', async (request, response) => response.json(await findOrders(request.query.customer)));
app.get('/report', (request, response) => {
  exec('make-report ' + request.query.month, (_error, stdout) => response.send(stdout));
});
app.listen(3000);
`,
  'src/orders.js': `import { db } from './db.js';

export async function findOrders(customer) {
  const { rows } = await db.query("select * from orders where customer = '" + customer + "'");
  const lines = [];
  for (const row of rows) lines.push(await db.query('select * from lines where order_id = ' + row.id));
  return lines;
}
`,
  'src/db.js': `import pg from 'pg';
export const db = new pg.Pool({ host: 'db.internal', user: 'orders' });
`,
};

export async function zipSampleApplication(): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Records which applications were approved; nobody can change the record afterwards. */
export const registrySource = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract ApprovalRegistry {
    event Approved(string application, bytes32 archive);
    mapping(string => bytes32) public archives;

    function approve(string calldata application, bytes32 archive) external {
        require(archives[application] == 0, "approved before");
        archives[application] = archive;
        emit Approved(application, archive);
    }
}
`;

export const leadsCsv = `E-Mail;Vorname;Nachname;Firma;Position;Land
ada.lovelace@engines.example;Ada;Lovelace;Analytical Engines;CTO;GB
grace.hopper@compilers.example;Grace;Hopper;Compilers Ltd;VP Engineering;US
konrad.zuse@z3.example;Konrad;Zuse;Z3 GmbH;Geschäftsführer;DE
not an address;Nobody;;;;
ada.lovelace@engines.example;Ada;Lovelace;Analytical Engines;CTO;GB
`;
