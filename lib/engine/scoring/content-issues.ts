import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { findFiller } from '../output/filler'
import { collectTexts } from '../output/texts'

/** A longer text may contain a placeholder and still be an answer. */
const MAX_FILLER = 200

/** Returns the texts of the output that are filler instead of content: "TODO", lorem ipsum, placeholders. They block acceptance. */
export function contentIssues({ output }: Pick<RunInput, 'output'>): IssueView[] {
  return collectTexts(output)
    .texts.filter(({ text }) => text.length <= MAX_FILLER)
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
