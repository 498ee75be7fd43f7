/** Numbers on the command line. */

/** The number that a text stands for. What is none stays as it is: whoever checks the options shows it. */
export function numeric(text: string): number;
export function numeric(text: string | undefined): number | undefined;
export function numeric(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isNaN(number) ? (text as unknown as number) : number;
}
