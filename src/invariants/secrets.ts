/** Secrets by the form that gives them away; what is found is named, and never shown. */

/** What each is called, and all of it in a text. */
export const SECRET_FORMS: readonly (readonly [what: string, form: RegExp])[] = [
  ['a key of the Anthropic API', /\bsk-ant-[\w-]{8,}/],
  ['a key of the OpenAI API', /\bsk-(?:proj-)?[A-Za-z0-9]{20,}/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/],
  ['a token of Slack', /\bxox[abeoprs]-[\w-]{10,}/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['a key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{10,}/],
  [
    'a private key',
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
  ],
  ['a JSON web token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a bearer token', /\bBearer [\w.~+/-]{12,}/],
  ['a password in a URL', /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i],
];

/** What kind of secret a text holds, if any: one of a well-known form, or one of the texts named. */
export function secretIn(text: string, named: readonly string[] = []): string | undefined {
  if (named.some((secret) => secret !== '' && text.includes(secret))) return 'a named secret';
  return SECRET_FORMS.find(([, form]) => form.test(text))?.[0];
}
