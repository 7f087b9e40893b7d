/**
 * Texts of which a file must contain one before a format's pattern is tried: searching for all of them at once is a
 * hundred times faster than trying a pattern at every place. None is shorter than two characters.
 */
const formatAnchors: Readonly<Record<string, readonly string[]>> = {
  'aws-access-key-id': ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
  github: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
  'github-fine-grained': ['github_pat_'],
  gitlab: [
    'glpat-',
    'glptt-',
    'glrt-',
    'gldt-',
    'glsoat-',
    'glcbt-',
    'glimt-',
    'glagent-',
    'gloas-',
    'glft-',
  ],
  'gitlab-runner': ['GR1348941'],
  'slack-token': ['xox'],
  'slack-app': ['xapp-'],
  'slack-webhook': ['hooks.slack.com'],
  'teams-webhook': ['webhook.office.com'],
  'discord-webhook': ['/api/webhooks/'],
  'stripe-live': ['sk_live_', 'rk_live_'],
  'stripe-test': ['sk_test_', 'rk_test_'],
  'stripe-webhook': ['whsec_'],
  'google-api-key': ['AIza'],
  'google-oauth': ['GOCSPX-'],
  'google-refresh': ['1//0'],
  openai: ['T3BlbkFJ'],
  'openai-legacy': ['sk-'],
  anthropic: ['sk-ant-'],
  npm: ['npm_'],
  pypi: ['pypi-AgE'],
  rubygems: ['rubygems_'],
  crates: ['cio'],
  nuget: ['oy2'],
  dockerhub: ['dckr_'],
  sendgrid: ['SG.'],
  mailgun: ['key-'],
  mailchimp: ['-us'],
  brevo: ['xkeysib-'],
  'twilio-key': ['SK'],
  'square-token': ['sq0atp-', 'EAAA'],
  'square-secret': ['sq0csp-'],
  shopify: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_'],
  braintree: ['access_token$production'],
  adyen: ['AQE'],
  'telegram-bot': [':AA'],
  databricks: ['dapi'],
  vault: ['hvs.', 'hvb.', 'hvr.'],
  'terraform-cloud': ['.atlasv1.'],
  doppler: ['dp.'],
  digitalocean: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
  heroku: ['HRKU-'],
  linear: ['lin_api_', 'lin_oauth_'],
  notion: ['secret_', 'ntn_'],
  airtable: ['pat'],
  figma: ['figd_', 'figo_', 'figu_', 'figr_'],
  postman: ['PMAK-'],
  postmark: ['ostmark'],
  newrelic: ['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-', 'NRSP-'],
  'datadog-app': ['ddapp_'],
  sentry: ['sntryu_', 'sntrys_'],
  grafana: ['glsa_'],
  'grafana-cloud': ['glc_eyJ'],
  dynatrace: ['dt0'],
  atlassian: ['ATATT3'],
  bitbucket: ['ATBB'],
  huggingface: ['hf_', 'api_org_'],
  replicate: ['r8_'],
  groq: ['gsk_'],
  xai: ['xai-'],
  perplexity: ['pplx-'],
  pulumi: ['pul-'],
  planetscale: ['pscale_'],
  supabase: ['sb_secret_', 'sbp_', 'sbs_', 'sb_'],
  neon: ['napi_'],
  fly: ['fm1', 'fm2', 'fm3'],
  netlify: ['nfp_', 'nfc_', 'nfo_', 'nfu_'],
  circleci: ['CCIPAT_', 'CCIPRJ_'],
  buildkite: ['bkua_', 'bkat_', 'bkct_'],
  artifactory: ['AKCp'],
  'artifactory-reference': ['cmVmdGtuO'],
  sonar: ['squ_', 'sqp_', 'sqa_'],
  'snyk-pat': ['snyk_'],
  facebook: ['EAAM', 'EAAC'],
  'twitter-bearer': ['AAAAAAAAAAAAAAAAAAAAAA'],
  alibaba: ['LTAI'],
  tencent: ['AKID'],
  yandex: ['AQVN', 'YC'],
  'azure-ad': ['Q~'],
  'azure-storage': ['AccountKey='],
  'azure-shared-access': ['SharedAccessKey='],
  'azure-sas': ['sig='],
  'cloudflare-origin': ['v1.0-'],
  mapbox: ['sk.eyJ'],
  onepassword: ['ops_eyJ'],
  typeform: ['tfp_'],
  contentful: ['CFPAT-'],
  prefect: ['pnu_'],
  readme: ['rdme_'],
  easypost: ['EZAK'],
  shippo: ['shippo_live_'],
  duffel: ['duffel_live_'],
  flutterwave: ['FLWSECK-'],
  razorpay: ['rzp_live_'],
  clojars: ['CLOJARS_'],
  tailscale: ['tskey-'],
  langsmith: ['lsv2_'],
  frameio: ['fio-u-'],
  adafruit: ['aio_'],
  asana: ['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8', '/9'],
  age: ['AGE-SECRET-KEY-1'],
  jwt: ['eyJ'],
};

interface Anchor {
  formatId: string;
  text: string;
}

/** Anchors by their first two characters. */
const byPair: (Anchor[] | undefined)[] = new Array(128 * 128);
for (const [formatId, texts] of Object.entries(formatAnchors)) {
  for (const text of texts) {
    const pair = text.charCodeAt(0) * 128 + text.charCodeAt(1);
    byPair[pair] ??= [];
    byPair[pair].push({ formatId, text });
  }
}

/** Whether a format has anchors. */
export function hasAnchors(formatId: string): boolean {
  return formatAnchors[formatId] !== undefined;
}

/** The formats whose anchors occur in the text, found in one pass. The text is ASCII. */
export function formatsAnchoredIn(text: string): Set<string> {
  const found = new Set<string>();
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const anchors = byPair[before * 128 + code];
    before = code;
    if (anchors === undefined) continue;
    for (const { formatId, text: anchor } of anchors)
      if (anchor.length === 2 || text.startsWith(anchor, at - 1)) found.add(formatId);
  }
  return found;
}
