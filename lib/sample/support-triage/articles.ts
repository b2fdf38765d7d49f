import { type Category, categories } from './tickets'

export type Article = { id: string; category: Category; title: string; advice: string }

const ARTICLES: readonly (Article & { about: RegExp })[] = [
  {
    id: 'KB-11',
    category: 'billing',
    title: 'Double charges',
    advice: 'the second charge is taken back within five days',
    about: /charge/i,
  },
  {
    id: 'KB-12',
    category: 'billing',
    title: 'Refunds',
    advice: 'unused seats are refunded to the card they were paid with',
    about: /refund|seat/i,
  },
  {
    id: 'KB-13',
    category: 'billing',
    title: 'Invoices',
    advice: 'every invoice is under Settings, Billing',
    about: /invoice/i,
  },
  {
    id: 'KB-21',
    category: 'access',
    title: 'Reset a password',
    advice: 'a reset link is good for one hour and one use',
    about: /password/i,
  },
  {
    id: 'KB-22',
    category: 'access',
    title: 'Lost second factor',
    advice: 'an admin can take the second factor off an account',
    about: /phone|factor|code/i,
  },
  {
    id: 'KB-31',
    category: 'crash',
    title: 'Imports that stop',
    advice: 'importing in parts of 10,000 rows gets round it',
    about: /import|stops|closes/i,
  },
  {
    id: 'KB-32',
    category: 'crash',
    title: 'White screen',
    advice: 'clearing the cache brings the screen back',
    about: /white/i,
  },
  {
    id: 'KB-41',
    category: 'howto',
    title: 'Export a report',
    advice: 'every report has Export in its menu',
    about: /export/i,
  },
  {
    id: 'KB-42',
    category: 'howto',
    title: 'Share a dashboard',
    advice: 'Share makes a link that works without an account',
    about: /share/i,
  },
]

type Query = { category: string; priority: unknown; text: string }

/** Returns the articles of a category that match the text. @throws TypeError for invalid arguments */
export function searchArticles({ category, priority, text }: Query): Article[] {
  if (!categories.some((known) => known === category))
    throw new TypeError(`Invalid argument: category "${category}" is unknown`)
  if (typeof priority !== 'number')
    throw new TypeError(`Invalid argument: priority must be a number, got "${String(priority)}"`)
  return ARTICLES.filter((article) => article.category === category && article.about.test(text)).map(
    ({ about: _, ...article }) => article,
  )
}
