import net from 'node:net';

/** Sends a mail like an unknown mail server, and resolves with the response code. */
export function handInMail(port: number, to: string, raw: Buffer): Promise<string> {
  const steps: (string | Buffer)[] = [
    'EHLO stranger.example\r\n',
    'MAIL FROM:<a@stranger.example>\r\n',
    `RCPT TO:<${to}>\r\n`,
    'DATA\r\n',
    Buffer.concat([raw, Buffer.from('\r\n.\r\n')]),
  ];
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    let heard = '';
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the mail was not accepted: ${heard}`)));
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      // The last line of a response has a space after its code.
      const code = /^(\d{3}) .*\r\n$/m.exec(heard)?.[1];
      if (code === undefined) return;
      heard = '';
      const next = steps.shift();
      if (next !== undefined) return void socket.write(next);
      resolve(code);
      socket.destroy();
    });
  });
}
