const verbs =
  'said|says|told|tells|stated|states|wrote|writes|explained|explains|added|adds|claimed|claims|argued|argues|noted|notes|announced|asked|replied|answered|declared|insisted|recalled|warned|remarks|remarked|commented|observed'
const saying = new RegExp(`\\b(?:${verbs}|according to|in the words of|put it)\\b`, 'i')
const quotation = /[“"]([^“”"\n]{12,600})[”"]/
const name = String.raw`\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*)+`
const oneName = String.raw`(?!(?:He|She|They|It|I|We|You|Who|The|This|That|One|Some|Many|Others?)\b)\p{Lu}[\p{L}'’-]+`
const reported = new RegExp(`^(${name}|${oneName}) (?:(?:${verbs})|(?:told|tells) \\p{L}+) that (.+?)[.!]?$`, 'u')
const accorded = new RegExp(`^According to (${name}|${oneName}), (.+?)[.!]?$`, 'u')

/** What someone is quoted or reported to have said, and the words that tell who said it. */
interface Saying {
  words: string
  frame: string
  isQuoted: boolean
}

/** Words that tell who said something and little else. */
const frameMax = 10

/** Whether a sentence is a quotation and who said it. */
export function isQuotation({ frame, isQuoted }: Saying): boolean {
  return isQuoted && !/\d/.test(frame) && frame.split(' ').length <= frameMax
}

/** Reads a sentence that quotes or reports what someone said; null for any other. */
export function sayingIn(text: string): Saying | null {
  if (!saying.test(text)) return null
  const [whole, quoted] = quotation.exec(text) ?? []
  if (whole && quoted) {
    const frame = text.replace(whole, ' … ')
    return saying.test(frame) ? { words: quoted, frame, isQuoted: true } : null
  }
  const [, speaker, words] = reported.exec(text) ?? accorded.exec(text) ?? []
  return speaker && words ? { words, frame: speaker, isQuoted: false } : null
}
