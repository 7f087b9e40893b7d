// A minimal SMTP sink in a separate process: accepts every mail without parsing it, and reports to its parent how many
// it accepted and when. It must be cheap, because its cost is not what we measure.
import { createServer } from 'node:net';

const END = Buffer.from('\r\n.\r\n');
let taken = 0;
let signed = 0;

const server = createServer((socket) => {
  let rest: Buffer = Buffer.alloc(0);
  let isText = false;
  let isFirst = true;
  socket.setNoDelay(true);
  socket.write('220 sink\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let answer = '';
    for (;;) {
      if (isText) {
        if (isFirst && rest.length >= 14) {
          isFirst = false;
          if (rest.toString('latin1', 0, 14) === 'DKIM-Signature') signed++;
        }
        const end = rest.indexOf(END);
        if (end < 0) break;
        rest = rest.subarray(end + END.length);
        isText = false;
        taken++;
        answer += '250 2.0.0 taken\r\n';
        continue;
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) break;
      const verb = rest.toString('latin1', 0, Math.min(end, 4)).toUpperCase();
      rest = rest.subarray(end + 2);
      if (verb === 'EHLO') answer += '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 33554432\r\n';
      else if (verb === 'DATA') {
        answer += '354 go on\r\n';
        isText = true;
        isFirst = true;
      } else if (verb === 'QUIT') {
        socket.end('221 bye\r\n');
        return;
      } else answer += '250 ok\r\n';
    }
    if (answer !== '') socket.write(answer);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
setInterval(() => process.send?.({ taken, signed }), 20).unref();
process.on('disconnect', () => process.exit());
