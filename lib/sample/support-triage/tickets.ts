import type { Draw } from '../draw'

export const categories = ['billing', 'access', 'crash', 'howto'] as const
export type Category = (typeof categories)[number]

/** What makes a ticket hard for this chain. */
export const troubles = [
  'missing_attachment',
  'long_log',
  'queue_down',
  'large_refund',
  'worded_priority',
  'unknown_customer',
] as const
type Trouble = (typeof troubles)[number]

export type Ticket = {
  id: string
  customer: string
  subject: string
  body: string
  priority: number | string
  refund?: number
  attachment?: string
  trouble?: Trouble
}

export const CUSTOMERS: ReadonlyMap<string, string> = new Map([
  ['C-101', 'Amara'],
  ['C-102', 'Bjorn'],
  ['C-103', 'Chidi'],
  ['C-104', 'Dolores'],
  ['C-105', 'Emre'],
])

const SUBJECTS: Record<Category, readonly [string, ...string[]]> = {
  billing: ['Charged twice this month', 'Question about my invoice', 'Refund for an unused seat'],
  access: ['Cannot sign in', 'Lost my second factor', 'Colleague is locked out'],
  crash: ['App closes by itself', 'White screen after the update', 'Import stops half way'],
  howto: ['How do I export a report', 'Where is the archive', 'Can I share a dashboard'],
}

const SENTENCES: Record<Category, readonly string[]> = {
  billing: [
    'The invoice shows two charges on my card.',
    'I would like a refund for the seat we no longer use.',
    'The payment went through but the plan is still the old one.',
    'Our accounting needs the invoice with the VAT number.',
  ],
  access: [
    'The password is refused although I have just reset it.',
    'I no longer have the phone that gets the sign-in code.',
    'My colleague cannot log in since her account was moved.',
    'The sign-in page says that the session is not valid.',
  ],
  crash: [
    'The app closes as soon as I open the import.',
    'There is an error in the log right before it stops.',
    'Since the update the screen stays white.',
    'It crashed again with the file attached.',
  ],
  howto: [
    'How can I export a report as a table?',
    'Where do I find what I have archived?',
    'Can I share a dashboard with somebody outside?',
    'Is there a way to change the order of the columns?',
  ],
}

/** Draws a ticket; one in five is about two topics. */
export function drawTicket(draw: Draw, index: number, trouble?: Trouble): Ticket {
  const category =
    trouble === 'large_refund' ? 'billing' : trouble === 'missing_attachment' ? 'crash' : draw.pick(categories)
  const other = draw.chance(0.2) ? draw.pick(categories) : category
  const sentences = [
    ...draw.some(SENTENCES[category], draw.whole(1, 2)),
    ...(other === category ? [] : draw.some(SENTENCES[other], draw.whole(1, 2))),
  ]
  const log = Array.from({ length: 260 }, (_, line) => `at step ${line} of the import, row ${line * 37} was read`)
  return {
    id: `T-${4200 + index}`,
    customer: trouble === 'unknown_customer' ? 'C-999' : draw.pick(['C-101', 'C-102', 'C-103', 'C-104', 'C-105']),
    subject: draw.pick(SUBJECTS[category]),
    body: [...sentences, ...(trouble === 'long_log' ? log : [])].join('\n'),
    priority: trouble === 'worded_priority' ? 'urgent' : draw.whole(1, 4),
    ...(category === 'crash' && { attachment: `import-${index}.log` }),
    ...(trouble === 'large_refund'
      ? { refund: draw.whole(120, 900) }
      : category === 'billing' && { refund: draw.whole(5, 90) }),
    ...(trouble && { trouble }),
  }
}

export type Guess = { category: Category; margin: number }

type Lexicon = Record<Category, RegExp>

/** The words by which the agent classifies. */
export const AGENT_WORDS: Lexicon = {
  billing: /\b(?:invoice|charge[sd]?|refund|payment|plan|card)\b/gi,
  access: /\b(?:sign|log in|password|locked|account|code|factor)\b/gi,
  crash: /\b(?:crashe?d?|closes|error|white|stops|log|file)\b/gi,
  howto: /\b(?:how|where|can i|way to|export|share)\b/gi,
}

/** The words of the second reader: fewer, and none in two categories. */
export const REVIEWER_WORDS: Lexicon = {
  billing: /\b(?:invoice|refund|seat|VAT|charged?)\b/gi,
  access: /\b(?:password|sign-in|locked|session|phone)\b/gi,
  crash: /\b(?:crashed|closes|update|import)\b/gi,
  howto: /\?/g,
}

/** Returns the category most of whose words occur; `margin` is its share of the best two, .5 to 1. Without any word it is a question. */
export function classify(text: string, lexicon: Lexicon): Guess {
  const counts = categories
    .map((category) => ({ category, count: text.match(lexicon[category])?.length ?? 0 }))
    .sort((a, b) => b.count - a.count)
  const [best, second] = counts
  if (!best || best.count === 0) return { category: 'howto', margin: 0.5 }
  return { category: best.category, margin: best.count / (best.count + (second?.count ?? 0)) }
}
