import { type Category, categories } from './tickets'

export type Guess = { category: Category; margin: number }

type Lexicon = Record<Category, RegExp>

/** What the agent goes by. */
export const AGENT_WORDS: Lexicon = {
  billing: /\b(?:invoice|charge[sd]?|refund|payment|plan|card)\b/gi,
  access: /\b(?:sign|log in|password|locked|account|code|factor)\b/gi,
  crash: /\b(?:crashe?d?|closes|error|white|stops|log|file)\b/gi,
  howto: /\b(?:how|where|can i|way to|export|share)\b/gi,
}

/** What the second reader goes by: fewer words, none of which stands for two things. */
export const REVIEWER_WORDS: Lexicon = {
  billing: /\b(?:invoice|refund|seat|VAT|charged?)\b/gi,
  access: /\b(?:password|sign-in|locked|session|phone)\b/gi,
  crash: /\b(?:crashed|closes|update|import)\b/gi,
  howto: /\?/g,
}

/** The category most of whose words occur; `margin` is its share of the best two, .5 to 1. No word at all: a question. */
export function classify(text: string, lexicon: Lexicon): Guess {
  const counts = categories
    .map((category) => ({ category, count: text.match(lexicon[category])?.length ?? 0 }))
    .sort((a, b) => b.count - a.count)
  const [best, second] = counts
  if (!best || best.count === 0) return { category: 'howto', margin: 0.5 }
  return { category: best.category, margin: best.count / (best.count + (second?.count ?? 0)) }
}
