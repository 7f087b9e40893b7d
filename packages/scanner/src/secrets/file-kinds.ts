/** Files for people to read, or with texts for them. */
export const prose =
  /\.(?:md|mdx|rst|adoc|txt|html?)$|(?:^|\/)(?:locales?|i18n|lang|translations?|messages)\/|_[a-z]{2}(?:_[a-z]{2})?\.properties$/i;

/** Generated files, which are full of values that look like secrets. */
export const data =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|Cargo\.lock|composer\.lock|go\.sum|Gemfile\.lock|uv\.lock|packages\.lock\.json)$|\.(?:map|svg|snap|po|csv|lock|min\.js|min\.css)$/i;
