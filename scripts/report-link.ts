/** A link to a report on GitHub, which is known as `owner/name#number`; a commit is left as it is. */
export function linkToReport(report: string, text: string = report): string {
  const [, repository, number] = /^([^#\s]+)#(\d+)$/.exec(report) ?? [];
  return number === undefined
    ? text
    : `[${text}](https://github.com/${repository}/issues/${number})`;
}
