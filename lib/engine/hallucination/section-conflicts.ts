import { type HallucinationFinding, type Material, type ReadSentence, spanOf } from './finding'
import { type MisplacedSection, ofOtherSection, type Section } from './sections'
import { segmentsOf } from './segments'

/** Finds what a label or a list item of the sources says, told of another. */
export function findSectionConflicts({ output, readings, tables }: Material): HallucinationFinding[] {
  const { sections } = tables()
  if (sections.length === 0) return []
  const starts = new Set(sections.map(({ name }) => name[0] ?? -1))
  return readings().flatMap((sentence) => {
    const found = mayName(sentence, starts) ? conflictIn(sentence, sections) : null
    if (!found) return []
    const { from, to, section } = found
    const said = section.text.replace(/\s+/g, ' ').slice(0, 200)
    return [
      {
        type: 'source_contradiction',
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: spanOf(output, sentence.start + from.start, sentence.start + to.end),
        evidence: `The source says "${said}".`,
      },
    ]
  })
}

function mayName({ table, from, to, text }: ReadSentence, starts: ReadonlySet<number>): boolean {
  if (/\?\s*$/.test(text)) return false
  for (let at = from; at < to; at++) if (starts.has(table.term(at))) return true
  return false
}

function conflictIn(sentence: ReadSentence, sections: readonly Section[]): MisplacedSection | null {
  for (const { tokens } of segmentsOf(sentence.text, sentence.tokens())) {
    const found = ofOtherSection(tokens, sections)
    if (found) return found
  }
  return null
}
