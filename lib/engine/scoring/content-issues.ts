import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { findFiller } from '../output/filler'
import { collectTexts } from '../output/texts'

/** A longer text may contain a placeholder and still be an answer. */
const MAX_FILLER = 200

/** Returns the texts of the output that are filler instead of content: "TODO", lorem ipsum, placeholders. They block acceptance. */
export function contentIssues({ output }: Pick<RunInput, 'output'>): IssueView[] {
  return collectTexts(output)
    .texts.filter(({ path, text }) => text.length <= MAX_FILLER && !isData(path, text.trim()))
    .flatMap(({ path, key, text }) =>
      findFiller(text, key)
        .slice(0, 1)
        .map((filler) => ({
          stage: 'content',
          type: 'filler',
          field: path.replace(/^\$/, 'output'),
          message: `"${filler.text}" is filler, not content`,
          severity: 'error' as const,
          blocker: true,
        })),
    )
}

/** Whether a text is a single word that may be a code, such as the initials "TK": in a list, or not plainly a marker. */
function isData(path: string, text: string): boolean {
  if (path === '$' || /\s/.test(text)) return false
  return path.endsWith(']') || !/^(?:todo|tbd|fixme|placeholder)\W*$/i.test(text)
}
