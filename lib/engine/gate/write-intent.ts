const writing =
  '(?:writ(?:e|es|ing)|creat(?:e|es|ing)|generat(?:e|es|ing)|sav(?:e|es|ing)|export(?:s|ing)?|output(?:s|ting)?|produc(?:e|es|ing)|stor(?:e|es|ing)|dump(?:s|ing)?|draft(?:s|ing)?|add(?:s|ing)?|put)'
const path =
  '(?!(?:e\\.g|i\\.e|(?:node|next|vue|nuxt|react|three|d3)\\.js|asp\\.net|socket\\.io)\\b)[`"\'“‘]?(?:[\\w@.-]+[/\\\\])*[\\w@-][\\w@.-]*\\.[A-Za-z][A-Za-z0-9]{0,7}\\b'
const folder = '[`"\'“‘]?(?:\\.{0,2}\\/)?(?:[\\w@.-]+\\/)+[\\w@.-]*'
const between = '(?:(?!\\b(?:of|for|from|about|on|like|using|based|and|then)\\b)[^.;:\\n]){0,80}?'

const target = `(?:(?:a|an|the|new|file)\\s+){0,3}(?:${path}|${folder})`

const intents = [
  new RegExp(`\\b${writing}\\s+(?:(?:a|an|the|this|new|file|module|document|script)\\s+){0,4}${path}`, 'gi'),
  new RegExp(`\\b${writing}\\b[^.;\\n]{0,80}?\\b(?:to|into|as|named|called)\\s+${target}`, 'gi'),
  new RegExp(`\\b${writing}\\b${between}\\b(?:in|at|under)\\s+${target}`, 'gi'),
  new RegExp(
    `\\b${writing}\\b${between}\\b(?:files?|scripts?)\\b(?!\\s+(?:names?|lists?|format|summary|analysis))`,
    'gi',
  ),
  /\b(?:files?|scripts?)\b[^.;\n]{0,40}?\b(?:be|is|are)\s+(?:created|written|generated|saved|produced)\b/gi,
]
const negation =
  /\b(?:do not|don[’']?t|does not|doesn[’']?t|never|without|avoid|must not|mustn[’']?t|should not|shouldn[’']?t|no need to|not|cannot|can[’']?t|rather than|instead of)\s+(?:\w+\s+){0,2}$|\bno\s+(?:\w+\s+)?$/i
const none = /\b(?:no|not|never)\b/i
/** What comes before writing that is only talked about: "how to write files", "the script that generates files". */
const mention =
  /\b(?:(?:how|when) to|how(?: (?!and\b|or\b|then\b|to\b)\w+){1,2}|(?:whether|why)(?: (?!and\b|or\b|then\b)\w+){0,3}|what|(?:that|which|who)(?: (?:can|could|may|might|must|should|will|would|automatically))?)\s+$/i

/** Whether a description asks for a file to be written; "do not create files" and "explain how to write files" do not. */
export function hasWriteIntent(description: string): boolean {
  return intents.some((intent) =>
    [...description.matchAll(intent)].some((match) => {
      const before = description.slice(Math.max(0, match.index - 60), match.index)
      return !negation.test(before) && !mention.test(before) && !none.test(match[0])
    }),
  )
}
