/** The name by which a script is served, made of its title. */

/** A title as it can stand in a URL, a header or a key: "Two looks at once!" is `two-looks-at-once`. May be empty. */
export function scriptName(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
