/** Text moved to the right, its empty lines left empty. */
export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
