/** Names that attackers imitate: the most used packages, in no particular order. */
const popular: Record<string, string> = {
  npm: 'react react-dom express lodash axios chalk commander typescript webpack eslint prettier jest mocha moment dayjs next vue angular svelte jquery redux mongoose sequelize mysql2 postgres redis ioredis socket.io passport bcrypt bcryptjs jsonwebtoken dotenv cors helmet body-parser cookie-parser nodemailer multer uuid nanoid debug request request-promise node-fetch got superagent cheerio puppeteer playwright electron discord.js telegraf ethers web3 truffle hardhat zod joi yup ajv rxjs async bluebird underscore ramda immer classnames styled-components tailwindcss postcss autoprefixer sass rollup vite esbuild parcel babel-core babel-loader cross-env rimraf glob minimatch semver yargs inquirer ora nodemon concurrently husky lint-staged crossenv mongodb knex typeorm prisma fastify koa nestjs winston pino morgan sharp jsdom colors faker stripe twilio firebase aws-sdk',
  PyPI: 'requests urllib3 numpy pandas scipy matplotlib django flask fastapi sqlalchemy pillow boto3 botocore setuptools pip wheel six certifi idna chardet charset-normalizer pyyaml click jinja2 markupsafe werkzeug itsdangerous cryptography pyjwt paramiko ansible pytest tox black flake8 mypy pylint selenium beautifulsoup4 lxml scrapy tensorflow torch keras scikit-learn transformers openai celery redis psycopg2 psycopg2-binary pymongo mysqlclient aiohttp httpx tornado twisted gunicorn uvicorn pydantic python-dateutil pytz simplejson colorama tqdm rich docker kubernetes web3 discord.py telethon opencv-python jupyter notebook ipython',
  RubyGems:
    'rails rake rack nokogiri devise puma sidekiq rspec bundler sinatra activerecord json rest-client httparty faraday jwt pg mysql2 redis bootsnap capistrano rubocop',
  'crates.io':
    'serde serde_json tokio rand regex clap log anyhow thiserror reqwest hyper axum actix-web diesel sqlx chrono uuid futures syn quote libc once_cell lazy_static tracing rustdecimal',
};

const names = Object.fromEntries(
  Object.entries(popular).map(([ecosystem, list]) => [ecosystem, list.split(' ')]),
);

/** The popular package that a name imitates with one typing error, or undefined. */
export function imitatedPackage(ecosystem: string, name: string): string | undefined {
  const known = names[ecosystem];
  if (!known || name.length < 5 || name.startsWith('@') || known.includes(name) || legitimate.has(name))
    return undefined;
  for (const other of known) {
    if (other.length < 5 || Math.abs(other.length - name.length) > 1) continue;
    if (isOneSlip(name, other)) return other;
    // Dashes, dots and underscores moved or omitted.
    if (
      other.includes('-') &&
      name.replace(/[-_.]/g, '') === other.replace(/[-_.]/g, '') &&
      name !== other &&
      ecosystem !== 'PyPI'
    )
      return other;
  }
  return undefined;
}

/** Real packages with names that differ in one character from another's. */
const legitimate = new Set('preact color mysql globby vuex boto expresso httpx pyramid reqwest'.split(' '));

/** One character added, removed or replaced, or two adjacent ones swapped. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let endA = a.length - 1;
  let endB = b.length - 1;
  while (endA >= start && endB >= start && a[endA] === b[endB]) {
    endA--;
    endB--;
  }
  const [restA, restB] = [a.slice(start, endA + 1), b.slice(start, endB + 1)];
  if (restA.length <= 1 && restB.length <= 1) {
    // A number at the end is a version.
    return !/^\d$/.test(restA) && !/^\d$/.test(restB);
  }
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
