/** A report as one page that needs nothing else: no network, no script, no other file. */
import { element } from '../../fakes/drawing/markup.ts';
import { drawEntry } from './draw-entry.ts';
import { drawSummary } from './draw-summary.ts';
import { REPORT_POLICY, REPORT_STYLE } from './report-style.ts';
import type { ReportedEntry, ReportMeta } from './report.ts';
import { escapeHtml, toHtml } from './to-html.ts';

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='7' fill='%23b4572f'/></svg>";

/**
 * The page: how many went how, and each scenario with what was wrong and with its conversations, calls beside their
 * results. It reads the same from a disk, on paper and in the dark. What conversations say stands in it as text, never
 * as HTML, and the page lets nothing run.
 */
export function htmlReport(entries: readonly ReportedEntry[], meta: ReportMeta): string {
  const main = element('main', {}, ...entries.map(drawEntry));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(REPORT_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(meta.title)}</title>
<link rel="icon" href="${escapeHtml(ICON)}">
<style>${REPORT_STYLE}</style>
</head>
<body>
${toHtml(drawSummary(entries, meta))}
${toHtml(main)}
</body>
</html>
`;
}
