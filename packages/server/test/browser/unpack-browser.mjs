// Unpacks the browser from npm into TMPDIR, with the libraries that it needs, as for a machine without them.
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
const { default: chromium } = await import('@sparticuz/chromium');
await chromium.executablePath();
