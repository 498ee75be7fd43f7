/** Statuses whose answers have no body ("null body status" of the Fetch standard). */
const STATUSES: readonly number[] = [204, 205, 304];

/** Whether an answer with this status has no body, not even an empty one. */
export function isBodiless(status: number): boolean {
  return STATUSES.includes(status);
}
