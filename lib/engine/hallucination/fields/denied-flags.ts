import { stemOf } from '../text/stems'
import { clauseEnd, type FieldCheck, type FieldConflict, isOfLabel, negation } from './field-conflict'
import { wordsIn } from './field-source'

const asking = /^(?:is|ha|has|wa|was|are|can|should|doe|do|need|must|be|to|a|the|availabl|welcom|exist)$/
const hedged = /\b(?:if|unless|may|might|could|would|whether|except|until)\b|\?/i
/** Words between a negation and what it denies. */
const denialReach = 3

/** Finds a yes to what the sources deny, and a no to what they answer with yes. */
export function deniedFlag({ field, source }: FieldCheck): FieldConflict | null {
  const label = [...field.label].filter((word) => !asking.test(word) && !negation.test(word))
  if (label.length === 0) return null
  // "no_fee: true" says no to a fee.
  const isYes = field.value !== [...field.label].some((word) => negation.test(word))
  const hasLabel = (keys: readonly string[]) => label.every((one) => keys.some((key) => isOfLabel(key, one)))
  const answers = source
    .linesWith(label[0] ?? '')
    .filter(({ words }) => hasLabel(words().map(({ key }) => key)))
    .flatMap(({ text }) => text.split(clauseEnd))
    .flatMap((text) => {
      const words = wordsIn(text)
      const keys = words.map(stemOf)
      if (hedged.test(text) || !hasLabel(keys)) return []
      const answer = /:\s*(yes|no|true|false)\b/i.exec(text)?.[1]?.toLowerCase()
      if (answer) return [{ text, isYes: /yes|true/.test(answer) }]
      const at = words.findIndex((word) => negation.test(word))
      const denied = keys.slice(at + 1, at + 1 + (label.length > 1 ? denialReach : 1))
      const isDenied = at >= 0 && denied.some((key) => label.some((one) => isOfLabel(key, one)))
      return [{ text, isYes: isDenied ? false : null }]
    })
  const [only] = answers
  if (!only || only.isYes === null || answers.some((one) => one.isYes !== only.isYes) || only.isYes === isYes)
    return null
  return { type: 'source_contradiction', says: 'The source says otherwise:', quoted: only.text.trim() }
}
