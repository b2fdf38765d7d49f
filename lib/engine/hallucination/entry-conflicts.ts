import { tokensMax } from './alignment'
import { EntryClaim } from './entry-claim'
import { deniedInLine } from './entry-denials'
import { ofOtherValue } from './entry-fields'
import { ofOtherLine } from './entry-lines'
import { reorderedIn } from './entry-order'
import { exchangedIn } from './entry-pairs'
import { ofOtherRecord } from './entry-records'
import { type HallucinationFinding, type Material, type ReadSentence, spanOf } from './finding'

const rules = [
  [exchangedIn, 'Exchanged with another: the source says'],
  [ofOtherValue, 'The source says'],
  [deniedInLine, 'The source says otherwise:'],
  [reorderedIn, 'The source has another order:'],
  [ofOtherRecord, 'The source says'],
  [ofOtherLine, 'The source says this of another:'],
] as const

/** Finds what lines, records and settings of the sources have otherwise, in the sentences that nothing else contradicts. */
export function findEntryConflicts(
  { output, readings, tables, isEnglish }: Material,
  found: readonly HallucinationFinding[],
): HallucinationFinding[] {
  // Only English words of denial and comparison are known.
  if (!isEnglish) return []
  const entries = tables().entries()
  if (entries.all.length === 0) return []
  const contradicted = found.filter(({ verdict }) => verdict === 'contradicted')
  return readings().flatMap((sentence): HallucinationFinding[] => {
    const { text, start, from, to } = sentence
    if (to - from > tokensMax || isQuoted(sentence)) return []
    if (contradicted.some(({ span }) => span.start < start + text.length && span.end > start)) return []
    const claim = new EntryClaim(text, entries)
    for (const [find, says] of rules) {
      const conflict = find(claim)
      if (!conflict) continue
      return [
        {
          type: 'source_contradiction',
          verdict: 'contradicted',
          severity: 'likely',
          confidence: 0.8,
          span: spanOf(output, start + conflict.start, start + conflict.end),
          evidence: `${says} "${conflict.entry.text.replace(/\s+/g, ' ').slice(0, 200)}".`,
        },
      ]
    }
    return []
  })
}

/** Whether the sources have all of its words in a row, but for sentences joined. */
function isQuoted(sentence: ReadSentence): boolean {
  const { trigrams, novelty } = sentence.newness()
  return trigrams > 0 && novelty === 0
}
