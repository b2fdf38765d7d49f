import type { RunBody } from '@/lib/contracts/run-input'
import { seededRng } from '@/lib/engine/stats/random'
import { Draw, spreadTimes } from '../draw'
import { ChainRun, type Promised, type SampleRun, tolerate, toRunBody } from '../runner/chain-run'
import { Provider, ProviderError } from '../runner/provider'
import type { StepTools } from '../runner/trace'
import { type Article, searchArticles } from './articles'
import {
  AGENT_WORDS,
  categories,
  classify,
  drawTicket,
  type Guess,
  REVIEWER_WORDS,
  type Ticket,
  troubles,
} from './tickets'
import { bookRefund, findCustomer, handOver, readAttachment } from './tools'

export const CHAIN = 'support-triage'
const CLASSIFY_TIMEOUT_MS = 80

/** `isCareful` (since 3.1.0): parses priorities written as words, and falls back to its own word list if the provider is busy. */
type Shift = { version: string; isCareful: boolean; provider: Provider; startsAt: Date }

const PRIORITIES = new Map([
  ['urgent', 1],
  ['high', 2],
  ['normal', 3],
  ['low', 4],
])

/** Classifies a ticket, searches articles, drafts the reply and hands it over to the support queue. */
async function performTriage(ticket: Ticket, shift: Shift): Promise<RunBody> {
  const { version, provider, startsAt, isCareful } = shift
  const run = new ChainRun(provider, startsAt)
  const loaded = run.step('load_ticket', 'tool', {}, (_, tools) =>
    tools.call('get_ticket', { ticket: ticket.id }, () => ticket),
  )
  const guess = run.step('classify', 'model', { loaded }, ({ loaded }, tools) =>
    guessCategory(loaded, isCareful, tools),
  )
  const customer = run.step('find_customer', 'tool', { loaded }, ({ loaded }, tools) =>
    tools.call('find_customer', { customer: loaded.customer }, findCustomer),
  )
  const attachment = run.step('read_attachment', 'tool', { loaded }, ({ loaded }, tools) =>
    loaded.attachment
      ? tools.call('read_file', { file: loaded.attachment }, (args) => readAttachment(ticket, args))
      : null,
  )
  const articles = run.step('search_articles', 'tool', { loaded, guess }, ({ loaded, guess }, tools) => {
    const priority = isCareful ? (PRIORITIES.get(String(loaded.priority)) ?? loaded.priority) : loaded.priority
    return tools.call('search_articles', { category: guess.category, priority, text: textOf(loaded) }, searchArticles)
  })
  const refund = run.step('book_refund', 'tool', { loaded, guess }, ({ loaded, guess }, tools) =>
    guess.category === 'billing' && loaded.refund
      ? tools.call('book_refund', { amount: loaded.refund }, bookRefund)
      : null,
  )
  const reply = run.step(
    'draft_reply',
    'model',
    { customer, articles, refund, attachment: tolerate(attachment) },
    ({ customer, articles, attachment }, tools) => {
      const prompt = `Answer ${customer.name}: ${textOf(ticket).slice(0, 400)}\n${articles.map((article) => article.advice).join('\n')}`
      return tools.ask(prompt, () => writeReply(ticket, customer.name, articles, attachment))
    },
  )
  const place = run.step('hand_over', 'tool', { guess, reply }, ({ guess }, tools) =>
    tools.call('enqueue', { queue: `${guess.category}-desk` }, (args) => handOver(ticket, args)),
  )
  const { values, trace } = await run.finish({ guess, customer, articles, reply, place })
  const reported = {
    id: `sample-${ticket.id}`,
    chain: CHAIN,
    version,
    scenario: ticket.id,
    request: { ticket: ticket.id, subject: ticket.subject },
  }
  if (!values) return toRunBody(reported, trace, startsAt)
  const output = {
    ticket: ticket.id,
    category: values.guess.category,
    articles: values.articles.map((article) => article.id),
    reply: values.reply,
    queue: values.place.queue,
  }
  const signals = toSignals(ticket, values.guess, values.customer.name, values.articles, values.reply)
  return toRunBody({ ...reported, output, signals }, trace, startsAt)
}

const textOf = ({ subject, body }: Ticket) => `${subject}\n${body}`

async function guessCategory(ticket: Ticket, isCareful: boolean, tools: StepTools): Promise<Guess> {
  const guess = classify(textOf(ticket), AGENT_WORDS)
  try {
    await tools.ask(`Which desk is this for?\n${textOf(ticket)}`, () => JSON.stringify(guess), CLASSIFY_TIMEOUT_MS)
  } catch (error) {
    const isBusy = error instanceof ProviderError && error.httpStatus === 429
    if (!isBusy || !isCareful) throw error
  }
  return guess
}

function writeReply(
  { id, subject }: Ticket,
  name: string,
  articles: readonly Article[],
  attachment: { characters: number } | null | undefined,
): string {
  const advice = articles.map((article) => `${article.title} (${article.id}): ${article.advice}.`)
  return [
    `Dear ${name}, thank you for writing about "${subject}" (${id}).`,
    ...(advice.length > 0 ? advice : ['We do not have an answer at hand and will look into it.']),
    ...(attachment ? [`We have read the ${attachment.characters} characters that you attached.`] : []),
    'Does this help? If not, answer this message and a person takes over.',
  ].join('\n')
}

function toSignals(
  ticket: Ticket,
  guess: Guess,
  name: string,
  articles: readonly Article[],
  reply: string,
): RunBody['signals'] {
  const second = classify(textOf(ticket), REVIEWER_WORDS)
  const agreed = [
    second.category === guess.category,
    articles.length > 0,
    reply.includes(name),
    articles.every((article) => reply.includes(article.id)),
  ]
  const accepted = articles.length > 0 && second.category === guess.category
  return [
    { evaluator: 'self', value: guess.margin, by: 'triage agent', comment: `Margin of "${guess.category}".` },
    {
      evaluator: 'peer',
      value: agreed.filter(Boolean).length / agreed.length,
      by: 'second reader',
      comment: `Reads it as "${second.category}".`,
    },
    {
      evaluator: 'downstream',
      value: accepted,
      by: `${guess.category}-desk`,
      comment: accepted ? 'taken' : 'sent back',
    },
  ]
}

const SEED = 90_210
const WEEK = 84
/** Tickets of one minute: more calls than the provider allows. */
const RUSH = { from: 18, to: 26 }
const CREDIT_USD = 0.0285
/** Tickets that pass before the used-up credit is noticed and topped up. */
const UNNOTICED = 9

/** Returns the trouble of every `every`th ticket, in rotation. */
function troubleOf(index: number, every: number) {
  return (index + 1) % every === 0 ? troubles[Math.floor(index / every) % troubles.length] : undefined
}

/**
 * Returns the runs of `support-triage` in order of time: a week of tickets with one provider, whose credit runs out.
 * @param count tickets
 * @param troubleEvery one in so many tickets has a trouble
 */
export function supportTriageRuns(now: Date, count = WEEK, troubleEvery = 6): SampleRun[] {
  const draw = new Draw(seededRng(SEED))
  const provider = new Provider({ creditUsd: CREDIT_USD, callsPerMinute: 9, unpaidCallsMax: 3 })
  const times = spreadTimes(new Draw(seededRng(SEED)), now, count, 166, 0.4)
  const startOf = (index: number) => {
    const inWeek = index % WEEK
    return times[inWeek >= RUSH.from && inWeek < RUSH.to ? index - inWeek + RUSH.from : index] ?? now
  }
  let unpaid = 0
  const payAtLast = () => {
    unpaid = provider.hasCredit ? 0 : unpaid + 1
    if (unpaid > UNNOTICED) provider.topUp(2 * CREDIT_USD)
  }
  return times.map((_, index) => {
    const ticket = drawTicket(draw, index, troubleOf(index, troubleEvery))
    const isCareful = index >= count * 0.6
    const shift: Shift = { version: isCareful ? '3.1.0' : '3.0.0', isCareful, provider, startsAt: startOf(index) }
    return {
      attemptsMax: 1,
      perform: () => {
        payAtLast()
        return performTriage(ticket, shift)
      },
    }
  })
}

const text = { type: 'string', minLength: 1 }

const contract: Promised['contract'] = {
  schema: {
    type: 'object',
    required: ['ticket', 'category', 'reply', 'queue'],
    properties: {
      ticket: { type: 'string', pattern: '^T-\\d+$' },
      category: { enum: [...categories] },
      articles: { type: 'array', items: text },
      reply: { ...text, maxLength: 1200 },
      queue: text,
    },
  },
  requiredOutputs: ['ticket', 'category', 'articles', 'reply', 'queue'],
}

const criteria: Promised['criteria'] = {
  require_non_empty: true,
  accuracy_criteria: {
    validation_rules: [
      { id: 'greets', field: 'reply', op: 'matches', value: '^Dear [A-Z]' },
      { id: 'cites', field: 'reply', op: 'matches', value: 'KB-[0-9]+', severity: 'warning' },
    ],
  },
  performance_budget: { tokens: 400 },
}

/** Contract and criteria of every version of the chain. */
export const promised: Promised = { contract, criteria }
