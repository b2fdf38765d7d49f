import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import type { Token } from '../words/tokens'
import type { Conflict } from './elsewhere'

/** Words of a rise and of a fall in English, German, French, Spanish, Italian, Dutch and Portuguese. */
const rise = toPattern([
  '(?:more|mehr|más|mais|meer)(?! (?:than|als|de|do que|dan|que)(?!\\p{L}))',
  'up|ris(?:e|es|en|ing)|rose|gr(?:ow|ows|ew|own|owth)|increas(?:e|es|ed|ing)|gain(?:s|ed)?|climb(?:s|ed)?|higher|rais(?:e|es|ed)',
  'stieg(?:en)?|steig(?:t|en|ert|erte)|gestiegen|erhöh(?:t|te|en|ung)|wuchs(?:en)?|gewachsen|wächst|anstieg|zuwachs|steigerung|zunahme|zugenommen|plus',
  'hausse|augment(?:e|ent|é|ée|er|ation)|progress(?:e|é|ion)|croissance|accru|accroît',
  'aument[oóaeé]|aument(?:ar|ado|ará)|sub(?:e|ió|ida|irá)|incremento|creci(?:ó|miento|do)',
  'aumentat[oaie]|cresciut[oa]|crescita|cresce|sal(?:e|it[oa])|rialzo',
  'steeg|stegen|stijgt|stijging|toename|groei|groeide',
  'aumentou|subiu|crescimento|cresceu',
])
const fall = toPattern([
  '(?:less|fewer|weniger|menos|minder|moins|meno)(?! (?:than|als|de|do que|dan|que|di)(?!\\p{L}))',
  'down|fall(?:s|en|ing)?|fell|dropp?(?:s|ed)?|decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|lower|shrank|shrunk|lost|reduc(?:e|ed|es|tion)',
  'sank(?:en)?|sink(?:t|en)|gesunken|fiel(?:en)?|fällt|gefallen|senk(?:t|te|en|ung)|gesenkt|verringert|reduziert|rückgang|zurückgegangen|minus|abnahme|schrumpfte',
  'baiss(?:e|é|er|ent)|diminu(?:e|é|er|tion)|recul(?:e|é)?|chut(?:e|é)|rédui(?:t|re)|réduction',
  'baj[oóae]|bajada|descens?o|descendió|disminuy(?:ó|e)|disminución|cay(?:ó|eron)|caída|redu(?:jo|ce|cción)',
  'calo|calat[oa]|diminuit[oa]|diminuzione|scende|sces[oa]|riduzione|ribasso',
  'daald(?:e|en)|gedaald|daalt|daling|afname',
  'queda|caiu|redução|diminuiu|baixou',
])
const [riseInSigns, fallInSigns] = [
  /增长|增加|上升|上涨|提高|増加|上昇|伸び|増/,
  /下降|减少|下滑|下跌|降低|減少|低下|下落|減/,
]
/** What ends a clause. A comma between digits does not. */
const pause =
  /[;:–—()，、；：。\n]|,(?!\d)|\s(?:and|but|while|und|aber|während|et|mais|tandis|y|pero|mientras|e|ma|mentre|en|maar|mas)\s/i
/** What may turn a direction around, or tells of another time or case. */
const open =
  /\?|(?<!\p{L})n['’]|(?<!\p{L})(?:not|never|nicht|kein\p{L}*|ne|pas|non|niet|geen|não|nunca|if|wenn|falls|could|would|könnte|pourrait|podría)(?!\p{L})/iu

function toPattern(words: readonly string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu')
}

/**
 * Finds a change by a number in the other direction than every sentence of the sources that has the number: "fell by 9 %" of "une hausse de
 * 9 %". For outputs or sources in other languages than English.
 */
export function foreignDirection(sentence: ReadSentence, index: SourceIndex): Conflict | null {
  if (open.test(sentence.text)) return null
  for (const token of sentence.tokens()) {
    const own = token.number === undefined ? 0 : directionAt(sentence.text, token)
    if (own === 0) continue
    const sources = index.placesOf(token.term.id).map((place) => index.sentence(place))
    const theirs = sources.flatMap(({ text, tokens, isWhole }) => {
      if (!isWhole || open.test(text)) return [0]
      return tokens.filter(({ term }) => term === token.term).map((other) => directionAt(text, other))
    })
    const [source] = sources
    if (source && theirs.length > 0 && theirs.every((other) => other === -own))
      return { type: 'source_contradiction', from: token, to: token, says: 'The source says otherwise:', source }
  }
  return null
}

/** Returns 1 if the clause around a number tells of a rise, -1 of a fall, and 0 of neither or both. */
function directionAt(text: string, { start, end }: Token): number {
  const before = text.slice(0, start).split(pause).at(-1) ?? ''
  const after = text.slice(end).split(pause)[0] ?? ''
  const clause = `${before} ${after}`
  const isRise = rise.test(clause) || riseInSigns.test(clause)
  const isFall = fall.test(clause) || fallInSigns.test(clause)
  if (isRise === isFall) return 0
  return isRise ? 1 : -1
}
