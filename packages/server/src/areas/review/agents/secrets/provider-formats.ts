import { hasCrc32Suffix, hasGrafanaChecksum, isBech32, isDiscordToken, readJwt } from './checksums.ts';

/** How bad it is when such a secret is out: it opens an account or money, it opens a service, it is for tests. */
export type SecretReach = 'account' | 'service' | 'limited';

export interface ProviderFormat {
  id: string;
  title: string;
  /** Global; group 1 is the secret where there is one. */
  pattern: RegExp;
  reach: SecretReach;
  /** Sure by form: the prefix and the length leave no other reading. 0 to 1. */
  confidence: number;
  /** True: the checksum or the structure holds. False: it cannot be what it looks like. */
  check?: (secret: string) => boolean;
  /** Bits per character that its random part has at least. */
  minEntropy?: number;
}

// Before a token and after it nothing of its own alphabet may stand.
const before = '(?<![A-Za-z0-9_-])';
const after = '(?![A-Za-z0-9_-])';
const token = (body: string, flags = 'g') => new RegExp(`${before}(${body})${after}`, flags);

type Row = [id: string, title: string, pattern: RegExp, reach: SecretReach, confidence: number];

const rows: Row[] = [
  ['aws-access-key-id', 'AWS access key id', token('(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}'), 'account', 0.9],
  [
    'github-fine-grained',
    'GitHub fine-grained token',
    token('github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}'),
    'account',
    0.97,
  ],
  [
    'gitlab',
    'GitLab token',
    token('gl(?:pat|ptt|rt|dt|soat|cbt|imt|agent|oas|ft)-[A-Za-z0-9_-]{20,64}'),
    'account',
    0.95,
  ],
  ['gitlab-runner', 'GitLab runner registration token', token('GR1348941[A-Za-z0-9_-]{20}'), 'service', 0.95],
  ['slack-token', 'Slack token', token('xox[abeoprs]-(?:\\d+-){0,3}[A-Za-z0-9-]{16,}'), 'service', 0.95],
  ['slack-app', 'Slack app token', token('xapp-\\d-[A-Z0-9]{8,}-\\d{8,}-[a-f0-9]{32,}'), 'service', 0.97],
  [
    'slack-webhook',
    'Slack webhook address',
    /(https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{8,12}\/[A-Z0-9]{8,12}\/[A-Za-z0-9]{20,40})/g,
    'service',
    0.95,
  ],
  [
    'teams-webhook',
    'Teams webhook address',
    /(https:\/\/[a-z0-9-]+\.webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[0-9a-f]{32}\/[0-9a-f-]{36})/g,
    'service',
    0.95,
  ],
  [
    'discord-webhook',
    'Discord webhook address',
    /(https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80})/g,
    'service',
    0.95,
  ],
  ['stripe-live', 'Stripe live key', token('(?:sk|rk)_live_[A-Za-z0-9]{20,247}'), 'account', 0.97],
  ['stripe-test', 'Stripe test key', token('(?:sk|rk)_test_[A-Za-z0-9]{20,247}'), 'limited', 0.8],
  ['stripe-webhook', 'Stripe webhook secret', token('whsec_[A-Za-z0-9+/]{32,64}={0,2}'), 'service', 0.85],
  ['google-api-key', 'Google API key', token('AIza[A-Za-z0-9_-]{35}'), 'service', 0.9],
  ['google-oauth', 'Google OAuth client secret', token('GOCSPX-[A-Za-z0-9_-]{28}'), 'service', 0.95],
  ['google-refresh', 'Google OAuth refresh token', token('1//0[A-Za-z0-9_-]{60,120}'), 'account', 0.85],
  [
    'openai',
    'OpenAI key',
    token('sk-(?:(?:proj|svcacct|admin|None)-)?[A-Za-z0-9_-]{20,80}T3BlbkFJ[A-Za-z0-9_-]{20,80}'),
    'account',
    0.98,
  ],
  ['openai-legacy', 'API key of the sk- form', token('sk-(?:proj-)?[A-Za-z0-9]{40,64}'), 'account', 0.8],
  [
    'anthropic',
    'Anthropic key',
    token('sk-ant-(?:api|admin|sid|oat)\\d{2}-[A-Za-z0-9_-]{80,120}'),
    'account',
    0.97,
  ],
  ['pypi', 'PyPI upload token', token('pypi-AgE[A-Za-z0-9_-]{60,300}'), 'account', 0.97],
  ['rubygems', 'RubyGems key', token('rubygems_[0-9a-f]{48}'), 'account', 0.97],
  ['crates', 'crates.io token', token('cio[A-Za-z0-9]{32}'), 'account', 0.75],
  ['nuget', 'NuGet key', token('oy2[a-z0-9]{43}'), 'account', 0.85],
  ['dockerhub', 'Docker Hub token', token('dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,32}'), 'account', 0.96],
  ['sendgrid', 'SendGrid key', token('SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'), 'service', 0.97],
  ['mailgun', 'Mailgun key', token('key-[0-9a-f]{32}'), 'service', 0.8],
  ['mailgun-current', 'Mailgun key', token('[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}'), 'service', 0.85],
  ['mailchimp', 'Mailchimp key', token('[0-9a-f]{32}-us\\d{1,2}'), 'service', 0.93],
  ['brevo', 'Brevo key', token('xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}'), 'service', 0.97],
  [
    'postmark',
    'Postmark server token',
    /x-postmark-server-token['"]?\s*[:=,]\s*['"]?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi,
    'service',
    0.8,
  ],
  ['twilio-key', 'Twilio API key', token('SK[0-9a-f]{32}'), 'service', 0.8],
  [
    'square-token',
    'Square access token',
    token('(?:sq0atp-[A-Za-z0-9_-]{22}|EAAA[A-Za-z0-9_-]{60})'),
    'account',
    0.9,
  ],
  ['square-secret', 'Square OAuth secret', token('sq0csp-[A-Za-z0-9_-]{43}'), 'account', 0.95],
  ['shopify', 'Shopify token', token('shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}'), 'service', 0.96],
  [
    'braintree',
    'Braintree access token',
    token('access_token\\$production\\$[0-9a-z]{16}\\$[0-9a-f]{32}'),
    'account',
    0.97,
  ],
  [
    'adyen',
    'Adyen key',
    token(
      'AQE[a-z0-9A-Z]{5,20}[A-Za-z0-9+/]{80,400}={0,2}-[A-Za-z0-9+/]{40,}=?-[A-Za-z0-9<>{}:;,.!@#$%^&*()+=\\[\\]~]{10,}',
    ),
    'account',
    0.85,
  ],
  [
    'telegram-bot',
    'Telegram bot token',
    /(?<![A-Za-z0-9])(\d{8,10}:AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])/g,
    'service',
    0.95,
  ],
  ['databricks', 'Databricks token', token('dapi[0-9a-f]{32}(?:-\\d)?'), 'account', 0.95],
  ['vault', 'Vault token', token('hv[sbr]\\.[A-Za-z0-9_-]{24,300}'), 'account', 0.92],
  [
    'terraform-cloud',
    'Terraform Cloud token',
    token('[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,80}'),
    'account',
    0.97,
  ],
  [
    'doppler',
    'Doppler token',
    token('dp\\.(?:pt|st|ct|sa|scim|audit)(?:\\.[a-z0-9_-]{2,35})?\\.[A-Za-z0-9]{40,44}'),
    'account',
    0.97,
  ],
  ['digitalocean', 'DigitalOcean token', token('do[opr]_v1_[0-9a-f]{64}'), 'account', 0.98],
  [
    'heroku',
    'Heroku key',
    token('HRKU-(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_-]{58,64})'),
    'account',
    0.95,
  ],
  ['linear', 'Linear key', token('lin_(?:api|oauth)_[A-Za-z0-9]{32,64}'), 'service', 0.96],
  ['notion', 'Notion token', token('(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{43,50})'), 'service', 0.93],
  ['airtable', 'Airtable token', token('pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'), 'service', 0.97],
  ['figma', 'Figma token', token('fig[dour]_[A-Za-z0-9_-]{40,50}'), 'service', 0.93],
  ['postman', 'Postman key', token('PMAK-[0-9a-f]{24}-[0-9a-f]{34}'), 'service', 0.97],
  ['newrelic', 'New Relic key', token('NR(?:AK|II|IQ|RA|SP)-[A-Za-z0-9_-]{27,35}'), 'service', 0.93],
  ['datadog-app', 'Datadog application key', token('ddapp_[A-Za-z0-9]{34,40}'), 'service', 0.93],
  ['sentry', 'Sentry token', token('sntry[us]_[A-Za-z0-9+/=_-]{60,300}'), 'service', 0.95],
  ['grafana-cloud', 'Grafana Cloud token', token('glc_eyJ[A-Za-z0-9+/=_-]{40,400}'), 'service', 0.93],
  ['dynatrace', 'Dynatrace token', token('dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'), 'service', 0.98],
  ['atlassian', 'Atlassian API token', token('ATATT3[A-Za-z0-9_=-]{180,220}'), 'account', 0.97],
  ['bitbucket', 'Bitbucket app password', token('ATBB[A-Za-z0-9]{28,36}'), 'account', 0.85],
  ['huggingface', 'Hugging Face token', token('(?:hf_[A-Za-z]{34}|api_org_[A-Za-z]{34})'), 'service', 0.95],
  ['replicate', 'Replicate token', token('r8_[A-Za-z0-9_-]{37}'), 'service', 0.94],
  ['groq', 'Groq key', token('gsk_[A-Za-z0-9]{52}'), 'service', 0.95],
  ['xai', 'xAI key', token('xai-[A-Za-z0-9]{80}'), 'service', 0.95],
  ['perplexity', 'Perplexity key', token('pplx-[A-Za-z0-9]{48,56}'), 'service', 0.95],
  ['pulumi', 'Pulumi token', token('pul-[0-9a-f]{40}'), 'account', 0.95],
  [
    'planetscale',
    'PlanetScale credential',
    token('pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,64}'),
    'account',
    0.96,
  ],
  [
    'supabase',
    'Supabase token',
    token('sb[ps]?_(?:secret_[A-Za-z0-9_-]{20,50}|[0-9a-f]{40})'),
    'account',
    0.93,
  ],
  ['neon', 'Neon key', token('napi_[a-z0-9]{60,70}'), 'account', 0.92],
  ['fly', 'Fly.io token', token('fm\\d[ar]?_[A-Za-z0-9+/=_-]{60,800}'), 'account', 0.88],
  ['netlify', 'Netlify token', token('nf[pcou]_[A-Za-z0-9]{36,44}'), 'account', 0.9],
  ['circleci', 'CircleCI token', token('CCI(?:PAT|PRJ)_[A-Za-z0-9]{18,30}_[0-9a-f]{40}'), 'account', 0.96],
  ['buildkite', 'Buildkite token', token('bk(?:ua|at|ct)_[0-9a-f]{40}'), 'account', 0.94],
  ['artifactory', 'Artifactory key', token('AKCp[A-Za-z0-9]{64,72}'), 'account', 0.93],
  [
    'artifactory-reference',
    'Artifactory reference token',
    token('cmVmdGtuO[A-Za-z0-9]{50,60}'),
    'account',
    0.93,
  ],
  ['sonar', 'SonarQube token', token('sq[upa]_[0-9a-f]{40}'), 'service', 0.94],
  [
    'snyk-pat',
    'Snyk token',
    token('snyk_(?:uat|sat|pat)\\.[0-9a-f]{8}\\.[A-Za-z0-9._-]{40,}'),
    'service',
    0.95,
  ],
  ['npm-granular', 'npm token in .npmrc', /_authToken\s*=\s*([A-Za-z0-9+/=_-]{20,})/g, 'account', 0.9],
  ['facebook', 'Facebook access token', token('EAA[MC][A-Za-z0-9]{60,240}'), 'service', 0.8],
  ['twitter-bearer', 'Twitter bearer token', token('A{22}[A-Za-z0-9%]{60,120}'), 'service', 0.85],
  ['alibaba', 'Alibaba Cloud key id', token('LTAI[A-Za-z0-9]{16,22}'), 'account', 0.85],
  ['tencent', 'Tencent Cloud key id', token('AKID[A-Za-z0-9]{32}'), 'account', 0.85],
  [
    'yandex',
    'Yandex Cloud key',
    token('(?<!sha\\d{3}[-:][A-Za-z0-9+/=]{0,90})(?:AQVN[A-Za-z0-9_-]{35,38}|YC[A-Za-z0-9_-]{38})(?![+/=])'),
    'account',
    0.85,
  ],
  [
    'azure-ad',
    'Azure client secret',
    /(?<![A-Za-z0-9_~.-])([A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9_~.-])/g,
    'account',
    0.95,
  ],
  ['azure-storage', 'Azure storage account key', /AccountKey=([A-Za-z0-9+/]{86}==)/g, 'account', 0.98],
  [
    'azure-shared-access',
    'Azure shared access key',
    /SharedAccessKey=([A-Za-z0-9+/]{43}=)/g,
    'account',
    0.96,
  ],
  [
    'azure-sas',
    'Azure shared access signature',
    /[?&]sv=\d{4}-\d\d-\d\d[^\s'"]*[?&]sig=([A-Za-z0-9%+/]{43,60}(?:%3D|=)?)/g,
    'service',
    0.9,
  ],
  [
    'cloudflare-origin',
    'Cloudflare origin CA key',
    token('v1\\.0-[0-9a-f]{24}-[0-9a-f]{146}'),
    'account',
    0.97,
  ],
  [
    'mapbox',
    'Mapbox secret token',
    token('sk\\.eyJ[A-Za-z0-9_-]{40,120}\\.[A-Za-z0-9_-]{20,40}'),
    'service',
    0.96,
  ],
  ['onepassword', '1Password service token', token('ops_eyJ[A-Za-z0-9+/=_-]{200,900}'), 'account', 0.97],
  ['typeform', 'Typeform token', token('tfp_[A-Za-z0-9_.=-]{40,70}'), 'service', 0.92],
  ['contentful', 'Contentful token', token('CFPAT-[A-Za-z0-9_-]{43,50}'), 'service', 0.94],
  ['prefect', 'Prefect key', token('pnu_[A-Za-z0-9]{36}'), 'service', 0.92],
  ['readme', 'ReadMe key', token('rdme_[a-z0-9]{70}'), 'service', 0.95],
  ['easypost', 'EasyPost key', token('EZAK[A-Za-z0-9]{54}'), 'service', 0.94],
  ['shippo', 'Shippo key', token('shippo_live_[0-9a-f]{40}'), 'service', 0.96],
  ['duffel', 'Duffel token', token('duffel_live_[A-Za-z0-9_-]{43}'), 'service', 0.95],
  ['flutterwave', 'Flutterwave secret', token('FLWSECK-[0-9a-z]{32}-X'), 'account', 0.94],
  ['razorpay', 'Razorpay live key', token('rzp_live_[A-Za-z0-9]{14}'), 'service', 0.8],
  ['clojars', 'Clojars token', token('CLOJARS_[a-z0-9]{60}'), 'account', 0.95],
  ['asana', 'Asana token', token('\\d/\\d{12,18}(?:/\\d{12,18})?:[0-9a-f]{32}'), 'service', 0.9],
  ['okta', 'Okta API token', /SSWS\s+(00[A-Za-z0-9_-]{40})/g, 'account', 0.92],
];

const checked: ProviderFormat[] = [
  {
    id: 'github',
    title: 'GitHub token',
    pattern: token('gh[pousr]_[A-Za-z0-9]{36}'),
    reach: 'account',
    confidence: 0.9,
    check: hasCrc32Suffix,
  },
  {
    id: 'npm',
    title: 'npm token',
    pattern: token('npm_[A-Za-z0-9]{36}'),
    reach: 'account',
    confidence: 0.9,
    check: hasCrc32Suffix,
  },
  {
    id: 'grafana',
    title: 'Grafana service account token',
    pattern: token('glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}'),
    reach: 'service',
    confidence: 0.9,
    check: hasGrafanaChecksum,
  },
  {
    id: 'age',
    title: 'age secret key',
    pattern: token('AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'),
    reach: 'account',
    confidence: 0.95,
    check: isBech32,
  },
  {
    id: 'discord-bot',
    title: 'Discord bot token',
    pattern: token('[MNO][A-Za-z0-9_-]{22,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,38}'),
    reach: 'service',
    confidence: 0.9,
    check: isDiscordToken,
  },
  {
    id: 'jwt',
    title: 'JSON Web Token',
    pattern: token('eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{20,}'),
    reach: 'service',
    confidence: 0.75,
    check: isLastingJwt,
  },
];

/** A token that opens something: signed, not the public sample of the documentation, not meant for browsers. */
function isLastingJwt(token: string): boolean {
  const jwt = readJwt(token);
  if (!jwt || jwt.header.alg === 'none') return false;
  const { claims } = jwt;
  if (claims.sub === '1234567890' || claims.name === 'John Doe') return false;
  return claims.role !== 'anon';
}

/** Formats that a provider's documentation fixes, so that the text alone tells what it is. */
export const providerFormats: readonly ProviderFormat[] = [
  ...checked,
  ...rows.map(([id, title, pattern, reach, confidence]) => ({ id, title, pattern, reach, confidence })),
];
